using System.Globalization;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// What is known of watched processes at this moment. Several processes of one service and instance are one series: counts are summed, and
/// of other values the worst one is shown.
/// </summary>
internal sealed class ProcessMetrics
{
    private readonly List<FollowedProcess> _processes;
    private readonly List<(ProcessLabels Labels, List<FollowedProcess> Processes)> _groups;

    /// <summary>Describes processes.</summary>
    public ProcessMetrics(IEnumerable<FollowedProcess> processes)
    {
        _processes = [.. processes.Take(ServiceLimits.MostInfoSeries)];
        _groups = [.. _processes.GroupBy(process => ProcessLabels.From(process.Facts)).Select(group => (group.Key, group.ToList()))];
    }

    /// <summary>All families of them.</summary>
    public IEnumerable<MetricFamily> Families() => [.. Found(), .. Heap(), .. Verdicts(), Findings(), Shares()];

    private IEnumerable<MetricFamily> Found()
    {
        var count = new MetricFamily("unpause_watched_processes", SeriesKind.Gauge, "Processes that are recorded, refused, or have ended.");
        foreach (var (labels, processes) in _groups)
        {
            foreach (var state in processes.GroupBy(process => process.Facts.State))
                count.Add(labels.With(new MetricLabel("state", state.Key)), state.Count());
        }

        yield return count;
        var info = new MetricFamily("unpause_process", SeriesKind.Info, "Watched processes: how they are recorded, or why they are not.");
        foreach (var process in _processes)
        {
            var facts = process.Facts;
            info.Add(
                ProcessLabels.From(facts).With(
                    new("pid", facts.Id.ToString(CultureInfo.InvariantCulture)),
                    new("key", ProcessLabels.Bounded(facts.Key)),
                    new("runtime_version", ProcessLabels.Bounded(facts.Version)),
                    new("state", facts.State),
                    new("source", ProcessLabels.Bounded(facts.Source)),
                    new("reason", ProcessLabels.Bounded(facts.Reason))),
                1);
        }

        yield return info;
    }

    private IEnumerable<MetricFamily> Heap()
    {
        yield return Of(
            "unpause_heap_after_bytes", "Heap after the last collection that recorded it.", Largest, process => process.HeapAfterBytes);
        yield return Of("unpause_heap_limit_bytes", "The most that the heap may take.", Largest, process => process.Facts.HeapLimitBytes);
        yield return Of(
            "unpause_memory_limit_bytes", "Memory limit of the container or machine.", Largest, process => process.Facts.MemoryLimitBytes);
        yield return Of(
            "unpause_time_to_memory_limit_seconds",
            "Time until the heap reaches its limit, where it grows after full collections of the last half hour.",
            Enumerable.Min,
            process => process.SecondsToLimit);

        static double? Largest(IEnumerable<double?> values) => values.Max();
    }

    private IEnumerable<MetricFamily> Verdicts()
    {
        yield return Of(
            "unpause_verdict_timestamp_seconds", "When the last report was made.", Enumerable.Max,
            process => process.LastVerdict is { } last ? last.At.ToUnixTimeMilliseconds() / 1e3 : null);
        yield return OfRequests(
            "unpause_verdict_requests", "Requests that the last report judged.", Enumerable.Sum, requests => requests.Count);
        yield return OfRequests(
            "unpause_verdict_slow_requests", "Slow requests of the last report.", Enumerable.Sum, requests => requests.Slow);
        yield return OfRequests(
            "unpause_verdict_slow_requests_because_of_gc", "Of them, those because of GC.", Known, requests => requests.BecauseOfGc);
        yield return OfRequests(
            "unpause_verdict_slow_requests_because_of_gc_low", "Of them, those because of GC at least.", Known, requests => requests.Low);
        yield return OfRequests(
            "unpause_verdict_slow_requests_because_of_gc_high", "Of them, those because of GC at most.", Known, requests => requests.High);
        yield return OfRequests(
            "unpause_verdict_p99_seconds", "The p99 of requests in the last report.", Enumerable.Max, requests => requests.P99Ms / 1e3);
        yield return OfRequests(
            "unpause_verdict_p99_without_gc_seconds", "The p99 without GC.", Enumerable.Max, requests => requests.WithoutGcMs / 1e3);
        yield return OfRequests(
            "unpause_verdict_p99_without_gc_low_seconds", "The p99 without GC at least.", Enumerable.Max,
            requests => requests.WithoutGcLowMs / 1e3);
        yield return OfRequests(
            "unpause_verdict_p99_without_gc_high_seconds", "The p99 without GC at most.", Enumerable.Max,
            requests => requests.WithoutGcHighMs / 1e3);

        // A sum without a part that is not known would be wrong.
        static double? Known(IEnumerable<double?> values) => values.Aggregate((double?)0, (sum, value) => sum + value);
    }

