using Unpause.Reports.Cpu;

namespace Unpause.Reports.Checks;

/// <summary>The amount of data behind a budget's value. Null is unknown.</summary>
/// <param name="Pauses">The number of pauses.</param>
/// <param name="Requests">The number of requests; null also when none were given.</param>
/// <param name="DurationNanoseconds">The length of the recording.</param>
internal sealed record Sample(long? Pauses, long? Requests, double? DurationNanoseconds)
{
    /// <summary>The data of one process.</summary>
    public static Sample From(ReportDocument report, ProcessDocument process) =>
        new(PausesOf(process), report.Requests?.Count, process.Source.DurationMs?.Nanoseconds);

    /// <summary>The data of all requests.</summary>
    public static Sample From(ReportDocument report)
    {
        var reported = report.Processes.Select(PausesOf).OfType<long>().ToList();
        return new(reported.Count == 0 ? null : reported.Sum(), report.Requests?.Count, report.Processes.Max(process =>
            (double?)process.Source.DurationMs?.Nanoseconds));
    }

    /// <summary>Why that is too little, as a clause; null when it is enough.</summary>
    public string? TooSmall(FileBudget budget) =>
        Short(budget.MinPauses, Pauses, BudgetKey.MinPauses, "pause")
        ?? Short(budget.MinRequests, Requests, BudgetKey.MinRequests, "request")
        ?? (budget.MinDurationNanoseconds == 0 || DurationNanoseconds >= budget.MinDurationNanoseconds ? null
            : DurationNanoseconds is { } length
                ? $"{Quantities.Duration(length)} recorded, but {BudgetKey.MinDuration.Name} is "
                    + Quantities.Duration(budget.MinDurationNanoseconds)
                : "the length of the recording is unknown");

    private static long? PausesOf(ProcessDocument process) =>
        CpuTables.IsAll(process) || !process.Source.HasCollections ? null : process.Pauses.Count;

    private static string? Short(long least, long? count, BudgetKey key, string one) => least == 0 || count >= least ? null
        : count is { } known ? $"{Quantities.Count(known, one)}, but {key.Name} is {Quantities.Count(least)}"
        : $"no {one}s are recorded, but {key.Name} is {Quantities.Count(least)}";
}
