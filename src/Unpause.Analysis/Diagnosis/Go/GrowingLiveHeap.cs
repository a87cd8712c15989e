using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>The live heap grows from cycle to cycle until the end of the recording: a leak, or a cache that is still filling.</summary>
internal sealed class GrowingLiveHeap : Rule
{
    private static readonly Threshold Growth = Threshold.Times(
        "growth of the live heap from the first third of the cycles to the last", 2, "caches and buffers vary by less");

    private static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "minimum growth", 32, "below it the memory does not matter");

    private static readonly Threshold Stacks = Threshold.Percent(
        "share of the growth in stacks of goroutines from which goroutines leak", 40,
        "maps and buffers that grow leave the stacks as they are");

    private static readonly Threshold Steady = Threshold.Percent(
        "share of pairs of cycles in which the later one has more", 90, "half would rise at random");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of GC cycles", 6, "collections", "fewer may rise by chance");

    private static readonly Threshold Late = Threshold.Percent(
        "time of the last cycle, relative to the length of the recording", 40,
        "the next cycle of a growing heap comes when it has doubled, so the last may be some time ago");

    private static readonly Threshold Warm = Threshold.Seconds(
        "duration below which filling caches are a possible cause", 60, "most applications have filled their caches by then");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "growing-live-heap",
        AppliesTo = [Runtimes.Go],
        Summary = $"The live heap after GC cycles, with the stacks of goroutines, grows to at least {Growth} its size and by at least "
            + $"{LeastBytes}, in at least {Steady} of all pairs of at least {Fewest}.",
        Background = "The live heap grows from cycle to cycle until the end of the recording: a memory leak, or a cache that is still "
            + "filling. Each cycle marks all of it, so cycles cost more and more. A higher GOGC makes them rarer, but the memory grows.",
        Thresholds = [Growth, LeastBytes, Stacks, Steady, Fewest, Late, Warm],
        Needs = [GoNeeds.Times],
        Helps = [GoNeeds.AllocationProfile],
        Advises =
        [
            "compare two heap profiles taken some minutes apart",
            "limit the size of maps, slices and caches that only grow",
        ],
        IsCuredByCodeAlone = true,
        FollowsFrom = ["goroutine-leak"],
        Confidence = Confidence.Likely("the live heap grew until the end; a cache that is still filling looks the same"),
        Versions = "All versions of Go that print gctrace lines with sizes.",
        Sources =
        [
            "go.dev/doc/diagnostics, heap profiles; go tool pprof -base",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        var recording = process.Recording;
        var (series, stacks) = WithStacks(recording);
        if (!series.InBytes || series.Points.Count < Fewest.Value || recording.DurationNanoseconds is not > 0) return Verdict.Silent;
        var points = series.Points;
        var third = points.Count / 3;
        var (first, last) = (Least(points.Take(third)), Least(points.TakeLast(third)));
        if (last < first * Growth.Value || last - first < LeastBytes.Value) return Verdict.Silent;
        var verdict = stacks is null ? process.Shared(LiveSetVerdict.Judge)! : LiveSetVerdict.Judge(series, LoadGrowth.Compute(recording));
        if (verdict.RisingShare < Steady.Share || verdict.State == LiveSetState.Plateau || verdict.Doubt == LiveSetDoubt.LoadGrew)
            return Verdict.Silent;
        if (points[^1].AtNanoseconds < recording.DurationNanoseconds * Late.Share) return Verdict.Silent;
        if (series.HasSettled()) return Verdict.Silent;
        var brief = recording.DurationNanoseconds < Warm.Nanoseconds;
        var (begin, end) = (points[0].Value, points[^1].Value);
        var byStacks = stacks is { } grown ? (double)(grown.Last - grown.First) / Math.Max(1, end - begin) : 0;
        var ofGoroutines = byStacks >= Stacks.Share;
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Medium : Severity.High,
            $"The live heap{(stacks is null ? "" : " with the goroutines' stacks")} grows from {Quantities.Bytes(begin)} to "
            + $"{Quantities.Bytes(end)} over {Quantities.Count(points.Count, "GC cycle")}"
            + (ofGoroutines ? $", {Quantities.Percent(byStacks * 100)} of it in stacks: goroutines that do not end" : ""),
            [
                Evidence.Size("first_live_bytes", "live heap after the first GC cycle, with stacks", begin),
                Evidence.Size("last_live_bytes", "live heap after the last GC cycle, with stacks", end),
                .. stacks is { } both
                    ? new[] { Evidence.Size("last_stack_bytes", "stacks of goroutines at the last GC cycle", both.Last) }
                    : [],
                Evidence.Percent(
                    "rising_pairs_percent", "share of pairs of cycles in which the later one has more (50 % if random)",
                    verdict.RisingShare * 100),
            ],
            [
                .. ofGoroutines
                    ? new[]
                    {
                        new Advice(
                            "Find the goroutines that do not end: a goroutine profile groups them by the call that they wait in. Usual "
                            + "ones send to a channel that nobody reads any more (give it a capacity), or wait without a context that "
                            + "ends.",
                            "curl -o goroutines.pb.gz http://HOST:PORT/debug/pprof/goroutine"),
                    }
                    : [],
                new(
                    "Compare two heap profiles taken some minutes apart: they name the functions that allocated what stays "
                    + "(net/http/pprof).",
                    "curl -o heap.pb.gz http://HOST:PORT/debug/pprof/heap"),
                new("Usual retainers: maps and slices of a package that only grow, sync.Map, caches without a limit, sub-slices and "
                    + "substrings of large buffers, goroutines that never end, time.Ticker and context values."),
                .. process.Shared(GoWork.Compute)?.Gogc < HeapGrowth.Cramped.Value
                    ? []
                    : new[] { new Advice("Do not raise GOGC against it: cycles become rarer, but the memory grows faster.") },
            ],
            null)
        {
            Confidence = brief
                ? Confidence.Possible("the recording is short, and a filling cache or start-up looks the same")
                : null,
        });
    }

    /// <summary>
    /// What is live after each cycle, with the stacks of goroutines where the lines have them (Go 1.18), which a leak of goroutines grows.
    /// </summary>
    private static (LiveSetSeries Series, (long First, long Last)? Stacks) WithStacks(Recording recording)
    {
        var series = LiveSetSeries.Read(recording);
        var stacks = new Dictionary<int, long>();
        foreach (var counter in recording.Counters)
        {
            if (counter.Name == GoCounters.StackBytes) stacks[counter.Collection] = (long)counter.Value;
        }

        if (stacks.Count == 0) return (series, null);
        var points = new List<LiveSetPoint>();
        (long First, long Last)? ends = null;
        for (var i = 0; i < recording.Collections.Count; i++)
        {
            if (recording.Collections[i] is not { EndNanoseconds: { } end, LiveSetBytes: { } live }) continue;
            var stack = stacks.GetValueOrDefault(i);
            points.Add(new(end, live + stack));
            ends = (ends?.First ?? stack, stack);
        }

        return (new(points, series.InBytes), ends);
    }

    private static long Least(IEnumerable<LiveSetPoint> points) => points.Min(point => point.Value);
}
