using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Trends;

/// <summary>Versions, limits and settings that differ between runs that follow one another.</summary>
internal static class TrendChanges
{
    /// <summary>A setting that changes in more than this share of the runs is part of each run, as the name of its log is.</summary>
    private const double MostChanges = 0.5;

    private const int FewestRuns = 5;

    /// <summary>The changes of each run, and the names of settings that change in most of them.</summary>
    /// <param name="points">In order of time.</param>
    public static (IReadOnlyList<RunConditionDocument>[] Changes, IReadOnlyList<string> PerRun) Find(
        IReadOnlyList<TrendInput.Point> points)
    {
        // Runs of another service or runtime have conditions of their own.
        var known = new Dictionary<(string? Service, string Runtime, string Name), string>();
        var all = new List<RunConditionDocument>[points.Count];
        for (var i = 0; i < points.Count; i++)
        {
            all[i] = [];
            var run = points[i].Run;
            foreach (var (name, value) in points[i].Conditions.DistinctBy(condition => condition.Name))
            {
                var key = (run.Service, run.Runtime, name);
                if (known.TryGetValue(key, out var before) && before != value)
                    all[i].Add(new() { Kind = RunConditionDocument.Changed, Name = name, Before = before, After = value });
                known[key] = value;
            }
        }

        var perRun = points.Count < FewestRuns ? []
            : all.SelectMany(changes => changes).CountBy(change => change.Name)
                .Where(name => name.Value > MostChanges * points.Count).Select(name => name.Key).Order(StringComparer.Ordinal).ToList();
        return ([.. all.Select(changes => (IReadOnlyList<RunConditionDocument>)changes.FindAll(change => !perRun.Contains(change.Name)))],
            perRun);
    }
}
