using Unpause.Analysis.Diagnosis.Go;

namespace Unpause.Experiments.Labs;

/// <summary>Rows about Go's GC in a lab's table.</summary>
internal static class GoRows
{
    /// <summary>All rows. Stops need kernel probes (root), the others gctrace lines.</summary>
    public static IReadOnlyList<LabRow> All { get; } =
    [
        LabRow.Count("collections", run => run.Process.Summary.Collections.Count),
        LabRow.Duration("  longest cycle", run => MarkingCost.Compute(run.Process.Recording)?.LongestCycleNanoseconds),
        LabRow.Count("stops seen by kernel probes", run => run.Process.Summary.Stops?.Count),
        LabRow.Duration("  total", run => run.Process.Summary.Stops?.TotalNanoseconds),
        LabRow.Duration("  longest", run => run.Process.Summary.Stops?.MaxNanoseconds),
        LabRow.Percent("CPU share of GC", run => MarkingCost.Compute(run.Process.Recording)?.CpuPercent),
        LabRow.Duration("mark assists, CPU time", run => MarkingCost.Compute(run.Process.Recording)?.AssistNanoseconds),
        LabRow.Bytes("stack scanned, at most", run => MarkingCost.Compute(run.Process.Recording)?.StackBytes),
        LabRow.Bytes("most memory in use", run => run.Process.Summary.Heap.PeakBytes),
    ];
}
