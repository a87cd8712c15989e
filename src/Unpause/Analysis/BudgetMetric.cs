namespace Unpause.Analysis;

/// <summary>A number that a budget can bound.</summary>
/// <param name="Name">As it is written in a budget.</param>
/// <param name="Unit">What its limit is written in.</param>
/// <param name="Value">The number of one process, in nanoseconds, bytes, percent or as a count; null when unknown.</param>
public sealed record BudgetMetric(string Name, BudgetUnit Unit, Func<Summary, double?> Value)
{
    /// <summary>All metrics, by the names of the JSON contract.</summary>
    public static IReadOnlyList<BudgetMetric> All { get; } =
    [
        new("max_pause", BudgetUnit.Duration, summary => summary.Pauses.MaxNanoseconds),
        new("mean_pause", BudgetUnit.Duration, summary => summary.Pauses.MeanNanoseconds),
        new("p50_pause", BudgetUnit.Duration, summary => summary.Pauses.P50Nanoseconds),
        new("p90_pause", BudgetUnit.Duration, summary => summary.Pauses.P90Nanoseconds),
        new("p99_pause", BudgetUnit.Duration, summary => summary.Pauses.P99Nanoseconds),
        new("p999_pause", BudgetUnit.Duration, summary => summary.Pauses.P999Nanoseconds),
        new("total_pause", BudgetUnit.Duration, summary => summary.Pauses.Count == 0 ? null : summary.Pauses.TotalNanoseconds),
        new("throughput", BudgetUnit.Percent, summary => summary.Pauses.ThroughputPercent),
        new("pauses", BudgetUnit.Count, summary => summary.Pauses.Count),
        new("max_stop", BudgetUnit.Duration, summary => summary.Stops?.MaxNanoseconds),
        new("collections", BudgetUnit.Count, summary => summary.Collections.Count),
        new("induced", BudgetUnit.Count, summary => summary.Collections.Induced),
        new("peak_heap", BudgetUnit.Size, summary => summary.Heap.PeakBytes),
        new("live_set", BudgetUnit.Size, summary => summary.Heap.LiveSetBytes),
        new("allocation_rate", BudgetUnit.Size, summary => summary.Heap.AllocationRateBytesPerSecond),
    ];
}
