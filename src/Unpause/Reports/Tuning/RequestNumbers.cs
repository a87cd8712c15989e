using Unpause.Analysis.Attribution;
using Unpause.Requests;

namespace Unpause.Reports.Tuning;

/// <summary>Latencies of a trial's requests, under the names that budgets have for them.</summary>
internal static class RequestNumbers
{
    private static readonly (string Name, Func<LatencyDistribution, long?> Of)[] Table =
    [
        (TrialMetric.P50Request, latency => latency.P50Nanoseconds),
        ("p90_request", latency => latency.P90Nanoseconds),
        (TrialMetric.P99Request, latency => latency.P99Nanoseconds),
        ("p999_request", latency => latency.P999Nanoseconds),
        ("max_request", latency => latency.MaxNanoseconds),
    ];

    /// <summary>The names.</summary>
    public static IReadOnlyCollection<string> Names { get; } = [.. Table.Select(row => row.Name)];

    /// <summary>The numbers of the requests that began within some time.</summary>
    public static IEnumerable<(string Name, double Value)> Of(IReadOnlyList<RequestSet> sets, TrialWindow? window)
    {
        var durations = sets.SelectMany(set => set.Requests).Where(request => window?.Holds(request.StartUnixNanoseconds) != false)
            .Select(request => request.DurationNanoseconds).ToArray();
        if (durations.Length == 0) yield break;
        yield return (TrialMetric.Requests, durations.Length);
        var latency = LatencyDistribution.Of(durations, 0);
        foreach (var (name, of) in Table)
        {
            if (of(latency) is { } value) yield return (name, value);
        }
    }
}
