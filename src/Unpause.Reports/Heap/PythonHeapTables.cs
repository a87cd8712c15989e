using Unpause.Recordings.Cycles;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.PythonHeaps;

namespace Unpause.Reports.Heap;

/// <summary>CPython heap snapshots as tables and sentences.</summary>
internal static class PythonHeapTables
{
    /// <summary>Every process has a smaller share of uncollected garbage.</summary>
    private const double LeastGarbagePercent = 1;

    /// <summary>The collector follows fewer references in negligible time.</summary>
    private const long LeastPlain = 1_000_000;

    /// <summary>GC time for a million floats in one list: 17.8 and 18.5 ms for five million (CPython 3.13 and 3.11).</summary>
    private const double NanosecondsOfMillion = 3.6e6;

    /// <summary>Types with fewer objects do not fill a heap. Dictionaries, lists and tuples belong to other, shown objects.</summary>
    private const double LeastPercent = 1, LeastLibraryPercent = 5;

    /// <summary>What retains the newest objects.</summary>
    public static TextTable Newest(IReadOnlyList<NewestObjects> newest, int rows) => new(
        ["newest objects: retained by", "share"],
        [.. newest.Take(rows).Select(group => (string[])
        [
            PlainText.Clean($"{PythonNames.Short(group.Type)}: {group.Way}"),
            $"{Quantities.Count(group.Objects)} of {Quantities.Count(group.Followed)}",
        ])]);

    /// <summary>The main results of one heap snapshot as sentences.</summary>
    public static IEnumerable<string> Sentences(PythonHeap heap, ClassHistogram histogram)
    {
        yield return Size(heap, histogram);
        if (Garbage(heap) is { } garbage) yield return garbage;
        if (Plain(heap) is { } plain) yield return plain;
    }

    /// <summary>The growth between two heap snapshots as sentences.</summary>
    public static IEnumerable<string> Sentences(PythonGrowth growth, HistogramComparison comparison)
    {
        var between = growth.Nanoseconds is { } time ? $"In {Quantities.Duration(time)}: " : "";
        yield return $"{between}{Quantities.Count(comparison.Before.Instances)} objects, {Quantities.Bytes(comparison.Before.Bytes)} "
            + $"→ {Quantities.Count(comparison.After.Instances)} objects, "
            + $"{Quantities.Bytes(comparison.After.Bytes)}, without cyclic garbage.";
        if (comparison.Classes.Where(change => !change.Library && change.Instances > 0).FirstOrDefault() is { Instances: > 0 } most)
        {
            var way = growth.Newest.FirstOrDefault(group => group.Type == most.Type);
            yield return $"Largest growth of an application class: {PlainText.Clean(most.Type)}, "
                + $"{Quantities.Count(most.Before.Instances)} → {Quantities.Count(most.After.Instances)}"
                + (way is null ? "." : $"; the newest are retained by {PlainText.Clean(way.Way)}.");
        }

        if (Garbage(growth.After) is { } garbage) yield return garbage;
        if (Plain(growth.After) is { } plain) yield return plain;
    }

    /// <summary>The newest objects of one snapshot: the application's own types first, then other numerous types.</summary>
    public static IReadOnlyList<NewestObjects> Newest(PythonHeap heap, ClassHistogram histogram)
    {
        var all = Live(heap);
        return [.. NewestObjects.Group(heap.Newest)
            .Where(group => 100.0 * histogram[group.Type].Instances
                >= (PythonTypeName.IsLibrary(group.Type) ? LeastLibraryPercent : LeastPercent) * all)
            .OrderBy(group => PythonTypeName.IsLibrary(group.Type)).ThenByDescending(group => histogram[group.Type].Instances)];
    }

    private static long Live(PythonHeap heap) => heap.Types.Sum(type => type.Live);

    private static string Size(PythonHeap heap, ClassHistogram histogram)
    {
        var parts = heap.Types.Sum(type => type.Parts);
        return $"{Quantities.Count(Live(heap), "live object")} that the collector tracks, and about "
            + $"{Quantities.Count(parts)} untracked strings, numbers etc. in them: {Quantities.Bytes(histogram.Bytes)} in total.";
    }

    private static string? Garbage(PythonHeap heap)
    {
        var share = 100.0 * heap.Garbage / Math.Max(1, heap.Objects ?? 0);
        var most = heap.Types.Where(type => type.Garbage > 0)
            .OrderBy(type => PythonTypeName.IsLibrary(type.Name)).ThenByDescending(type => type.Garbage).FirstOrDefault();
        if (share < LeastGarbagePercent || most.Garbage == 0) return null;
        return $"Another {Quantities.Count(heap.Garbage)} objects ({Quantities.Percent(share)}), {Quantities.Bytes(heap.GarbageBytes)}, "
            + $"are cyclic garbage, including {Quantities.Count(most.Garbage)} {PlainText.Clean(PythonNames.Short(most.Name))}. "
            + "To see the cycles: unpause cycles.";
    }

    private static string? Plain(PythonHeap heap)
    {
        if (heap.FollowedInPlain < LeastPlain || heap.LargestPlain is not [var largest, ..]) return null;
        return $"Each full collection follows {Quantities.Count(heap.FollowedInPlain, "reference")} in "
            + $"{Quantities.Count(heap.PlainContainers, "container")} that hold only strings and numbers and can never be cyclic garbage. "
            + $"That takes {Quantities.Duration(NanosecondsOfMillion)} per million references, plus the cost of each container. "
            + $"The largest is a {PlainText.Clean(PythonNames.Short(largest.Type))} of {Quantities.Count(largest.References)}, "
            + $"{PlainText.Clean(largest.Text)}. The collector does not track tuples of strings and numbers, or an array.array.";
    }
}