    private MetricFamily Findings()
    {
        var info = new MetricFamily("unpause_finding", SeriesKind.Info, "Findings of the last report: unpause explain FINDING says more.");
        var rows = _groups.SelectMany(group => group.Processes
            .SelectMany(process => process.LastVerdict?.Verdict.Findings.All ?? [])
            .Select(finding => (group.Labels, finding.Id, finding.Severity)).Distinct());
        foreach (var (labels, id, severity) in rows.Take(ServiceLimits.MostInfoSeries))
            info.Add(labels.With(new("finding", ProcessLabels.Bounded(id)), new("severity", ProcessLabels.Bounded(severity))), 1);
        return info;
    }

    /// <summary>
    /// A share, not a time: reports are about the last minutes before they were made, and what they say is true of a time by its stops.
    /// </summary>
    private MetricFamily Shares()
    {
        var shares = new MetricFamily(
            "unpause_finding_stop_ratio", SeriesKind.Gauge, "The share of the stop time of the last report that a finding explains.");
        var rows = new List<(ProcessLabels Labels, string Id, double Share)>();
        foreach (var (labels, processes) in _groups)
        {
            var found = processes.Select(process => process.LastVerdict?.Verdict.Findings).OfType<FoundRules>().ToList();
            // Estimates of what findings explain may exceed what there was.
            var all = found.Sum(findings => Math.Max(findings.StopMs, findings.All.Sum(finding => finding.ExplainedMs)));
            rows.AddRange(found.SelectMany(findings => findings.All).Where(finding => finding.ExplainedMs > 0)
                .GroupBy(finding => finding.Id, StringComparer.Ordinal)
                .Select(finding => (labels, finding.Key, finding.Sum(one => one.ExplainedMs) / all)));
        }

        foreach (var (labels, id, share) in rows.Where(row => double.IsFinite(row.Share)).Take(ServiceLimits.MostInfoSeries))
            shares.Add(labels.With(new MetricLabel("finding", ProcessLabels.Bounded(id))), share);
        return shares;
    }

    private MetricFamily OfRequests(
        string name, string help, Func<IEnumerable<double?>, double?> summed, Func<RequestFigures, double?> value) =>
        Of(name, help, values => values.Any() ? summed(values) : null, process => process.LastVerdict?.Verdict.Requests, value);

    private MetricFamily Of(string name, string help, Func<IEnumerable<double?>, double?> summed, Func<FollowedProcess, double?> value) =>
        Of(name, help, summed, process => process, value);

    private MetricFamily Of<T>(
        string name, string help, Func<IEnumerable<double?>, double?> summed, Func<FollowedProcess, T?> part, Func<T, double?> value)
        where T : class
    {
        var family = new MetricFamily(name, SeriesKind.Gauge, help);
        foreach (var (labels, processes) in _groups)
        {
            // What has ended is neither near a limit nor slow any more.
            var recorded = processes.Where(process => process.Facts.IsRecorded);
            var known = recorded.Select(part).OfType<T>().Select(value).ToList();
            family.Add(labels.With(), known.Count == 0 ? null : summed(known));
        }

        return family;
    }
}
