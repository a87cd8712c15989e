using Unpause.Cycles;
using Unpause.Histograms;
using Unpause.PythonHeaps;

namespace Unpause.Reports;

/// <summary>Looks at CPython heaps as tables and sentences for people.</summary>
internal static class PythonHeapTables
{
    /// <summary>A smaller share waits for the collector in every program.</summary>
    private const double LeastGarbagePercent = 1;

    /// <summary>Fewer references are followed in a moment.</summary>
    private const long LeastPlain = 1_000_000;

    /// <summary>What the collector needs for a million floats in one list: 17.8 and 18.5 ms for five (CPython 3.13 and 3.11).</summary>
    private const double NanosecondsOfMillion = 3.6e6;

    /// <summary>Types of fewer objects are not what fills a heap; dictionaries, lists and tuples belong to somebody who is told.</summary>
    private const double LeastPercent = 1, LeastLibraryPercent = 5;

    /// <summary>Who holds the newest objects.</summary>
    public static TextTable Newest(IReadOnlyList<NewestObjects> newest, int rows) => new(
        ["the newest: who holds them", "of those"],
        [.. newest.Take(rows).Select(group => (string[])
        [
            PlainText.Clean($"{PythonNames.Short(group.Type)}: {group.Way}"),
            $"{Quantities.Count(group.Objects)} of {Quantities.Count(group.Followed)}",
        ])]);

    /// <summary>What to look at first in one look.</summary>
    public static IEnumerable<string> Sentences(PythonHeap heap, ClassHistogram histogram)
    {
        yield return Size(heap, histogram);
        if (Garbage(heap) is { } garbage) yield return garbage;
        if (Plain(heap) is { } plain) yield return plain;
    }

    /// <summary>What grew.</summary>
    public static IEnumerable<string> Sentences(PythonGrowth growth, HistogramComparison comparison)
    {
        var between = growth.Nanoseconds is { } time ? $"In {Quantities.Duration(time)}: " : "";
        yield return $"{between}{Quantities.Count(comparison.Before.Instances)} objects, {Quantities.Bytes(comparison.Before.Bytes)} "
            + $"→ {Quantities.Count(comparison.After.Instances)} objects, {Quantities.Bytes(comparison.After.Bytes)}, without what only "
            + "the collector can free.";
        if (comparison.Classes.Where(change => !change.Library && change.Instances > 0).FirstOrDefault() is { Instances: > 0 } most)
        {
            var way = growth.Newest.FirstOrDefault(group => group.Type == most.Type);
            yield return $"Grew most of the program's own classes: {PlainText.Clean(most.Type)}, "
                + $"{Quantities.Count(most.Before.Instances)} → {Quantities.Count(most.After.Instances)}"
                + (way is null ? "." : $"; the newest are held by {PlainText.Clean(way.Way)}.");
        }

        if (Garbage(growth.After) is { } garbage) yield return garbage;
        if (Plain(growth.After) is { } plain) yield return plain;
    }

    /// <summary>The newest objects of one look: the program's own types first, of others those that are numerous.</summary>
    public static IReadOnlyList<NewestObjects> Newest(PythonHeap heap, ClassHistogram histogram)
    {
        var all = Live(heap);
        return [.. NewestObjects.Of(heap.Newest)
            .Where(group => 100.0 * histogram[group.Type].Instances
                >= (PythonTypeName.IsLibrary(group.Type) ? LeastLibraryPercent : LeastPercent) * all)
            .OrderBy(group => PythonTypeName.IsLibrary(group.Type)).ThenByDescending(group => histogram[group.Type].Instances)];
    }

    private static long Live(PythonHeap heap) => heap.Types.Sum(type => type.Live);

    private static string Size(PythonHeap heap, ClassHistogram histogram)
    {
        var parts = heap.Types.Sum(type => type.Parts);
        return $"{Quantities.Count(Live(heap), "object")} that the collector knows and something holds, and about "
            + $"{Quantities.Count(parts)} strings, numbers and the like in them, {Quantities.Bytes(histogram.Bytes)} in all.";
    }

    private static string? Garbage(PythonHeap heap)
    {
        var share = 100.0 * heap.Garbage / Math.Max(1, heap.Objects ?? 0);
        var most = heap.Types.Where(type => type.Garbage > 0)
            .OrderBy(type => PythonTypeName.IsLibrary(type.Name)).ThenByDescending(type => type.Garbage).FirstOrDefault();
        if (share < LeastGarbagePercent || most.Garbage == 0) return null;
        return $"Only the collector can free {Quantities.Count(heap.Garbage)} more ({Quantities.Percent(share)}), "
            + $"{Quantities.Bytes(heap.GarbageBytes)}, among them {Quantities.Count(most.Garbage)} "
            + $"{PlainText.Clean(PythonNames.Short(most.Name))}: unpause cycles tells which cycles they are in.";
    }

    private static string? Plain(PythonHeap heap)
    {
        if (heap.FollowedInPlain < LeastPlain || heap.LargestPlain is not [var largest, ..]) return null;
        return $"Each full collection looks through {Quantities.Count(heap.FollowedInPlain, "reference")} in "
            + $"{Quantities.Count(heap.PlainContainers, "container")} of nothing but strings and numbers, in vain "
            + $"({Quantities.Duration(NanosecondsOfMillion)} a million, beside what each container costs); the largest is a "
            + $"{PlainText.Clean(PythonNames.Short(largest.Type))} of {Quantities.Count(largest.References)}, "
            + $"{PlainText.Clean(largest.Text)}. Tuples of them, or an array.array, it leaves alone.";
    }
}
