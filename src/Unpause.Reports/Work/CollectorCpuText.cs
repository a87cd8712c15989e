using Unpause.Reports.Documents;

namespace Unpause.Reports.Work;

/// <summary>What Go's collector takes of the processors beside its pauses, as text.</summary>
internal static class CollectorCpuText
{
    /// <summary>From this share on it belongs into the verdict: Go's stops are short, and its cost is this.</summary>
    private const double Notable = 1;

    /// <summary>A sentence for the verdict; null where it takes next to nothing, or the runtime doesn't tell.</summary>
    public static string? Sentence(ProcessDocument process)
    {
        if (process.CollectorCpu is not { Percent: >= Notable and var percent } cpu) return null;
        var assists = cpu.AssistMs.Nanoseconds > 0
            ? $", {Cell.Duration(cpu.AssistMs)} of it in goroutines that had to mark before they might allocate (assists)"
            : "";
        return $"Collections took {Quantities.Percent(percent)} of the processors' time{assists}.";
    }

    /// <summary>A line of numbers; empty where the runtime doesn't tell.</summary>
    public static string Line(ProcessDocument process) => process.CollectorCpu is not { Percent: { } percent } cpu
        ? ""
        : $"{Quantities.Percent(percent)} of {Quantities.Count(cpu.Processors, "processor")}: assists {Cell.Duration(cpu.AssistMs)}, "
            + "workers "
            + $"{Cell.Duration(cpu.WorkersMs)}, stops {Cell.Duration(cpu.StopsMs)} (beside {Cell.Duration(cpu.IdleMs)} on idle ones)";
}
