using Unpause.Reports.Cpu;
using Unpause.Reports.Documents;

namespace Unpause.Checks;

/// <summary>How much was recorded of what a budget is judged by. Null is unknown.</summary>
/// <param name="Pauses">Pauses.</param>
/// <param name="Requests">Requests; null also when none were given.</param>
/// <param name="DurationNanoseconds">The length of the recording.</param>
internal sealed record Sample(long? Pauses, long? Requests, double? DurationNanoseconds)
{
    /// <summary>Of one process.</summary>
    public static Sample Of(ReportDocument report, ProcessDocument process) =>
        new(PausesOf(process), report.Requests?.Count, process.Source.DurationMs?.Nanoseconds);

    /// <summary>Of all requests.</summary>
    public static Sample Of(ReportDocument report)
    {
        var told = report.Processes.Select(PausesOf).OfType<long>().ToList();
        return new(told.Count == 0 ? null : told.Sum(), report.Requests?.Count, report.Processes.Max(process =>
            (double?)process.Source.DurationMs?.Nanoseconds));
    }

    /// <summary>Why that is too little, a clause; null when it is enough.</summary>
    public string? TooSmall(FileBudget budget) =>
        Short(budget.MinPauses, Pauses, BudgetKey.MinPauses, "pause")
        ?? Short(budget.MinRequests, Requests, BudgetKey.MinRequests, "request")
        ?? (budget.MinDurationNanoseconds == 0 || DurationNanoseconds >= budget.MinDurationNanoseconds ? null
            : DurationNanoseconds is { } length
                ? $"{Quantities.Duration(length)} recorded, and {BudgetKey.MinDuration.Name} is "
                    + Quantities.Duration(budget.MinDurationNanoseconds)
                : "how long was recorded isn't known");

    private static long? PausesOf(ProcessDocument process) =>
        CpuTables.IsAll(process) || !process.Source.HasCollections ? null : process.Pauses.Count;

    private static string? Short(long least, long? count, BudgetKey key, string one) => least == 0 || count >= least ? null
        : count is { } known ? $"{Quantities.Count(known, one)}, and {key.Name} is {Quantities.Count(least)}"
        : $"no {one}s are told, and {key.Name} is {Quantities.Count(least)}";
}
