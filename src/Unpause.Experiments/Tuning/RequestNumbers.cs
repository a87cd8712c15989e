using Unpause.Collections;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Latencies;

namespace Unpause.Experiments.Tuning;

/// <summary>Latencies of a trial's requests, by budget metric.</summary>
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

    /// <summary>The numbers of requests that started in a time window. Failed requests count as errors and have no latency.</summary>
    public static IEnumerable<(string Name, double Value)> Compute(IReadOnlyList<RequestSet> sets, TrialWindow? window)
    {
        var counted = sets.Select(set => new CountedRequests(set, window)).ToList();
        var durations = counted.SelectMany(one => one.Durations).ToArray();
        if (counted.Count > 0 && counted.TrueForAll(one => one.Failed is not null))
        {
            foreach (var error in Errors(counted.Sum(one => one.Failed!.Value), durations.Length + counted.Sum(one => one.Failed!.Value)))
                yield return error;
        }

        if (durations.Length == 0) yield break;
        yield return (TrialMetric.Requests, durations.Length);
        var latency = LatencyDistribution.Compute(durations, 0);
        foreach (var (name, of) in Table)
        {
            if (of(latency) is { } value) yield return (name, value);
        }
    }

    /// <summary>The numbers that a load test reported itself.</summary>
    public static IEnumerable<(string Name, double Value)> Compute(LatencyTable table)
    {
        foreach (var error in Errors(table.Failed, table.Requests)) yield return error;
        if (table.Requests is { } requests) yield return (TrialMetric.Requests, requests);
        foreach (var ((name, _), perMille) in Table.Zip(LatencyDistribution.PerMille.ToArray()))
        {
            if (table.Percentile(perMille) is { } value) yield return (name, value);
        }
    }

    private static IEnumerable<(string Name, double Value)> Errors(long? failed, long? all)
    {
        if (failed is not { } errors) yield break;
        yield return (TrialMetric.Errors, errors);
        // wrk counts requests without a connection as errors, but not as requests.
        if (all is > 0 and var of) yield return (TrialMetric.ErrorRate, Math.Min(100, 100.0 * errors / of));
    }
}

/// <summary>Requests of a set that started in a time window, with failed ones counted separately.</summary>
internal sealed class CountedRequests
{
    /// <summary>Counts the requests in one pass.</summary>
    /// <param name="window">The time window; null for all.</param>
    public CountedRequests(RequestSet set, TrialWindow? window)
    {
        var durations = new List<long>();
        var (index, failed, next) = (0, 0L, 0);
        foreach (var request in set.Requests)
        {
            var hasFailed = set.Failed is { } places && next < places.Count && places[next] == index;
            if (hasFailed) next++;
            index++;
            if (window?.Holds(request.StartUnixNanoseconds) == false) continue;
            if (hasFailed) failed++;
            else durations.Add(request.DurationNanoseconds);
        }

        Durations = durations;
        Failed = set.Failed is null ? null : failed;
    }

    /// <summary>Durations of the requests that succeeded.</summary>
    public IReadOnlyList<long> Durations { get; }

    /// <summary>The number of failed requests; null where the source does not record it.</summary>
    public long? Failed { get; }
}
