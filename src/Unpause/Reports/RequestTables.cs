using System.Globalization;
using Unpause.Analysis.Attribution;
using Unpause.Analysis.Holes;

namespace Unpause.Reports;

/// <summary>What the terminal and Markdown say of requests, as text, so that the two cannot disagree.</summary>
internal static class RequestTables
{
    /// <summary>Most rows of worst requests and holes that a page for people shows; the JSON has more.</summary>
    private const int MostRows = 10;

    /// <summary>Longest name of a request in a table.</summary>
    private const int MostNameLength = 30;

    /// <summary>The attribution in one sentence.</summary>
    public static string Verdict(RequestAttribution attribution)
    {
        var slow = $"{Quantities.Count(attribution.Measured.Slow)} of {Quantities.Count(attribution.Count)} requests took longer than {Quantities.Duration(attribution.SlowThresholdNanoseconds)}";
        return attribution switch
        {
            { Outcome: AttributionOutcome.NotEnoughEvidence } => $"{slow}; whether the collector is to blame was not judged.",
            { Outcome: AttributionOutcome.ChanceNotExcluded } => $"{slow}; pauses meet them no more often than chance would have it, so the collector is not blamed.",
            { SlowBecauseOfGc: 0 } => $"{slow}; none of them because of the collector.",
            _ => $"{slow}; {UpTo(attribution)}{Quantities.Count(attribution.SlowBecauseOfGc!.Value)} of them because of the collector ({Quantities.Percent(attribution.ExplainedPercent!.Value)}), "
                + $"{Quantities.Count(attribution.NotExplained!.Value)} for other reasons.",
        };
    }

    /// <summary>How the collector is involved in slow requests; null when that was not judged.</summary>
    public static string? Involvement(RequestAttribution attribution)
    {
        if (attribution.SlowTouchedByGc is not { } touched) return null;
        var queued = attribution.SlowQueuedBehindGc is { } behind ? $", {Quantities.Count(behind)} waited behind what a pause had held up" : "";
        var alone = attribution.SlowBecauseOfOwnOverlap is { } own ? $"; pauses inside them alone would explain {Quantities.Count(own)}" : "";
        return $"{Quantities.Count(touched)} slow requests have a pause inside{queued}{alone}; p-value {PValue(attribution)}";
    }

    /// <summary>Latency as measured and without the collector.</summary>
    public static TextTable Latency(RequestAttribution attribution)
    {
        var rows = new List<string[]> { Row("as measured", attribution.Measured) };
        if (attribution.WithoutOwnOverlap is { } overlap) rows.Add(Row("without pauses inside", overlap));
        if (attribution.WithoutBacklog is { } backlog) rows.Add(Row(attribution.UpperBound ? "without GC and its queue (at best)" : "without GC and its queue", backlog));
        return new TextTable(["latency", "p50", "p90", "p99", "p99.9", "max", "slow"], rows);
    }

    /// <summary>The longest requests with the collections in them.</summary>
    public static TextTable Worst(RequestReport requests) => new(
        ["worst requests", "took", "in pauses", "queued", "without GC", "collections"],
        [.. requests.Attribution.Worst.Take(MostRows).Select(request => (string[])
        [
            Shortened(request.Name ?? "unnamed"),
            Quantities.Duration(request.DurationNanoseconds),
            Quantities.Duration(request.StoppedNanoseconds),
            Quantities.Duration(request.QueuedNanoseconds),
            Quantities.Duration(request.WithoutGcNanoseconds),
            Collections(request.Collections),
        ])],
        WrappingColumn: 5);

    /// <summary>The holes that the collector explains most.</summary>
    public static TextTable Holes(IReadOnlyList<ExplainedHole> holes) => new(
        ["holes in traces", "long", "in pauses", "collections", "trace"],
        [.. holes.Take(MostRows).Select(hole => (string[])
        [
            PlainText.Clean(Place(hole)),
            Quantities.Duration(hole.DurationNanoseconds),
            Quantities.Duration(hole.ExplainedNanoseconds),
            Collections(hole.Collections),
            hole.TraceId.AsSpan().TrimStart('0').Length > 16 ? hole.TraceId[..16] + "…" : hole.TraceId[16..],
        ])]);

    /// <summary>What was read.</summary>
    public static string Coverage(Requests.RequestSet set)
    {
        var what = set.Spans.Count > 0 ? $"{Quantities.Count(set.Spans.Count)} spans, {Quantities.Count(set.Requests.Count)} requests" : $"{Quantities.Count(set.Requests.Count)} requests";
        var files = set.Files.Count == 1 ? PlainText.Clean(set.Files[0]) : $"{Quantities.Count(set.Files.Count)} files";
        var missed = set.Coverage.LinesNotUnderstood > 0 ? $", {Quantities.Count(set.Coverage.LinesNotUnderstood)} lines not understood" : "";
        return set.RecordedBy is null ? $"{files} ({set.Format}), {what}{missed}" : $"recorded with the collections, {what}{Failed(set.RecordedBy)}";
    }

    /// <summary>The program's own count, whose last second may be missing; empty when it is not known.</summary>
    private static string Failed(Recordings.Recording recording) =>
        recording.ProcessCounters?.FirstOrDefault(counter => counter.Name == Recordings.ProcessCounter.FailedRequests) is { } failed
            ? $"; {Quantities.Count((long)Math.Clamp(failed.Last, 0, 1e15))} failed (status 500 or more) since the program started"
            : "";

    private static string Shortened(string name) => PlainText.Clean(name.Length <= MostNameLength ? name : name[..(MostNameLength - 1)] + "…");

    private static string UpTo(RequestAttribution attribution) => attribution.UpperBound ? "at most " : "";

    private static string PValue(RequestAttribution attribution) =>
        attribution.PValue is { } p ? p.ToString("0.###", CultureInfo.InvariantCulture) : "unknown";

    private static string Place(ExplainedHole hole) => (hole.After, hole.Before) switch
    {
        (null, null) => hole.Leaf ? $"in {hole.Name}" : $"in {hole.Name}, around its children",
        ({ } after, null) => $"{hole.Name}: after {after}",
        (null, { } before) => $"{hole.Name}: before {before}",
        ({ } after, { } before) => $"{hole.Name}: between {after} and {before}",
    };

    private static string Collections(IReadOnlyList<CollectionsInRequest> collections) =>
        collections.Count == 0 ? "–" : string.Join(" ", collections.Select(row => $"{row.Generation ?? "gc"}:{row.Count}/{Quantities.Duration(row.StoppedNanoseconds)}"));

    private static string[] Row(string name, LatencyDistribution latency) =>
    [
        name,
        Duration(latency.P50Nanoseconds),
        Duration(latency.P90Nanoseconds),
        Duration(latency.P99Nanoseconds),
        Duration(latency.P999Nanoseconds),
        Duration(latency.MaxNanoseconds),
        latency.SlowPercent is { } percent ? Quantities.Percent(percent) : "–",
    ];

    private static string Duration(long? nanoseconds) => nanoseconds is { } value ? Quantities.Duration(value) : "–";
}
