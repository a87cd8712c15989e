using Unpause.Analysis.Heap;
using Unpause.Reports.Documents;

namespace Unpause.Reports;

/// <summary>Who holds a heap's objects, as tables and sentences for people.</summary>
internal static class HeldTables
{
    /// <summary>Less is what the runtime keeps for itself.</summary>
    private const double LeastUntoldPercent = 1;

    /// <summary>Where objects are held.</summary>
    public static TextTable Holders(HeapContent heap, int rows) => new(
        ["objects ← who holds them", "objects", "with all they hold", "freed if let go"],
        [.. heap.Holders.Take(rows).Select(held => (string[])
        [
            PlainText.Clean(held.Text),
            Quantities.Count(held.Objects),
            Quantities.Bytes(held.AllBytes),
            held.FreedBytes is { } freed ? Quantities.Bytes(freed) : "-",
        ])]);

    /// <summary>What changed between two heaps.</summary>
    public static TextTable Changes(IReadOnlyList<HeldChange> changes, int rows) => new(
        ["objects ← who holds them", "before", "after", "bytes before", "bytes after"],
        [.. changes.Take(rows).Select(change => (string[])
        [
            PlainText.Clean(change.Now.Text),
            Quantities.Count(change.Before),
            Quantities.Count(change.Now.Objects),
            Quantities.Bytes(change.BeforeBytes),
            Quantities.Bytes(change.Now.AllBytes),
        ])]);

    /// <summary>Where objects are held, of a report.</summary>
    public static TextTable Holders(HeapObjectsDocument? heap, int rows) => new(
        ["objects ← who holds them", "objects", "with all they hold", "freed if let go"],
        [.. (heap?.Retained ?? []).Take(rows).Select(held => (string[])
        [
            PlainText.Clean(held.PathText),
            Quantities.Count(held.Objects),
            Quantities.Bytes(held.RetainedBytes),
            held.FreedBytes is { } freed ? Quantities.Bytes(freed) : "-",
        ])]);

    /// <summary>What the table of holders rests on; empty where there is none.</summary>
    public static string Basis(HeapObjectsDocument? heap) => heap is null
        ? ""
        : $"{Quantities.Count(heap.Objects)} objects, {Quantities.Bytes(heap.Bytes)}, after a full collection made to list them"
            + (heap.StopMs is { } stop ? $", which stopped the program for {Cell.Duration(stop)} at the end" : "");

    /// <summary>What to look at first.</summary>
    public static IEnumerable<string> Sentences(HeapContent heap)
    {
        var stop = heap.StopNanoseconds is { } length ? $" Listing them stopped the program for {Quantities.Duration(length)}." : "";
        yield return $"{Quantities.Count(heap.Objects)} objects, {Quantities.Bytes(heap.Bytes)}, after a full collection.{stop}";
        var untold = 100.0 * (heap.Bytes - heap.HeldBytes) / Math.Max(1, heap.Bytes);
        if (untold >= LeastUntoldPercent) yield return $"Who holds {Quantities.Percent(untold)} of it the runtime doesn't tell.";
        if (heap.Holders is not [var most, ..]) yield break;
        yield return $"Most is held in {PlainText.Clean(most.Root)}: {Quantities.Count(most.Objects)} {Name(most.Type)}, "
            + $"with all they hold {Quantities.Bytes(most.AllBytes)} "
            + $"({Quantities.Percent(100.0 * most.AllBytes / Math.Max(1, heap.Bytes))})"
            + $"{(most.Mostly == most.Type ? "" : $", most of it {Name(most.Mostly)}")}.";
    }

    /// <summary>What changed most.</summary>
    public static IEnumerable<string> Sentences(IReadOnlyList<HeldChange> changes)
    {
        if (changes is not [{ Bytes: > 0 } most, ..]) yield break;
        yield return $"Grew most: {Name(most.Now.Type)} in {PlainText.Clean(most.Now.Root)}, {Quantities.Count(most.Before)} → "
            + $"{Quantities.Count(most.Now.Objects)} objects, with all they hold {Quantities.Bytes(most.BeforeBytes)} → "
            + $"{Quantities.Bytes(most.Now.AllBytes)}.";
    }

    private static string Name(string type) => PlainText.Clean(HeapTypeName.Short(type));
}
