using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>The least share of the time that the application had in every run, by the length of the window.</summary>
internal static class UtilisationChanges
{
    /// <summary>The rows, the shortest window first; empty where a run has none.</summary>
    public static IReadOnlyList<ComparedUtilisationDocument> Compare(ComparedSides sides)
    {
        var rows = new List<ComparedUtilisationDocument>();
        foreach (var window in sides.Before[0].Process.Utilisation?.Windows ?? [])
        {
            if (Find(sides.Before, window.WindowMs) is not { } before || Find(sides.After, window.WindowMs) is not { } after) continue;
            rows.Add(new()
            {
                WindowMs = window.WindowMs.Nanoseconds / 1e6,
                MmuBefore = [.. before.Select(share => share.MmuPercent)],
                MmuAfter = [.. after.Select(share => share.MmuPercent)],
                BmuBefore = [.. before.Select(share => share.BmuPercent)],
                BmuAfter = [.. after.Select(share => share.BmuPercent)],
            });
        }

        return rows;
    }

    /// <summary>Of each run; null where one has no window of the length.</summary>
    private static List<LeastShareDocument>? Find(IReadOnlyList<ComparedRun> runs, Milliseconds length)
    {
        var found = runs.Select(run => run.Process.Utilisation?.Windows.FirstOrDefault(window => window.WindowMs == length)?.Stops)
            .OfType<LeastShareDocument>().ToList();
        return found.Count == runs.Count ? found : null;
    }
}
