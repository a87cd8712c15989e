using Unpause.Fleet.Questions.Comparison;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Deploys;

/// <summary>
/// Finds the changes of version of one service. A version that was away while others ran, and is there again, is a change of its own: a
/// rollback.
/// </summary>
internal static class VersionChanges
{
    /// <summary>More changes of one service are not compared: the latest are.</summary>
    public const int Most = 100;

    // Steps of the service without a version, after which it counts as gone.
    private const int AwaySteps = 2;

    // The version of most recorded time in so many steps before a change is the one that was changed.
    private const int StepsBefore = 3;

    /// <summary>The changes, the latest first.</summary>
    /// <param name="slices">Of one service; without a version they are left out.</param>
    public static List<VersionChange> Find(IReadOnlyList<FleetSlice> slices, TimeSteps steps)
    {
        var covered = new Dictionary<long, Dictionary<string, double>>();
        foreach (var slice in slices)
        {
            if (slice.Version.Length == 0) continue;
            var step = steps.Of(slice);
            if (!covered.TryGetValue(step, out var versions)) covered.Add(step, versions = new(StringComparer.Ordinal));
            versions[slice.Version] = versions.GetValueOrDefault(slice.Version) + slice.CoveredSeconds;
        }

        long[] all = [.. covered.Keys.Order()];
        var runs = Runs(all, covered);
        if (runs.Count == 0) return [];

        // Of versions that run from the first step on, the one that ends first is the oldest.
        var oldest = runs.Where(run => run.First == 0).OrderBy(run => run.Last).ThenBy(run => run.Version, StringComparer.Ordinal).First();
        var changes = new List<VersionChange>();
        foreach (var run in runs)
        {
            var before = run.First > 0 ? Dominant(run, all, covered) : run == oldest ? null : oldest.Version;
            if (before is not null) changes.Add(new(before, run.Version, all[run.First], all[run.Last]));
        }

        return [.. changes.OrderByDescending(change => change.First).ThenBy(change => change.After, StringComparer.Ordinal).Take(Most)];
    }

    /// <summary>The runs of each version, as indexes of the service's steps.</summary>
    private static List<Run> Runs(long[] all, Dictionary<long, Dictionary<string, double>> covered)
    {
        var (open, runs) = (new Dictionary<string, Run>(StringComparer.Ordinal), new List<Run>());
        for (var i = 0; i < all.Length; i++)
        {
            foreach (var version in covered[all[i]].Keys)
            {
                if (open.TryGetValue(version, out var run) && i - run.Last <= AwaySteps)
                {
                    open[version] = run with { Last = i };
                    continue;
                }

                if (run.Version is not null) runs.Add(run);
                open[version] = new(version, i, i);
            }
        }

        runs.AddRange(open.Values);
        return runs;
    }

    private static string? Dominant(Run run, long[] all, Dictionary<long, Dictionary<string, double>> covered)
    {
        var sums = new Dictionary<string, double>(StringComparer.Ordinal);
        for (var i = run.First - 1; i >= 0 && i >= run.First - StepsBefore; i--)
        {
            foreach (var (version, seconds) in covered[all[i]])
            {
                if (version != run.Version) sums[version] = sums.GetValueOrDefault(version) + seconds;
            }
        }

        return sums.Count == 0 ? null
            : sums.OrderByDescending(sum => sum.Value).ThenBy(sum => sum.Key, StringComparer.Ordinal).First().Key;
    }

    private readonly record struct Run(string Version, int First, int Last);
}
