using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Node;

/// <summary>The live heap after full collections grows until the end of the recording: a leak, or a cache that is still filling.</summary>
internal sealed class GrowingOldSpace : Rule
{
    private static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "minimum growth", 16, "code and caches of a starting program grow by less");

    private static readonly Threshold Warm = Threshold.Seconds(
        "duration below which filling caches are a possible cause", 60, "most applications have filled their caches by then");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-old-space",
        AppliesTo = [Runtimes.Node],
        Summary = $"The live heap after full collections grows to the end of the recording, by at least {LeastBytes}, and the load does "
            + "not grow with it.",
        Background = "What is in use after a full collection is reachable. If that grows all the time, something retains objects that are "
            + "no longer needed: a Map or an array that nothing bounds, listeners that are never removed, closures of timers, promises "
            + "that never settle. Each full collection marks all of it, and at V8's limit the process ends.",
        Thresholds = [LeastBytes, Warm],
        Needs = [NodeNeeds.Sizes],
        Advises =
        [
            "compare two heap snapshots taken some minutes apart",
            "bound Maps, arrays and caches, and remove listeners",
        ],
        IsCuredByCodeAlone = true,
        Confidence = Confidence.Likely("the live heap grew until the end; a cache that is still filling looks the same"),
        Versions = "Node.js 8 and later.",
        Sources =
        [
            "Node.js, Diagnostics: Using Heap Snapshot, https://nodejs.org/en/learn/diagnostics/memory/using-heap-snapshot",
            "Theil and Sen's slope with its confidence interval, and Kendall's tau: docs/algorithms of unpause's live sets",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var verdict = process.Shared(LiveSetVerdict.Judge)!;
        if (verdict is { Points: > 0, InBytes: false }) return NodeNeeds.Sizes.Missing();
        if (verdict is not { State: LiveSetState.Growing, Line: { } line }) return Verdict.Silent;
        var grown = line.Slope * verdict.SpanNanoseconds / 1e9;
        if (grown < LeastBytes.Value) return Verdict.Silent;
        var brief = process.Recording.DurationNanoseconds < Warm.Nanoseconds;
        var first = Math.Max(0, verdict.Last - grown);
        List<Evidence> evidence =
        [
            Evidence.Size("first_live_bytes", "live heap at the first full collection, on the line through all", first),
            Evidence.Size("last_live_bytes", "live heap at the last full collection, on the line through all", verdict.Last),
            Evidence.Rate("growth_bytes_per_s", "growth", line.Slope),
            Evidence.Percent(
                "rising_pairs_percent", "share of pairs of full collections in which the later one has more (50 % if random)",
                verdict.RisingShare * 100),
        ];
        var room = process.Shared(OldSpaceRoom.Compute);
        if (verdict.SecondsTo(room?.LimitBytes) is { } until)
            evidence.Add(Evidence.Seconds("time_until_full_s", "time until V8's limit if it goes on", until.Middle));
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Medium : Severity.High,
            $"The live heap grows from {Quantities.Bytes(first)} to {Quantities.Bytes(verdict.Last)} over "
            + $"{Quantities.Count(verdict.Points, "full collection")}",
            evidence,
            [
                new(
                    "Compare two heap snapshots taken some minutes apart (developer tools of a browser, Memory, Comparison): the rows with "
                    + "the most new objects name the class, their retainers name the Map or the closure. Each pauses the process for "
                    + "seconds, and takes about as much memory again. Node.js 12 and later.",
                    Code: "node --heapsnapshot-signal=SIGUSR2 app.js  # then, twice: kill -USR2 PID"),
                new(
                    "Usual retainers: Maps and arrays of a module that only grow, caches without a limit, listeners added for each request "
                    + "(MaxListenersExceededWarning), timers that are never cleared, promises that never settle, closures that keep a "
                    + "request."),
                new("Do not raise --max-old-space-size against it: the process lives longer, and its collections take longer."),
            ],
            null)
        {
            Confidence = brief
                ? Confidence.Possible("the recording is short, and a filling cache or start-up looks the same")
                : null,
        });
    }
}
