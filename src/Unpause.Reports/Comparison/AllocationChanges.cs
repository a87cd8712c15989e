using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>Types and call sites that allocate more or less than before, from samples.</summary>
internal static class AllocationChanges
{
    private const int MostRows = 12;

    /// <summary>The largest changes, in bytes per second; empty where a side has no samples.</summary>
    public static IReadOnlyList<ComparedAllocationDocument> Of(ComparedSides sides)
    {
        var (before, after) = (Rates(sides.Before), Rates(sides.After));
        if (before.Count == 0 || after.Count == 0) return [];
        return
        [
            .. before.Keys.Union(after.Keys)
                .Select(key => new ComparedAllocationDocument
                {
                    Type = key.Type,
                    Site = key.Site,
                    BeforeBytesPerS = before.TryGetValue(key, out var was) ? was : null,
                    AfterBytesPerS = after.TryGetValue(key, out var now) ? now : null,
                })
                .OrderByDescending(row => Math.Abs((row.AfterBytesPerS ?? 0) - (row.BeforeBytesPerS ?? 0)))
                .ThenBy(row => row.Type, StringComparer.Ordinal).ThenBy(row => row.Site, StringComparer.Ordinal)
                .Take(MostRows),
        ];
    }

    /// <summary>Mean bytes per second of the runs.</summary>
    private static Dictionary<(string? Type, string? Site), double> Rates(IReadOnlyList<ComparedRun> runs)
    {
        var rates = new Dictionary<(string? Type, string? Site), double>();
        foreach (var run in runs)
        {
            if (run.Process.Allocations is not { } allocations || run.Nanoseconds is not { } length) continue;
            foreach (var site in allocations.Sites)
            {
                var key = (site.Type, Frame(site));
                rates[key] = rates.GetValueOrDefault(key) + (site.Bytes / (length / 1e9) / runs.Count);
            }
        }

        return rates;
    }

    private static string? Frame(AllocationSiteDocument site) =>
        site.AppFrame is { } own && own >= 0 && own < site.Stack.Count ? site.Stack[(int)own] : site.Stack.Count > 0 ? site.Stack[0] : null;
}
