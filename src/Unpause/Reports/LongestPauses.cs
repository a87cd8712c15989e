using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The longest pauses with the collections that they belong to, as text cells.</summary>
internal static class LongestPauses
{
    private const int MostRows = 10;

    /// <summary>The table, the longest first; no rows without pauses.</summary>
    public static TextTable Of(Recording recording)
    {
        var longest = new PriorityQueue<Pause, (long, long)>();
        foreach (var pause in recording.Pauses)
        {
            longest.Enqueue(pause, (pause.DurationNanoseconds, -pause.StartNanoseconds));
            if (longest.Count > MostRows) longest.Dequeue();
        }

        var rows = new List<string[]>();
        while (longest.TryDequeue(out var pause, out _)) rows.Add(Row(recording, pause));
        rows.Reverse();
        return new TextTable(["longest pauses", "collection", "cause", "at", "allocated", "before", "after", "promoted"], rows);
    }

    private static string[] Row(Recording recording, Pause pause)
    {
        var collection = recording.Collections[pause.Collection];
        var type = CollectionType.Of(recording, pause.Collection) ?? collection.Generation;
        return
        [
            Quantities.Duration(pause.DurationNanoseconds),
            $"{collection.Number}{(type is null ? "" : $" {type}")}",
            PlainText.Clean(collection.RuntimeCause ?? collection.Cause ?? "–"),
            pause.HasTime ? Quantities.Duration(pause.StartNanoseconds) : "–",
            Bytes(collection.AllocatedBytes),
            Bytes(collection.HeapBeforeBytes),
            Bytes(collection.HeapAfterBytes),
            Bytes(collection.PromotedBytes),
        ];
    }

    private static string Bytes(long? bytes) => bytes is { } known ? Quantities.Bytes(known) : "–";
}
