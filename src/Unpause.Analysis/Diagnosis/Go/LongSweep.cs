using Unpause.Recordings.Waits;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>Requests of a Go process that had to sweep memory before they could allocate.</summary>
internal sealed class LongSweep : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of the time of all requests, or of the slowest ones, in sweeping", 5,
        "sweeping is spread over the time between GC cycles: a smaller share is its usual cost");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "minimum length of the longest sweep", 1, "shorter ones do not matter to a request");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 30, "then sweeping is the largest part that can be saved");

    private static readonly Threshold Fewest = Threshold.Count(
        "minimum number of requests", 20, "requests", "with fewer a single request decides");

    private static readonly Threshold FewestForSlowest = Threshold.Count(
        "minimum number of requests to judge the slowest 1 % separately", 100, "requests",
        "with fewer, the slowest 1 % is a single request, which may be any");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "long-sweep",
        AppliesTo = [Runtimes.Go],
        Summary = $"At least {Least} of the time of all requests, or of the slowest hundredth, was spent sweeping before "
            + $"allocations, and one sweep took at least {Long}.",
        Background = "After marking, memory is freed incrementally: a goroutine that allocates sweeps in proportion. An "
            + "allocation of whole pages, which is any above 32 KiB, sweeps until enough pages are free. In a large heap with "
            + "few empty pages it sweeps nearly all of them, and each such allocation after a GC cycle is delayed. This is "
            + "not a pause, and pause statistics do not show it.",
        Thresholds = [Least, Long, High, Fewest, FewestForSlowest],
        Needs = [GoNeeds.RequestTimes],
        Advises =
        [
            "reuse large buffers instead of allocating new ones",
            "let the heap grow more between GC cycles (GOGC, bounded by GOMEMLIMIT)",
        ],
        Confidence = Confidence.Likely(
            "a trace shows when a goroutine sweeps; with too few processors, sweeping seems longer than it is"),
        Versions = "Go 1.11 and later, with an execution trace.",
        Sources =
        [
            "Go, src/runtime/mgcsweep.go (deductSweepCredit) and mheap.go (reclaim)",
            "A Guide to the Go Garbage Collector: https://go.dev/doc/gc-guide",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (process.Summary.RequestTime is not { } time || process.Recording.AssistRanges is not { } ranges)
            return GoNeeds.RequestTimes.Missing();
        if (time.Requests < Fewest.Value || ranges.LongestSweepNanoseconds < Long.Nanoseconds) return Verdict.Silent;
        var slowest = time.Requests >= FewestForSlowest.Value && Percent(time.Slowest) > Percent(time.All);
        var (times, percent) = slowest ? (time.Slowest, Percent(time.Slowest)) : (time.All, Percent(time.All));
        if (!(percent >= Least.Value)) return Verdict.Silent;
        var whose = slowest ? "the slowest requests'" : "the requests'";
        List<Evidence> evidence =
        [
            Evidence.Percent(
                "sweep_share_percent",
                $"sweeping, share of the time of {(slowest ? "the slowest " : "")}"
                    + Quantities.Count(slowest ? time.SlowestRequests : time.Requests, "request"),
                percent),
            Evidence.Time("sweep_ms", "sweeping in these requests", times.Sweeping),
            Evidence.Time("assist_ms", "mark assists in these requests, waits included", times.Assisting + times.AssistWait),
            Evidence.Time("stopped_ms", "stop-the-world time in these requests", times.Stopped),
            Evidence.Count("sweeps", "sweeps before allocations in the whole process", ranges.Sweeps, "sweeps"),
            Evidence.Time("longest_sweep_ms", "longest sweep", ranges.LongestSweepNanoseconds),
        ];

        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"Sweeping before allocations takes {Quantities.Percent(percent)} of {whose} time",
            evidence,
            [
                new(
                    "Reuse large buffers (sync.Pool, or one per worker): then nothing is allocated that waits for sweeping. An allocation "
                    + "profile names the sites; look for allocations above 32 KiB.",
                    Code: "var buffers = sync.Pool{New: func() any { b := make([]byte, size); return &b }}"),
                new(
                    "Let the heap grow more between GC cycles: each cycle is followed by one sweep of the whole heap. Bound the memory "
                    + "with GOMEMLIMIT (Go 1.19 and later), below the container's limit.", "GOGC=400"),
            ],
            $"Saves up to {Quantities.Percent(percent)} of {whose} time."));
    }

    private static double Percent(RequestTimes times) => times.Sum > 0 ? 100.0 * times.Sweeping / times.Sum : 0;
}
