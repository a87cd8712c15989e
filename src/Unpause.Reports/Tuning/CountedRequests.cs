using Unpause.Collections;
using Unpause.Requests;

namespace Unpause.Reports.Tuning;

/// <summary>Requests of a set that began within some time, those that failed apart.</summary>
internal sealed class CountedRequests
{
    /// <summary>Goes over the set once.</summary>
    /// <param name="set">The requests.</param>
    /// <param name="window">When; null for all.</param>
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

    /// <summary>How long those took that did not fail.</summary>
    public IReadOnlyList<long> Durations { get; }

    /// <summary>How many failed; null when the source doesn't say.</summary>
    public long? Failed { get; }
}
