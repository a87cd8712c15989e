using Unpause.Recordings.Allocations;

namespace Unpause.Recordings.Readers.Go.Profiles;

/// <summary>Goroutine profiles of one process as one table: a row for each place, a number for each profile.</summary>
internal static class GoroutineSeries
{
    /// <summary>All of them, in order of time; null where there is none.</summary>
    public static Goroutines? Of(IReadOnlyList<Goroutines> profiles)
    {
        if (profiles.Count <= 1) return profiles is [var only] ? only : null;
        var counts = new Dictionary<string, (IReadOnlyList<string> Stack, long[] Counts)>(StringComparer.Ordinal);
        for (var i = 0; i < profiles.Count; i++)
        {
            foreach (var site in profiles[i].Sites)
            {
                var key = string.Join('\n', site.Stack);
                if (!counts.TryGetValue(key, out var row)) counts.Add(key, row = (site.Stack, new long[profiles.Count]));
                row.Counts[i] += site.Counts[0];
            }
        }

        var sites = counts.Values.OrderByDescending(row => row.Counts[^1]).Select(row => new GoroutineSite(row.Stack, row.Counts));
        return new Goroutines([.. profiles.Select(profile => profile.Moments[0])], [.. sites], profiles[^1].Basis);
    }
}
