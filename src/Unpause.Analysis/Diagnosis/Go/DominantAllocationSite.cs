namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>
/// One function allocates a large share of all bytes, so it is the code to change. The number of GC cycles is proportional to the bytes
/// allocated.
/// </summary>
internal sealed class DominantAllocationSite : Rule
{
    private static readonly Threshold Least = Threshold.Percent(
        "minimum share of all allocated bytes", 25, "below this no single change reduces GC work notably");

    private static readonly Threshold Enough = Threshold.Mebibytes(
        "minimum allocated in all", 64, "about 128 samples at Go's default rate; with fewer the shares are noise");

    private static readonly Threshold Costly = Threshold.Percent(
        "GC share of CPU time above which it matters", 5, "below this GC is not worth optimising");

    /// <inheritdoc/>
    public override RuleDescription About { get; } = new()
    {
        Id = "dominant-allocation-site",
        AppliesTo = [Runtimes.Go],
        Summary = $"One function of the application allocates at least {Least} of all bytes, in an allocation "
            + $"profile of at least {Enough}.",
        Background = "For a given live heap, the number of GC cycles is proportional to the bytes allocated. Half the bytes mean half the "
            + "cycles, half the marking and half the mark assists. Where one function allocates a large share, one change is enough.",
        Thresholds = [Least, Enough, Costly],
        Needs = [GoNeeds.AllocationProfile],
        Helps = [GoNeeds.CpuTimes],
        Advises = ["reuse what it allocates, or preallocate it with its final size"],
        Confidence = Confidence.Certain("the profile counts bytes per function"),
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
        if (GoAllocations.Find(process.Recording) is not { } most) return GoNeeds.AllocationProfile.Missing();
        if (most.Share < Least.Share || most.All.Value < Enough.Value) return Verdict.Silent;
        return Verdict.Found(CreateFinding(most, process.Shared(GoWork.Compute)));
    }

    private Finding CreateFinding(GoAllocations most, GoWork? work)
    {
        var percent = most.Share * 100;
        List<Evidence> evidence =
        [
            Evidence.Percent("site_percent", $"share of {most.Function} and the library functions it calls in all bytes", percent),
            Evidence.Size("site_bytes", "bytes allocated by it", most.Bytes.Value),
        ];
        var costs = work?.Percent >= Costly.Value;
        if (work is not null)
            evidence.Add(Evidence.Percent("gc_cpu_percent", "share of CPU time spent on GC", work.Percent));
        List<Advice> advice =
        [
            new($"Allocate less in {most.Function}: preallocate slices and strings.Builders, reuse buffers (sync.Pool, a field), and keep "
                + "small values out of interfaces and pointers. go build -gcflags=-m shows which values escape to the heap."),
        ];
        if (work is null) advice.Add(new("These profiles do not show the cost of GC. gctrace lines or an execution trace do."));
        var gain = work is null
            ? null
            : $"Halving its bytes saves {percent / 2:0.#} % of the GC cycles. Their CPU time, "
                + $"{work.Percent:0.#} % now, falls in proportion.";
        return new Finding(
            Id, costs ? Severity.Medium : Severity.Info,
            $"{most.Function} allocates {Quantities.Percent(percent)} of all bytes", evidence, advice, gain,
            work is null ? null : Gain.About(GainMetrics.CollectorCpu, work.Percent * most.Share / 2, "percent"));
    }
}
