namespace Unpause.Reports.Budgets;

/// <summary>The metrics that are bounded first, with what they are in a few words.</summary>
internal static class UsualMetrics
{
    /// <summary>Those of processes.</summary>
    public static IReadOnlyList<(BudgetMetric Metric, string Says)> OfProcesses { get; } =
    [
        Named("max_pause", "longest stop for a collection"),
        Named("p99_pause", "99 of 100 stops are shorter"),
        Named("throughput", "share of the time outside of stops"),
        Named("peak_heap", "most that the heap held"),
        Named("live_set", "what is in use after a full collection"),
    ];

    /// <summary>Those of requests.</summary>
    public static IReadOnlyList<(BudgetMetric Metric, string Says)> OfRequests { get; } =
    [
        Named("p99_request", "99 of 100 requests are faster"),
        Named("slow_percent", "share of slow requests"),
        Named("slow_because_of_gc", "slow requests that the collector made slow"),
    ];

    private static (BudgetMetric Metric, string Says) Named(string name, string says) =>
        (BudgetMetric.All.First(metric => metric.Name == name), says);
}
