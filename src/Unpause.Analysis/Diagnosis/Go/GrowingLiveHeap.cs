using Unpause.Analysis.LiveSets;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>The live heap grows from cycle to cycle until the end of the recording: a leak, or a cache that is still filling.</summary>
internal sealed class GrowingLiveHeap : Rule
{
    private static readonly Threshold Growth = Threshold.Times(
        "growth of the live heap from the first third of the cycles to the last", 2, "caches and buffers vary by less");

    private static readonly Threshold LeastBytes = Threshold.Mebibytes(
        "minimum growth", 32, "below it the memory does not matter");

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
        Summary = $"The live heap after GC cycles grows to at least {Growth} its size and by at least {LeastBytes}, in at least {Steady} "
            + $"of all pairs of at least {Fewest}.",
        Background = "The live heap grows from cycle to cycle until the end of the recording: a memory leak, or a cache that is still "
            + "filling. Each cycle marks all of it, so cycles cost more and more. A higher GOGC makes them rarer, but the memory grows.",
        Thresholds = [Growth, LeastBytes, Steady, Fewest, Late, Warm],
        Needs = [GoNeeds.Times],
        Helps = [GoNeeds.AllocationProfile],
        Advises =
        [
            "compare two heap profiles taken some minutes apart",
            "limit the size of maps, slices and caches that only grow",
        ],
        FillsAnyHeap = true,
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
        var series = LiveSetSeries.Read(recording);
        if (!series.InBytes || series.Points.Count < Fewest.Value || recording.DurationNanoseconds is not > 0) return Verdict.Silent;
        var points = series.Points;
        var third = points.Count / 3;
        var (first, last) = (Least(points.Take(third)), Least(points.TakeLast(third)));
        if (last < first * Growth.Value || last - first < LeastBytes.Value) return Verdict.Silent;
        var verdict = process.Shared(LiveSetVerdict.Judge)!;
        if (verdict.RisingShare < Steady.Share || verdict.State == LiveSetState.Plateau || verdict.Doubt == LiveSetDoubt.LoadGrew)
            return Verdict.Silent;
        if (points[^1].AtNanoseconds < recording.DurationNanoseconds * Late.Share) return Verdict.Silent;
        if (series.HasSettled()) return Verdict.Silent;
        var brief = recording.DurationNanoseconds < Warm.Nanoseconds;
        return Verdict.Found(new Finding(
            Id,
            brief ? Severity.Medium : Severity.High,
            $"The live heap grows from {Quantities.Bytes(points[0].Value)} to {Quantities.Bytes(points[^1].Value)} over "
            + $"{Quantities.Count(points.Count, "GC cycle")}",
            [
                Evidence.Size("first_live_bytes", "live heap after the first GC cycle", points[0].Value),
                Evidence.Size("last_live_bytes", "live heap after the last GC cycle", points[^1].Value),
                Evidence.Percent(
                    "rising_pairs_percent", "share of pairs of cycles in which the later one has more (50 % if random)",
                    verdict.RisingShare * 100),
            ],
            [
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

    private static long Least(IEnumerable<LiveSetPoint> points) => points.Min(point => point.Value);
}
