namespace Unpause.Reports.Budgets;

/// <summary>A number that <c>--fail-on</c> can bound, in words, for people and programs that look it up.</summary>
/// <param name="Name">As it is written in a budget.</param>
/// <param name="What">What it is, a clause.</param>
/// <param name="Unit">What its limit is written in.</param>
/// <param name="Fields">The fields of the JSON contract that it is, the first one that the recording tells.</param>
/// <param name="HigherIsBetter">Whether more of it is better.</param>
/// <param name="Own">The metric that tells the collector's own figure of the same; null where there is none.</param>
/// <param name="Example">A budget with it.</param>
public sealed record MetricDescription(
    string Name, string What, string Unit, IReadOnlyList<string> Fields, bool HigherIsBetter, string? Own, string Example)
{
    private static readonly Dictionary<string, (string What, string[] Fields, string Limit)> Texts = new(StringComparer.Ordinal)
    {
        ["pauses"] = ("how many pauses the collector reports", ["pauses.count"], ">1000"),
        ["stops"] = ("how many times all threads stood still, whatever asked for it", ["stops.count"], ">1000"),
        ["max_stop"] = ("the longest stop, whatever asked for it", ["stops.max_ms"], ">200ms"),
        ["p99_stop"] = ("99 of 100 stops were shorter or as long", ["stops.p99_ms"], ">50ms"),
        ["total_stop"] = ("all stops together", ["stops.total_ms"], ">10s"),
        ["stop_throughput"] = ("the share of the time in which threads were not stopped", ["stops.throughput_percent"], "<98%"),
        ["max_time_to_safepoint"] = (
            "the longest way of all threads to a halt, before the work that stopped them began", ["stops.time_to_safepoint_max_ms"],
            ">10ms"),
        ["max_wait"] = (
            "the longest wait of a single thread for the collector: to allocate, or for its turn", ["stalls.max_ms"], ">100ms"),
        ["collections"] = ("how many collections there were", ["collections.count"], ">500"),
        ["induced"] = ("how many collections code asked for", ["collections.induced"], ">0"),
        ["peak_heap"] = ("the most that was in use at a collection's start or end", ["heap.peak_bytes"], ">512MiB"),
        ["live_set"] = ("what was in use right after the last collection of the whole heap", ["heap.live_set_bytes"], ">256MiB"),
        ["allocation_rate"] = ("bytes allocated a second", ["heap.allocation_rate_bytes_per_s"], ">500MiB"),
        ["slow_requests"] = ("how many requests took longer than --slow", ["requests.slow"], ">10"),
        ["slow_percent"] = ("how many of 100 requests took longer than --slow", ["requests.slow_percent"], ">1%"),
        ["slow_with_pause"] = ("slow requests with a pause within them", ["requests.slow_with_pause"], ">5"),
        ["slow_because_of_gc"] = (
            "slow requests that would not have been slow without pauses, queues behind them counted", ["requests.slow_because_of_gc"],
            ">5"),
        ["explained"] = ("how many of 100 slow requests were slow because of the collector", ["requests.explained_percent"], ">50%"),
        ["p50_request"] = ("half of the requests were faster or as fast", ["requests.p50_ms"], ">20ms"),
        ["p90_request"] = ("90 of 100 requests were faster or as fast", ["requests.p90_ms"], ">100ms"),
        ["p99_request"] = ("99 of 100 requests were faster or as fast", ["requests.p99_ms"], ">400ms"),
        ["p999_request"] = ("999 of 1,000 requests were faster or as fast", ["requests.p999_ms"], ">1s"),
        ["max_request"] = ("the slowest request", ["requests.max_ms"], ">5s"),
        ["p_value"] = (
            "the share of the same judgements, with the pauses moved to other times, that blame as many slow requests or more on them: "
            + "small means that it is no coincidence", ["requests.p_value"], ">0.05"),
        ["p99_without_gc"] = (
            "the 99th percentile that the requests would have had without pauses", ["requests.without_gc.p99_ms"], ">300ms"),
    };

    private static readonly Dictionary<string, (string What, string Field, string Limit)> OfPauses = new(StringComparer.Ordinal)
    {
        ["max"] = ("the longest", "max_ms", ">200ms"),
        ["mean"] = ("the mean length", "mean_ms", ">20ms"),
        ["p50"] = ("the median length: half were shorter or as long", "p50_ms", ">10ms"),
        ["p90"] = ("90 of 100 were shorter or as long", "p90_ms", ">50ms"),
        ["p99"] = ("99 of 100 were shorter or as long", "p99_ms", ">100ms"),
        ["p999"] = ("999 of 1,000 were shorter or as long", "p999_ms", ">150ms"),
        ["total"] = ("all together", "total_ms", ">10s"),
    };

    /// <summary>All metrics, in the order of their table.</summary>
    public static IReadOnlyList<MetricDescription> All { get; } = [.. BudgetMetric.All.Select(Of)];

    /// <summary>The metric of a name, in any case; null when there is none.</summary>
    public static MetricDescription? Find(string name) =>
        All.FirstOrDefault(metric => metric.Name.Equals(name, StringComparison.OrdinalIgnoreCase));

    private static MetricDescription Of(BudgetMetric metric)
    {
        var (what, fields, limit) = Texts.TryGetValue(metric.Name, out var text) ? text : OfPausesIn(metric.Name);
        return new(
            metric.Name, what, UnitOf(metric.Unit), fields, metric.HigherIsBetter, metric.Own, $"--fail-on '{metric.Name}{limit}'");
    }

    /// <summary><c>p99_pause</c> is what the program felt, <c>p99_gc_pause</c> the collector's own figure.</summary>
    private static (string What, string[] Fields, string Limit) OfPausesIn(string name)
    {
        var own = name.Contains("gc_", StringComparison.Ordinal);
        var (about, places) = own
            ? ("as the collector reports pauses", new[] { "pauses." })
            : ("as the program felt what collections stopped: from the order to halt until all threads ran again",
                ["stops.gc_stops.", "pauses."]);
        var (what, field, limit) = name.EndsWith("throughput", StringComparison.Ordinal)
            ? ("the share of the time outside of them", "throughput_percent", "<95%")
            : OfPauses[name.Split('_')[0]];
        return ($"{what}, {about}", [.. places.Select(place => place + field)], limit);
    }

    private static string UnitOf(BudgetUnit unit) => unit switch
    {
        BudgetUnit.Duration => "a time: 200ms, 1.5s",
        BudgetUnit.Size => "a size: 512MiB, 1.5GiB",
        BudgetUnit.Percent => "percent",
        BudgetUnit.Count => "a count",
        _ => "a number from 0 to 1",
    };
}
