using Unpause.Analysis;

namespace Unpause.Diagnosis.Go;

/// <summary>One function allocates much of all bytes: the place to change. How often Go collects follows from what is allocated.</summary>
internal sealed class DominantAllocationSite : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "least share of all allocated bytes", 25, "below it no single change moves the collector notably");

    private static readonly Threshold Enough = Threshold.Mebibytes(
        "least that was allocated in all", 64, "some 128 samples at Go's usual rate; of fewer the shares are chance");

    private static readonly Threshold Costly = Threshold.Percent(
        "share of the processors' time in marking from which on it matters", 5, "below it the collector is not what to work on");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "dominant-allocation-site",
        Runtimes = [Unpause.Recordings.Words.Runtimes.Go],
        Summary = $"One function of the program allocates {Least} or more of all bytes, by an allocation profile of {Enough} or more.",
        Background = "How often Go collects follows from how much is allocated for a live heap: half the bytes are half the collections, "
            + "half the marking and half the assists. Where one function makes much of it, that is one change.",
        Thresholds = [Least, Enough, Costly],
        Needs = [GoNeeds.AllocationProfile],
        Helps = [GoNeeds.CpuTimes],
        Advises = ["reuse what it makes, or build it with its size known"],
        Confidence = Confidence.Certain("the profile counts by function"),
        Versions = "all.",
        Sources =
        [
            "Go, src/runtime/mprof.go",
            "A Guide to the Go Garbage Collector: https://go.dev/doc/gc-guide",
        ],
    };

    /// <inheritdoc/>
    public override Verdict Check(AnalysedProcess process)
    {
        if (GoAllocations.Of(process.Recording) is not { } most) return GoNeeds.AllocationProfile.Missing();
        if (most.Share < Least.Share || most.All.Value < Enough.Value) return Verdict.Silent;
        return Verdict.Found(Of(most, process.Shared(GoWork.Of)));
    }

    private Finding Of(GoAllocations most, GoWork? work)
    {
        var percent = most.Share * 100;
        List<Evidence> evidence =
        [
            Evidence.Percent("site_percent", $"share of {most.Function} and what it calls of the library in all bytes", percent),
            Evidence.Size("site_bytes", "bytes that it allocated", most.Bytes.Value),
        ];
        var costs = work?.Percent >= Costly.Value;
        if (work is not null)
            evidence.Add(Evidence.Percent("gc_cpu_percent", "share of the processors' time that collections took", work.Percent));
        List<Advice> advice =
        [
            new($"Allocate less in {most.Function}: make slices and strings.Builders with their size, reuse buffers (sync.Pool, a field), "
                + "and keep small values out of interfaces and pointers. go build -gcflags=-m says what moves to the heap there."),
        ];
        if (work is null) advice.Add(new("What the collector costs these profiles don't tell: gc lines or an execution trace do."));
        var gain = work is null
            ? null
            : $"Half of its bytes less are {percent / 2:0.#} % fewer collections; what they take falls in proportion from "
                + $"{work.Percent:0.#} % of the CPU.";
        return new Finding(
            Id, costs ? Severity.Medium : Severity.Info,
            $"{most.Function} allocates {Quantities.Percent(percent)} of all bytes", evidence, advice, gain,
            work is null ? null : Gain.About(GainMetrics.CollectorCpu, work.Percent * most.Share / 2, "percent"));
    }
}
