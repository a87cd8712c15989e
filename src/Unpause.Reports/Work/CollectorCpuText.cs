namespace Unpause.Reports.Work;

/// <summary>CPU time of Go's collector, as text.</summary>
internal static class CollectorCpuText
{
    /// <summary>The least share that the verdict mentions. Go's pauses are short, so CPU time is its main cost.</summary>
    private const double Notable = 1;

    /// <summary>A sentence for the verdict; null where the share is negligible or unknown.</summary>
    public static string? Sentence(ProcessDocument process)
    {
        if (process.CollectorCpu is not { Percent: >= Notable and var percent } cpu) return null;
        var assists = cpu.AssistMs.Nanoseconds > 0
            ? $", {Cell.Duration(cpu.AssistMs)} of that in mark assists"
            : "";
        return $"GC used {Quantities.Percent(percent)} of the CPU time{assists}.";
    }

    /// <summary>A line of numbers; empty where unknown.</summary>
    public static string Line(ProcessDocument process) => process.CollectorCpu is not { Percent: { } percent } cpu
        ? ""
        : $"{Quantities.Percent(percent)} of {Quantities.Count(cpu.Processors, "processor")}: mark assists {Cell.Duration(cpu.AssistMs)}, "
            + $"workers {Cell.Duration(cpu.WorkersMs)}, pauses {Cell.Duration(cpu.StopsMs)} "
            + $"(plus {Cell.Duration(cpu.IdleMs)} idle workers)";
}
