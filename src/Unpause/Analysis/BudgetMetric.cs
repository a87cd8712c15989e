using Unpause.Analysis.Attribution;

namespace Unpause.Analysis;

/// <summary>A number that a budget can bound: of each process, or of the requests.</summary>
/// <param name="Name">As it is written in a budget.</param>
/// <param name="Unit">What its limit is written in.</param>
/// <param name="OfProcess">The number of one process, in nanoseconds, bytes, percent or as a count; null when unknown.</param>
/// <param name="OfRequests">The number of the requests, in the same units.</param>
public sealed record BudgetMetric(string Name, BudgetUnit Unit, Func<Summary, double?>? OfProcess, Func<RequestAttribution, double?>? OfRequests = null)
{
    /// <summary>All metrics.</summary>
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
        new("slow_requests", BudgetUnit.Count, null, requests => requests.Measured.Slow),
        new("slow_percent", BudgetUnit.Percent, null, requests => requests.Measured.SlowPercent),
        new("slow_touched_by_gc", BudgetUnit.Count, null, requests => requests.SlowTouchedByGc),
        new("slow_because_of_gc", BudgetUnit.Count, null, requests => requests.SlowBecauseOfGc),
        new("explained", BudgetUnit.Percent, null, requests => requests.ExplainedPercent),
        new("p50_request", BudgetUnit.Duration, null, requests => requests.Measured.P50Nanoseconds),
        new("p90_request", BudgetUnit.Duration, null, requests => requests.Measured.P90Nanoseconds),
        new("p99_request", BudgetUnit.Duration, null, requests => requests.Measured.P99Nanoseconds),
        new("p999_request", BudgetUnit.Duration, null, requests => requests.Measured.P999Nanoseconds),
        new("max_request", BudgetUnit.Duration, null, requests => requests.Measured.MaxNanoseconds),
        new("p_value", BudgetUnit.Share, null, requests => requests.PValue),
        new("p99_without_gc", BudgetUnit.Duration, null, requests => requests.WithoutBacklog?.P99Nanoseconds),
    ];
}
