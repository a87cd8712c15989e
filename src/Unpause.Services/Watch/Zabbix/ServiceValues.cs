using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Notifying;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Zabbix;

/// <summary>
/// The values of the items of services. Processes of one service are one: counts are summed, and of other values the worst one is taken.
/// </summary>
/// <param name="usual">What is usual for a metric of a service; null where it is not known.</param>
internal sealed class ServiceValues(Func<string, string, DateTimeOffset, double?> usual)
{
    // How many stops of each process were in earlier values; null before the first ones.
    private Dictionary<string, long>? _known;

    /// <summary>The recorded services with their runtimes, as the discovery rule takes them.</summary>
    public static string Discovery(IEnumerable<FollowedProcess> processes)
    {
        var rows = processes.Where(process => process.Facts.IsRecorded)
            .GroupBy(NameOf, StringComparer.Ordinal).OrderBy(service => service.Key, StringComparer.Ordinal)
            .Take(ServiceLimits.MostZabbixServices);
        using var output = new MemoryStream();
        using (var json = new Utf8JsonWriter(output))
        {
            json.WriteStartArray();
            foreach (var service in rows)
            {
                json.WriteStartObject();
                json.WriteString(ZabbixItems.ServiceMacro, service.Key);
                var runtimes = service.Select(process => process.Facts.Runtime).Distinct().Order(StringComparer.Ordinal);
                json.WriteString(ZabbixItems.RuntimeMacro, string.Join(", ", runtimes));
                json.WriteEndObject();
            }

            json.WriteEndArray();
        }

        return Encoding.UTF8.GetString(output.ToArray());
    }

    /// <summary>
    /// The values of all services since the last call. The first call has none: what is seen at first can be minutes old, from before a
    /// restart of the watcher.
    /// </summary>
    public List<TrapperValue> Collect(IReadOnlyList<FollowedProcess> processes, DateTimeOffset since, DateTimeOffset now)
    {
        var values = new List<TrapperValue>();
        var all = Take(processes);
        if (all is null) return values;
        var services = all
            // The last pauses of a process that has ended count.
            .Where(seen => seen.Process.Facts.IsRecorded || seen.Stops.Count > 0)
            .GroupBy(seen => NameOf(seen.Process), StringComparer.Ordinal).OrderBy(service => service.Key, StringComparer.Ordinal);
        foreach (var service in services.Take(ServiceLimits.MostZabbixServices))
        {
            var writer = new Writer(values, service.Key, now);
            List<Seen> seen = [.. service];
            Stops(writer, seen, now - since);
            var recorded = seen.Where(one => one.Process.Facts.IsRecorded).Select(one => one.Process).ToList();
            Heap(writer, recorded, now);
            Report(writer, recorded, now);
        }

        return values;
    }

    /// <summary>How many alerts of each service hold. An earlier count says nothing of now, so it never waits.</summary>
    public static IEnumerable<TrapperValue> Holding(
        IEnumerable<FollowedProcess> processes, IReadOnlyList<WatchAlert> alerts, DateTimeOffset now) =>
        processes.Select(NameOf).Distinct(StringComparer.Ordinal).Take(ServiceLimits.MostZabbixServices)
            .Select(service => Holding(service, alerts, now));

    /// <summary>How many alerts of a service hold.</summary>
    public static TrapperValue Holding(string service, IEnumerable<WatchAlert> alerts, DateTimeOffset now)
    {
        var count = alerts.Count(alert => ZabbixItems.ServiceName(alert.Process.Service) == service);
        return new TrapperValue(ZabbixItems.Key(ZabbixItems.Alerts, service), ZabbixItems.Number(count), now);
    }

    private List<Seen>? Take(IReadOnlyList<FollowedProcess> processes)
    {
        var before = _known;
        _known = new Dictionary<string, long>(StringComparer.Ordinal);
        var all = new List<Seen>();
        foreach (var process in processes)
        {
            var known = before?.GetValueOrDefault(process.Key) ?? 0;
            all.Add(new Seen(process, process.After(ref known)));
            _known[process.Key] = known;
        }

        return before is null ? null : all;
    }

    private static string NameOf(FollowedProcess process) => ZabbixItems.ServiceName(process.Facts.Service);

    private static void Stops(Writer writer, List<Seen> seen, TimeSpan over)
    {
        writer.Add(ZabbixItems.MaxStop, Values(WatchMetric.MaxStop).Max() / 1e3);
        writer.Add(ZabbixItems.MaxPause, Values(MetricNames.MaxPause).Max() / 1e3);
        writer.Add(ZabbixItems.TimeInGc, Values(WatchMetric.TimeInGc).Max());
        writer.Add(ZabbixItems.Induced, Values(WatchMetric.Induced).Sum());
        writer.Add(ZabbixItems.Full, Values(WatchMetric.Full).Sum());

        IEnumerable<double?> Values(string metric) => seen.Select(one => WatchedValues.Value(metric, one.Process, one.Stops, over));
    }

    private void Heap(Writer writer, List<FollowedProcess> processes, DateTimeOffset now)
    {
        writer.Add(ZabbixItems.HeapAfter, Worst(process => process.HeapAfterBytes));
        writer.Add(ZabbixItems.HeapLimit, Worst(process => process.Facts.LimitBytes));
        writer.Add(ZabbixItems.HeapPercent, Worst(process => process.HeapAfterPercent));
        writer.Add(ZabbixItems.UsualStop, Usual(WatchMetric.MaxStop) / 1e3);
        writer.Add(ZabbixItems.UsualTimeInGc, Usual(WatchMetric.TimeInGc));
        writer.Add(ZabbixItems.UsualHeap, Usual(WatchedValues.HeapAfterBytes));

        double? Worst(Func<FollowedProcess, double?> value) => processes.Max(value);
        double? Usual(string metric) =>
            processes.Select(process => process.Facts.Service).Distinct().Max(service => usual(service, metric, now));
    }

    private static void Report(Writer writer, List<FollowedProcess> processes, DateTimeOffset now)
    {
        var last = processes.Select(process => process.LastVerdict).OfType<LastVerdict>().MaxBy(verdict => verdict.At);
        if (last is null) return;
        writer.Add(ZabbixItems.ReportAge, Math.Round(Math.Max(0, (now - last.At).TotalSeconds)));
        writer.Add(ZabbixItems.SlowBecauseOfGc, last.Verdict.Requests?.BecauseOfGc);
        writer.Add(ZabbixItems.Verdict, AlertText.One(last.Verdict.Sentence));
        var findings = last.Verdict.Findings.All.Select(finding => $"{finding.Id} ({finding.Severity})");
        writer.Add(ZabbixItems.Findings, AlertText.One(string.Join(", ", findings.DefaultIfEmpty("none"))));
    }

    /// <summary>A process with its stops of the time.</summary>
    private readonly record struct Seen(FollowedProcess Process, RecentSums Stops);

    /// <summary>Adds values of one service.</summary>
    private readonly record struct Writer(List<TrapperValue> Values, string Service, DateTimeOffset Now)
    {
        public void Add(string item, double? value)
        {
            if (value is { } known && double.IsFinite(known)) Add(item, ZabbixItems.Number(known));
        }

        public void Add(string item, string text) => Values.Add(new TrapperValue(ZabbixItems.Key(item, Service), text, Now));
    }
}
