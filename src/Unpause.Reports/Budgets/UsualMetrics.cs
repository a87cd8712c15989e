namespace Unpause.Reports.Budgets;

/// <summary>The metrics of a first budgets file, with short descriptions.</summary>
internal static class UsualMetrics
{
    /// <summary>Metrics of processes.</summary>
    public static IReadOnlyList<(BudgetMetric Metric, string Says)> OfProcesses { get; } =
    [
        Named("max_pause", "longest GC pause"),
        Named("p99_pause", "p99 pause"),
        Named("throughput", "throughput: share of time outside of GC pauses"),
        Named("peak_heap", "peak heap"),
        Named("live_set", "live set after a full collection"),
    ];

    /// <summary>Metrics of requests.</summary>
    public static IReadOnlyList<(BudgetMetric Metric, string Says)> OfRequests { get; } =
    [
        Named("p99_request", "p99 request latency"),
        Named("slow_percent", "share of slow requests"),
        Named("slow_because_of_gc", "slow requests because of GC"),
    ];

    private static (BudgetMetric Metric, string Says) Named(string name, string says) =>
        (BudgetMetric.All.First(metric => metric.Name == name), says);
}
