using Unpause.Analysis;
using Unpause.Recordings.Waits;

namespace Unpause.Diagnosis.Go;

/// <summary>Requests of a Go program that had to sweep for the collector before they might allocate.</summary>
internal sealed class LongSweep : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "least share of the requests' time, or of the slowest ones', in sweeping", 5,
        "sweeping is spread over the time between collections: less is its usual price");

    private static readonly Threshold Long = Threshold.Milliseconds(
        "least length of the longest sweep", 1, "shorter ones are not felt in a request");

    private static readonly Threshold High = Threshold.Percent(
        "share that makes the finding high", 30, "it is the better part of what can be won");

    private static readonly Threshold Fewest = Threshold.Count(
        "fewest requests", 20, "of them", "of fewer a single one decides");

    private static readonly Threshold FewestForSlowest = Threshold.Count(
        "fewest requests of which the slowest hundredth is judged alone", 100, "of them",
        "of fewer the slowest hundredth is one, which may be any");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "long-sweep",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"Of the time of requests, or of the slowest hundredth of them, {Least} or more went into sweeping before "
            + $"allocations, {Long} or more at once.",
        Background = "After a collection has marked, memory is freed bit by bit: whoever allocates first sweeps in proportion. One that is "
            + "given pages, as everything above 32 KiB is, sweeps until as many are free; where few of a large heap's pages are empty, "
            + "that is nearly all of them, and every such allocation after a collection waits for it. It is no pause, and in no pause "
            + "statistics.",
        Thresholds = [Least, Long, High, Fewest, FewestForSlowest],
        Needs = [GoNeeds.RequestTimes],
        Advises =
        [
            "use large buffers again instead of allocating them anew",
            "let the heap grow further between collections (GOGC, bounded by GOMEMLIMIT)",
        ],
        Confidence = Confidence.Likely(
            "a trace tells when a goroutine sweeps; where the machine has no processor for it, sweeping seems longer than it is"),
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
                $"sweeping, of the time of {(slowest ? "the slowest " : "")}"
                    + Quantities.Count(slowest ? time.SlowestRequests : time.Requests, "request"),
                percent),
            Evidence.Time("sweep_ms", "sweeping in them", times.Sweeping),
            Evidence.Time("assist_ms", "mark assists in them, waits included", times.Assisting + times.AssistWait),
            Evidence.Time("stopped_ms", "stops of the world in them", times.Stopped),
            Evidence.Count("sweeps", "sweeps before allocations in the whole program", ranges.Sweeps, "sweeps"),
            Evidence.Time("longest_sweep_ms", "the longest of them", ranges.LongestSweepNanoseconds),
        ];

        return Verdict.Found(new Finding(
            Id,
            percent >= High.Value ? Severity.High : Severity.Medium,
            $"Sweeping before allocations takes {Quantities.Percent(percent)} of {whose} time",
            evidence,
            [
                new(
                    "Use large buffers again (sync.Pool, or one for each worker): what isn't allocated anew has nothing to wait for. An "
                    + "allocation profile names the places; look for those above 32 KiB.",
                    Code: "var buffers = sync.Pool{New: func() any { b := make([]byte, size); return &b }}"),
                new(
                    "Let the heap grow further between collections: each is followed by one sweep of all. Bound the memory with GOMEMLIMIT "
                    + "(Go 1.19 and later) below the container's limit.", "GOGC=400"),
            ],
            $"Up to {Quantities.Percent(percent)} of {whose} time."));
    }

    private static double Percent(RequestTimes times) => times.Sum > 0 ? 100.0 * times.Sweeping / times.Sum : 0;
}
