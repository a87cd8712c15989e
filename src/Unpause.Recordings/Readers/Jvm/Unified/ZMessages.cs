namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>ZGC's collection lines and the rows of its heap table.</summary>
internal sealed class ZMessages(JvmProcess process, TimedMessages timed)
{
    /// <summary>Takes in a line.</summary>
    public void Apply(MessageKind kind, Collection.Builder collection, ReadOnlySpan<byte> message, int length, byte letter, long? at)
    {
        if (kind == MessageKind.ZCollection)
        {
            ApplyCollection(collection, message, at);
            return;
        }

        // The old part of a major collection repeats rows of its own generation.
        if (!TryReadLastColumn(message[length..], out var bytes)) return;
        switch (kind)
        {
            case MessageKind.ZLive:
                if (letter != 'y') collection.LiveBytes = letter == 'O' ? Total.From(collection.LiveBytes ?? 0) + bytes : bytes;
                if (letter != 'O') collection.SurvivorBytes = bytes;
                break;
            case MessageKind.ZPromoted:
                collection.PromotedBytes = bytes;
                break;
            case MessageKind.ZAllocated when letter != 'O':
                collection.AllocatedBytes = Total.From(collection.AllocatedBytes ?? 0) + bytes;
                break;
        }
    }

    /// <summary>
    /// <c>Minor Collection (cause) 84M(66%)-&gt;30M(23%) 0.002s</c>: the end; without sizes: the beginning. The seconds (21-25) span
    /// the concurrent work, so they are no pause.
    /// </summary>
    private void ApplyCollection(Collection.Builder collection, ReadOnlySpan<byte> message, long? at)
    {
        var sizes = message.LastIndexOf(") "u8);
        var arrow = message.IndexOf("->"u8);
        var text = message;
        HeapChange? change = null;
        if (arrow > 0)
        {
            var blank = message[..arrow].LastIndexOf((byte)' ');
            if (blank <= 0 || sizes < 0 && !message.EndsWith(")"u8)) return;
            var cursor = new Utf8Cursor(message[(blank + 1)..]);
            if (!cursor.TryTakeHeapChange(out var taken)) return;
            change = taken;
            text = message[..blank];
        }

        var parsed = timed.TextOf(text);
        var minor = parsed.Name.StartsWith("Minor", StringComparison.Ordinal);
        collection.Generation = minor ? Generations.Young : Generations.Old;
        collection.Kind = CollectionKind.Background;
        collection.WholeHeap = !minor;
        TimedMessages.SetCause(collection, parsed);
        JvmProcess.Ended(collection, at);
        if (change is { } heap) process.HeapChanged(collection, heap);
    }

    /// <summary>
    /// Takes in <c>Allocation Stalls:  0  37  54  0</c>: how many threads waited for memory at four moments of the collection
    /// (<c>ZPageAllocator::stats</c> takes the length of their queue), so one that waits long counts more than once.
    /// </summary>
    public static void AddStalls(RecordingBuilder recording, int collection, ReadOnlySpan<byte> row)
    {
        var cursor = new Utf8Cursor(row);
        long most = 0, sum = 0;
        for (var column = 0; column < 4; column++)
        {
            cursor.SkipSpaces();
            if (!cursor.TryTakeFixed(0, out var waiting)) return;
            most = Math.Max(most, waiting);
            sum += waiting;
        }

        if (sum > 0) recording.Counters.Add(new Counter(collection, JvmCounters.WaitingThreads, most, sum));
    }

    /// <summary>Takes in the row of what was in use: its fifth column is the most of the whole collection.</summary>
    public static void AddPeak(RecordingBuilder recording, ReadOnlySpan<byte> row)
    {
        var cursor = new Utf8Cursor(row);
        long bytes = 0;
        for (var column = 0; column < 5; column++)
        {
            cursor.SkipSpaces();
            if (!cursor.TryTakeBytes(out bytes)) return;
            cursor.SkipSpaces();
            if (!cursor.TrySkipPast(")"u8)) return;
        }

        recording.HeapPeakBytes = Math.Max(recording.HeapPeakBytes ?? 0, bytes);
    }

    /// <summary>
    /// The columns are Mark Start, Mark End, Relocate Start, Relocate End and, in some rows, High and Low; <c>-</c> where
    /// a moment has no value. The fourth is the end of the collection.
    /// </summary>
    private static bool TryReadLastColumn(ReadOnlySpan<byte> row, out long bytes)
    {
        bytes = 0;
        var cursor = new Utf8Cursor(row);
        for (var column = 0; column < 4; column++)
        {
            cursor.SkipSpaces();
            if (cursor.TryTake((byte)'-')) continue;
            if (!cursor.TryTakeBytes(out bytes)) return false;
            cursor.SkipSpaces();
            if (!cursor.TrySkipPast(")"u8)) return false;
            if (column == 3) return true;
        }

        return false;
    }
}
