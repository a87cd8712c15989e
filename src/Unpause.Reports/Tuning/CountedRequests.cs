using Unpause.Collections;
using Unpause.Requests;

namespace Unpause.Reports.Tuning;

/// <summary>Requests of a set that started in a time window, with failed ones counted separately.</summary>
internal sealed class CountedRequests
{
    /// <summary>Counts the requests in one pass.</summary>
    /// <param name="set">The requests.</param>
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
