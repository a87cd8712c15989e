using Unpause.Reports.Documents;

namespace Unpause.Reports.Budgets;

/// <summary>A number that a budget can bound: of each process, or of the requests.</summary>
/// <param name="Name">As it is written in a budget.</param>
/// <param name="Unit">What its limit is written in.</param>
/// <param name="OfProcess">The number of one process, in nanoseconds, bytes, percent or as a count; null when unknown.</param>
/// <param name="OfRequests">The number of the requests, in the same units.</param>
internal sealed record BudgetMetric(
    string Name, BudgetUnit Unit, Func<ProcessDocument, double?>? OfProcess, Func<RequestsDocument, double?>? OfRequests = null)
{
    /// <summary>All metrics.</summary>
    public static IReadOnlyList<BudgetMetric> All { get; } =
    [
        new("max_pause", BudgetUnit.Duration, process => process.Pauses.MaxMs?.Nanoseconds),
        new("mean_pause", BudgetUnit.Duration, process => process.Pauses.MeanMs?.Nanoseconds),
        new("p50_pause", BudgetUnit.Duration, process => process.Pauses.P50Ms?.Nanoseconds),
        new("p90_pause", BudgetUnit.Duration, process => process.Pauses.P90Ms?.Nanoseconds),
        new("p99_pause", BudgetUnit.Duration, process => process.Pauses.P99Ms?.Nanoseconds),
        new("p999_pause", BudgetUnit.Duration, process => process.Pauses.P999Ms?.Nanoseconds),
        new("total_pause", BudgetUnit.Duration, process => process.Pauses.Count == 0 ? null : process.Pauses.TotalMs.Nanoseconds),
        new("throughput", BudgetUnit.Percent, process => process.Pauses.ThroughputPercent),
        new("pauses", BudgetUnit.Count, process => process.Pauses.Count),
        new("max_stop", BudgetUnit.Duration, process => process.Stops?.MaxMs?.Nanoseconds),
        new("collections", BudgetUnit.Count, process => process.Collections.Count),
        new("induced", BudgetUnit.Count, process => process.Collections.Induced),
        new("peak_heap", BudgetUnit.Size, process => process.Heap.PeakBytes),
        new("live_set", BudgetUnit.Size, process => process.Heap.LiveSetBytes),
        new("allocation_rate", BudgetUnit.Size, process => process.Heap.AllocationRateBytesPerS),
        new("slow_requests", BudgetUnit.Count, null, requests => requests.Slow),
        new("slow_percent", BudgetUnit.Percent, null, requests => requests.SlowPercent),
        new("slow_touched_by_gc", BudgetUnit.Count, null, requests => requests.SlowTouchedByGc),
        new("slow_because_of_gc", BudgetUnit.Count, null, requests => requests.SlowBecauseOfGc),
        new("explained", BudgetUnit.Percent, null, requests => requests.ExplainedPercent),
        new("p50_request", BudgetUnit.Duration, null, requests => requests.P50Ms?.Nanoseconds),
        new("p90_request", BudgetUnit.Duration, null, requests => requests.P90Ms?.Nanoseconds),
        new("p99_request", BudgetUnit.Duration, null, requests => requests.P99Ms?.Nanoseconds),
        new("p999_request", BudgetUnit.Duration, null, requests => requests.P999Ms?.Nanoseconds),
        new("max_request", BudgetUnit.Duration, null, requests => requests.MaxMs?.Nanoseconds),
        new("p_value", BudgetUnit.Share, null, requests => requests.PValue),
        new("p99_without_gc", BudgetUnit.Duration, null, requests => requests.WithoutGc?.P99Ms?.Nanoseconds),
    ];
}
