using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;
using Unpause.Services.Watch.Traces;
using Unpause.Services.Watch.Zabbix;

namespace Unpause.Services.Watch.Metrics;

/// <summary>All metrics of the watcher, in whatever form they go out.</summary>
internal sealed class WatchMetrics(
    RingWatch watch, Judge judge, RingKeeper keeper, SlowRequestWatch requests, DurationSeries durations, WatchSettings settings)
{
    /// <summary>Metrics under OpenTelemetry's names; null: not asked for.</summary>
    public StandardMetrics? Standard { get; init; }

    /// <summary>What joins requests with stops; null: nothing does.</summary>
    public TraceJoin? Join { get; init; }

    /// <summary>What sends stops as spans; null: nothing does.</summary>
    public SpanSender? Spans { get; init; }

    private static readonly EnumerationOptions AllReadable = new() { RecurseSubdirectories = true, IgnoreInaccessible = true };

    private readonly string _live = Path.Combine(settings.Ring, RingIndex.LiveFolder);

    /// <summary>Whether the kernel restricts the judge.</summary>
    public bool IsRestricted { get; init; }

    /// <summary>What sends values to Zabbix, for what is counted of that.</summary>
    public TrapperClient? Zabbix { get; init; }

    /// <summary>The metrics at this moment.</summary>
    /// <param name="native">Whether the fine buckets of histograms are needed.</param>
    public List<MetricFamily> Collect(bool native, DateTimeOffset now)
    {
        var stops = new MetricFamily("unpause_stop_seconds", SeriesKind.Histogram, "Stops of all threads, as the program felt them.");
        stops.Samples.AddRange(durations.Samples(SeenKind.Stop, native));
        var pauses = new MetricFamily("unpause_pause_seconds", SeriesKind.Histogram, "Pauses by the account of the collector.");
        pauses.Samples.AddRange(durations.Samples(SeenKind.Pause, native));
        var standard = Standard?.Families(durations, native).Where(family => family.Samples.Count > 0) ?? [];
        return [stops, pauses, .. standard, .. new ProcessMetrics(watch.Processes).Families(), .. Alerts(), .. Own(now)];
    }

    private IEnumerable<MetricFamily> Alerts()
    {
        var alerts = judge.Alerts.ToList();
        yield return new MetricFamily("unpause_alerts", SeriesKind.Gauge, "Alerts that hold.").Add(alerts.Count);
        var info = new MetricFamily("unpause_alert", SeriesKind.Info, "The alerts that hold.");
        var rows = alerts.Select(alert => (Process: ProcessLabels.From(alert.Process), alert.Condition.Name, alert.Condition.Severity));
        foreach (var (process, name, severity) in rows.Distinct().Take(ServiceLimits.MostInfoSeries))
            info.Add(process.With(new("condition", ProcessLabels.Bounded(name)), new("severity", ProcessLabels.Bounded(severity))), 1);
        yield return info;
    }

    /// <summary>What the watcher says of itself.</summary>
    private IEnumerable<MetricFamily> Own(DateTimeOffset now)
    {
        var cpu = new MetricFamily("unpause_watch_cpu_seconds", SeriesKind.Counter, "CPU time of the watcher.");
        var memory = new MetricFamily("unpause_watch_resident_bytes", SeriesKind.Gauge, "Resident memory of the watcher.");
        foreach (var (name, id) in new (string, int?)[] { ("recorder", watch.Recorder), ("judge", Environment.ProcessId) })
        {
            if (id is not { } known || ProcessCost.Read(known) is not { } cost) continue;
            cpu.Add([new("process", name)], cost.CpuSeconds);
            memory.Add([new("process", name)], cost.ResidentBytes);
        }

        var (kept, refused) = keeper.Count;
        yield return cpu;
        yield return memory;
        yield return new MetricFamily("unpause_kept_rings", SeriesKind.Counter, "Rings that were kept.").Add(kept);
        yield return new MetricFamily(
            "unpause_refused_keeps", SeriesKind.Counter, "Rings that were not kept because of the limit per hour.").Add(refused);
        var (slow, withoutProcess) = requests.Count;
        yield return new MetricFamily("unpause_slow_requests", SeriesKind.Counter, "Slow requests of access logs and traces.").Add(slow);
        yield return new MetricFamily(
            "unpause_slow_requests_without_process", SeriesKind.Counter, "Of them, those that no watched process can have served.")
            .Add(withoutProcess);
        foreach (var family in Traced()) yield return family;
        yield return Notifications();
        if (Zabbix is { } zabbix) yield return ValuesFor(zabbix);
        yield return new MetricFamily("unpause_ring_bytes", SeriesKind.Gauge, "Bytes of the recordings of the last minutes.")
            .Add(RingBytes());
        yield return new MetricFamily("unpause_judge_restarts", SeriesKind.Counter, "How often the judge of the watcher was started again.")
            .Add(settings.JudgeRestarts);
        yield return new MetricFamily(
            "unpause_judge_restricted", SeriesKind.Gauge, "Whether the kernel restricts the judge to the ring (Landlock): 1 or 0.")
            .Add(IsRestricted ? 1 : 0);
        yield return new MetricFamily(
            "unpause_index_lag_seconds", SeriesKind.Gauge, "Time since the judge last read the index of the recorder.")
            .Add(watch.IndexSeen is { } seen ? Math.Max(0, (now - seen).TotalSeconds) : null);
        yield return new MetricFamily(
            "unpause_folded_stops", SeriesKind.Counter, "Stops and pauses with cause other, because there were too many series.")
            .Add(durations.Folded);
    }

    private IEnumerable<MetricFamily> Traced()
    {
        var traced = new MetricFamily(
            "unpause_traced_requests", SeriesKind.Counter, "Requests with a trace: joined with stops, of no watched process, too many.");
        if (Join?.Count is { } joined)
        {
            traced.Add([new("result", "joined")], joined.Joined);
            traced.Add([new("result", "without_process")], joined.WithoutProcess);
            traced.Add([new("result", "left_out")], joined.LeftOut);
        }

        yield return traced;
        if (Spans?.Count is not { } spans) yield break;
        yield return new MetricFamily(
            "unpause_span_stops", SeriesKind.Counter, "Stops as spans: sent, left out by the limit per second, not taken.")
            .Add([new("result", "sent")], spans.Sent)
            .Add([new("result", "left_out")], spans.LeftOut)
            .Add([new("result", "lost")], spans.Lost);
    }

    private MetricFamily Notifications()
    {
        var all = new MetricFamily(
            "unpause_notifications", SeriesKind.Counter, "Messages to targets of alerts: taken, failed attempts, alerts given up.");
        foreach (var (target, sent, failed, lost) in judge.Sender?.Counts ?? [])
        {
            all.Add([new("target", target), new("result", "sent")], sent);
            all.Add([new("target", target), new("result", "failed")], failed);
            all.Add([new("target", target), new("result", "lost")], lost);
        }

        return all;
    }

    private static MetricFamily ValuesFor(TrapperClient zabbix)
    {
        var (processed, failed, lost) = zabbix.Count;
        return new MetricFamily(
            "unpause_zabbix_values", SeriesKind.Counter, "Values sent to Zabbix: taken by an item, refused, given up without an answer.")
            .Add([new("result", "processed")], processed).Add([new("result", "failed")], failed).Add([new("result", "lost")], lost);
    }

    /// <summary>Null when the folder cannot be listed. Parts come and go, and a new one is not readable at once.</summary>
    private double? RingBytes()
    {
        try
        {
            return new DirectoryInfo(_live).EnumerateFiles("*", AllReadable).Sum(LengthOf);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static long LengthOf(FileInfo file)
    {
        try
        {
            return file.Length;
        }
        catch (IOException)
        {
            // It was removed.
            return 0;
        }
    }
}
