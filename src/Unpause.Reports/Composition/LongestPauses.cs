namespace Unpause.Reports.Composition;

/// <summary>The longest pauses with the collections that they belong to.</summary>
internal static class LongestPauses
{
    private const int Most = 10;

    /// <summary>The longest first; empty without pauses.</summary>
    public static IReadOnlyList<LongPause> Find(Recording recording)
    {
        var longest = new PriorityQueue<Pause, (long, long)>();
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                if (longest.Count == Most && longest.Peek().DurationNanoseconds > pause.DurationNanoseconds) continue;
                longest.Enqueue(pause, (pause.DurationNanoseconds, -pause.StartNanoseconds));
                if (longest.Count > Most) longest.Dequeue();
            }
        }

        var rows = new List<LongPause>();
        while (longest.TryDequeue(out var pause, out _)) rows.Add(Row(recording, pause));
        rows.Reverse();
        return rows;
    }

    private static LongPause Row(Recording recording, Pause pause)
    {
        var collection = recording.Collections[pause.Collection];
        return new()
        {
            DurationMs = new(pause.DurationNanoseconds),
            StartMs = pause.HasTime ? new Milliseconds(pause.StartNanoseconds) : null,
            Collection = collection.Number,
            Type = CollectionType.Format(recording.Collections, recording.Facts, pause.Collection) ?? collection.Generation,
            Cause = collection.RuntimeCause ?? collection.Cause,
            AllocatedBytes = collection.AllocatedBytes,
            HeapBeforeBytes = collection.HeapBeforeBytes,
            HeapAfterBytes = collection.HeapAfterBytes,
            PromotedBytes = collection.PromotedBytes,
        };
    }
}
