namespace Unpause.Reports.Budgets;

/// <summary>The description of a metric that <c>--fail-on</c> can limit.</summary>
/// <param name="Name">The name in a budget.</param>
/// <param name="What">What it measures, as a clause.</param>
/// <param name="Unit">The unit of its limit.</param>
/// <param name="Fields">The fields of the JSON report that it is read from; the first available one counts.</param>
/// <param name="HigherIsBetter">Whether higher is better.</param>
/// <param name="Own">The metric of the same number as the collector reports it; null where there is none.</param>
/// <param name="Example">An example of a budget.</param>
public sealed record MetricDescription(
    string Name, string What, string Unit, IReadOnlyList<string> Fields, bool HigherIsBetter, string? Own, string Example)
{
    private static readonly Dictionary<string, (string What, string[] Fields, string Limit)> Texts = new(StringComparer.Ordinal)
    {
        ["pauses"] = ("the number of pauses that the collector reports", ["pauses.count"], ">1000"),
        ["stops"] = ("the number of stop-the-world pauses for any reason", ["stops.count"], ">1000"),
        ["max_stop"] = ("the longest stop-the-world pause for any reason", ["stops.max_ms"], ">200ms"),
        ["p99_stop"] = ("the 99th percentile of stop-the-world pauses for any reason", ["stops.p99_ms"], ">50ms"),
        ["total_stop"] = ("the total time of stop-the-world pauses for any reason", ["stops.total_ms"], ">10s"),
        ["stop_throughput"] = ("the share of time outside of stop-the-world pauses", ["stops.throughput_percent"], "<98%"),
        ["max_time_to_safepoint"] = (
            "the longest time to safepoint (JVM), suspension (.NET) or stop latency (Go)", ["stops.time_to_safepoint_max_ms"],
            ">10ms"),
        ["max_wait"] = (
            "the longest stall of a single thread by the collector, for example an allocation stall", ["stalls.max_ms"], ">100ms"),
        ["collections"] = ("the number of collections", ["collections.count"], ">500"),
        ["induced"] = ("the number of induced or explicit collections", ["collections.induced"], ">0"),
        ["peak_heap"] = ("the peak heap usage at the start or end of a collection", ["heap.peak_bytes"], ">512MiB"),
        ["live_set"] = ("the heap in use right after the last full collection", ["heap.live_set_bytes"], ">256MiB"),
        ["allocation_rate"] = ("bytes allocated per second", ["heap.allocation_rate_bytes_per_s"], ">500MiB"),
        ["slow_requests"] = ("the number of requests that took longer than --slow", ["requests.slow"], ">10"),
        ["slow_percent"] = ("the percentage of requests that took longer than --slow", ["requests.slow_percent"], ">1%"),
        ["slow_with_pause"] = ("the number of slow requests with a pause inside", ["requests.slow_with_pause"], ">5"),
        ["slow_because_of_gc"] = (
            "the number of slow requests that would not be slow without pauses and the queues behind them", ["requests.slow_because_of_gc"],
            ">5"),
        ["explained"] = ("the percentage of slow requests that are slow because of GC", ["requests.explained_percent"], ">50%"),
        ["p50_request"] = ("the median request latency", ["requests.p50_ms"], ">20ms"),
        ["p90_request"] = ("the 90th percentile of request latency", ["requests.p90_ms"], ">100ms"),
        ["p99_request"] = ("the 99th percentile of request latency", ["requests.p99_ms"], ">400ms"),
        ["p999_request"] = ("the 99.9th percentile of request latency", ["requests.p999_ms"], ">1s"),
        ["max_request"] = ("the longest request", ["requests.max_ms"], ">5s"),
        ["p_value"] = (
            "the p-value of the overlap of pauses and slow requests: the share of random shifts of the pauses "
            + "that explain at least as many slow requests", ["requests.p_value"], ">0.05"),
        ["p99_without_gc"] = (
            "the 99th percentile of request latency without pauses", ["requests.without_gc.p99_ms"], ">300ms"),
    };

    private static readonly Dictionary<string, (string What, string Field, string Limit)> OfPauses = new(StringComparer.Ordinal)
    {
        ["max"] = ("the longest pause", "max_ms", ">200ms"),
        ["mean"] = ("the mean pause", "mean_ms", ">20ms"),
        ["p50"] = ("the median pause", "p50_ms", ">10ms"),
        ["p90"] = ("the 90th percentile of pauses", "p90_ms", ">50ms"),
        ["p99"] = ("the 99th percentile of pauses", "p99_ms", ">100ms"),
        ["p999"] = ("the 99.9th percentile of pauses", "p999_ms", ">150ms"),
        ["total"] = ("the total pause time", "total_ms", ">10s"),
    };

    /// <summary>All metrics, in the order of <see cref="BudgetMetric.All"/>.</summary>
    public static IReadOnlyList<MetricDescription> All { get; } = [.. BudgetMetric.All.Select(From)];

    /// <summary>The metric with a name, ignoring case; null when there is none.</summary>
    public static MetricDescription? Find(string name) =>
        All.FirstOrDefault(metric => metric.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static MetricDescription From(BudgetMetric metric)
    {
        var (what, fields, limit) = Texts.TryGetValue(metric.Name, out var text) ? text
            : WorstWindowMetrics.Is(metric.Name) ? OfWorstWindow(metric.Name) : OfPausesIn(metric.Name);
        return new(
            metric.Name, what, UnitOf(metric.Unit), fields, metric.HigherIsBetter, metric.Own, $"--fail-on '{metric.Name}{limit}'");
    }

    /// <summary><c>p99_pause</c> is of whole stop-the-world pauses, <c>p99_gc_pause</c> of pauses as the collector reports them.</summary>
    private static (string What, string[] Fields, string Limit) OfPausesIn(string name)
    {
        var own = name.Contains("gc_", StringComparison.Ordinal);
        var (about, places) = own
            ? ("as the collector reports it", new[] { "pauses." })
            : ("as the application experiences it: from the stop request until all threads run again",
                ["stops.gc_stops.", "pauses."]);
        var (what, field, limit) = name.EndsWith("throughput", StringComparison.Ordinal)
            ? ("the share of time outside of GC pauses", "throughput_percent", "<95%")
            : OfPauses[name.Split('_')[0]];
        return ($"{what}, {about}", [.. places.Select(place => place + field)], limit);
    }

    private static (string What, string[] Fields, string Limit) OfWorstWindow(string name) => (
        $"the least share of the time left for the application in any window of this length: {name[WorstWindowMetrics.Start.Length..^1]}",
        ["utilisation.windows.stops.mmu_percent"], "<80%");

    private static string UnitOf(BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => "a duration: 200ms, 1.5s",
        BudgetUnit.Size => "a size: 512MiB, 1.5GiB",
        BudgetUnit.Percent => "percent",
        BudgetUnit.Count => "a count",
        _ => "a number from 0 to 1",
    };
}
