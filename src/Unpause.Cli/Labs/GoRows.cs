using Unpause.Diagnosis.Go;

namespace Unpause.Cli.Labs;

/// <summary>What a lab shows of Go's collector beside pauses.</summary>
internal static class GoRows
{
    /// <summary>All of them. Stops need kernel probes (root), the others gctrace lines.</summary>
    public static IReadOnlyList<LabRow> All { get; } =
    [
        LabRow.Count("collections", run => run.Process.Summary.Collections.Count),
        LabRow.Duration("  the longest takes", run => MarkingCost.Of(run.Process.Recording)?.LongestCycleNanoseconds),
        LabRow.Count("stops seen from the kernel", run => run.Process.Summary.Stops?.All.Count),
        LabRow.Duration("  all", run => run.Process.Summary.Stops?.All.TotalNanoseconds),
        LabRow.Duration("  longest", run => run.Process.Summary.Stops?.All.MaxNanoseconds),
        LabRow.Percent("CPU spent on collections", run => MarkingCost.Of(run.Process.Recording)?.CpuPercent),
        LabRow.Duration("mark assists, CPU time", run => MarkingCost.Of(run.Process.Recording)?.AssistNanoseconds),
        LabRow.Bytes("stacks scanned, at most", run => MarkingCost.Of(run.Process.Recording)?.StackBytes),
        LabRow.Bytes("most memory in use", run => run.Process.Summary.Heap.PeakBytes),
    ];
}
