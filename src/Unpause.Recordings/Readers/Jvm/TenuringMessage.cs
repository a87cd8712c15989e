namespace Unpause.Recordings.Readers.Jvm;

/// <summary>
/// <c>Desired survivor size 2621440 bytes, new threshold 15 (max threshold 15)</c>, level debug of
/// <c>gc,age</c>; JDK 7-8 print <c>(max 15)</c>.
/// </summary>
internal static class TenuringMessage
{
    /// <summary>Takes in what follows <c>Desired survivor size </c>.</summary>
    public static void Apply(RecordingBuilder recording, int collection, ReadOnlySpan<byte> rest)
    {
        if (!TryRead(rest, out var threshold, out var max, out var desired)) return;
        Add(recording, collection, threshold, max, desired);
    }

    /// <summary>Adds the numbers to a recording.</summary>
    public static void Add(RecordingBuilder recording, int collection, long threshold, long max, long desired)
    {
        recording.Counters.Add(new Counter(collection, JvmCounters.TenuringThreshold, threshold, max));
        recording.Counters.Add(new Counter(collection, JvmCounters.DesiredSurvivorBytes, desired));
    }

    /// <summary>Takes in what follows ZGC's <c>Using tenuring threshold: </c>: <c>4 (Computed)</c>.</summary>
    public static void AddComputed(RecordingBuilder recording, int collection, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest);
        if (cursor.TryTakeFixed(0, out var threshold))
        {
            recording.Counters.Add(new Counter(collection, JvmCounters.ComputedTenuringThreshold, threshold));
        }
    }

    /// <summary>Reads the threshold, its maximum, and the desired size in bytes.</summary>
    public static bool TryRead(ReadOnlySpan<byte> rest, out long threshold, out long max, out long desired)
    {
        threshold = max = 0;
        var cursor = new Utf8Cursor(rest);
        if (!cursor.TryTakeFixed(0, out desired) || !cursor.TrySkipPast("new threshold "u8) || !cursor.TryTakeFixed(0, out threshold))
        {
            return false;
        }

        if (!cursor.TryTake(" (max "u8)) return false;
        cursor.TryTake("threshold "u8);
        return cursor.TryTakeFixed(0, out max);
    }
}
