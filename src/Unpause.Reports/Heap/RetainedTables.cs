using Unpause.Analysis.Heap;

namespace Unpause.Reports.Heap;

/// <summary>What retains the objects of a heap, as tables and sentences.</summary>
internal static class RetainedTables
{
    /// <summary>A smaller share belongs to the runtime itself.</summary>
    private const double LeastUnreportedPercent = 1;

    /// <summary>The retainers of a heap.</summary>
    public static TextTable Retainers(HeapContent heap, int rows) => new(
        ["objects ← retained by", "objects", "on shortest paths", "retained size"],
        [.. heap.Retainers.Take(rows).Select(retained => (string[])
        [
            PlainText.Clean(retained.Text),
            Quantities.Count(retained.Objects),
            Quantities.Bytes(retained.AllBytes),
            retained.RetainedBytes is { } size ? Quantities.Bytes(size) : "-",
        ])]);

    /// <summary>What changed between two heaps.</summary>
    public static TextTable Changes(IReadOnlyList<RetainedChange> changes, int rows) => new(
        ["objects ← retained by", "before", "after", "bytes before", "bytes after"],
        [.. changes.Take(rows).Select(change => (string[])
        [
            PlainText.Clean(change.Now.Text),
            Quantities.Count(change.Before),
            Quantities.Count(change.Now.Objects),
            Quantities.Bytes(change.BeforeBytes),
            Quantities.Bytes(change.Now.AllBytes),
        ])]);

    /// <summary>The retainers in a report.</summary>
    public static TextTable Retainers(HeapObjectsDocument? heap, int rows) => new(
        ["objects ← retained by", "objects", "on shortest paths", "retained size"],
        [.. (heap?.Retained ?? []).Take(rows).Select(retained => (string[])
        [
            PlainText.Clean(retained.PathText),
            Quantities.Count(retained.Objects),
            Quantities.Bytes(retained.ShortestPathBytes),
            retained.RetainedBytes is { } size ? Quantities.Bytes(size) : "-",
        ])]);

    /// <summary>The heap snapshot behind the table of retainers; empty where there is none.</summary>
    public static string Basis(HeapObjectsDocument? heap) => heap is null
        ? ""
        : $"{Quantities.Count(heap.Objects)} objects, {Quantities.Bytes(heap.Bytes)}, after an induced full GC"
            + (heap.StopMs is { } stop ? $"; the snapshot paused the application for {Cell.Duration(stop)}" : "");

    /// <summary>The main results as sentences.</summary>
    public static IEnumerable<string> Sentences(HeapContent heap)
    {
        var stop = heap.StopNanoseconds is { } length ? $" The snapshot paused the application for {Quantities.Duration(length)}." : "";
        yield return $"{Quantities.Count(heap.Objects)} objects, {Quantities.Bytes(heap.Bytes)}, after a full collection.{stop}";
        if (heap.Kinds is { } kinds)
            yield return "By kind: " + string.Join(", ", kinds.Select(kind => $"{kind.Name} {Quantities.Bytes(kind.Bytes)}")) + ".";

        var unreported = 100.0 * (heap.Bytes - heap.RetainedBytes) / Math.Max(1, heap.Bytes);
        if (unreported >= LeastUnreportedPercent)
        {
            yield return $"The runtime does not report what retains {Quantities.Percent(unreported)} of it.";
        }
        if (heap.Retainers.FirstOrDefault(retained => retained.HasPlace) is not { } most) yield break;
        yield return $"{PlainText.Clean(most.Root)} retains the most: {Quantities.Count(most.Objects)} {Name(most, most.Type)}, "
            + $"{Quantities.Bytes(most.AllBytes)} on shortest paths through them "
            + $"({Quantities.Percent(100.0 * most.AllBytes / Math.Max(1, heap.Bytes))})"
            + $"{(most.Mostly == most.Type ? "" : $", dominated by {Name(most, most.Mostly)}")}.";
    }

    /// <summary>The largest change as a sentence.</summary>
    public static IEnumerable<string> Sentences(IReadOnlyList<RetainedChange> changes)
    {
        if (changes.FirstOrDefault(change => change.Now.HasPlace) is not { Bytes: > 0 } most) yield break;
        yield return $"Largest growth: {Name(most.Now, most.Now.Type)} in {PlainText.Clean(most.Now.Root)}, "
            + $"{Quantities.Count(most.Before)} → {Quantities.Count(most.Now.Objects)} objects, "
            + $"{Quantities.Bytes(most.BeforeBytes)} → {Quantities.Bytes(most.Now.AllBytes)} on shortest paths through them.";
    }

    private static string Name(RetainedObjects of, string type) => PlainText.Clean(of.Short(type));
}
