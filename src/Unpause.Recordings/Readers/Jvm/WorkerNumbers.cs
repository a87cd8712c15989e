namespace Unpause.Recordings.Readers.Jvm;

/// <summary>The numbers of a line over workers, in the requested unit.</summary>
/// <param name="Sum">All workers; null where not printed.</param>
internal readonly record struct WorkerNumbers(long Min, long Average, long Max, long? Sum)
{
    /// <summary>As the spread of a phase.</summary>
    public WorkerSpread Spread => new(Min, Max, Sum);

    /// <summary>Reads <c>Min: 14.0, Avg: 20.6, Max: 34.4, Diff: 20.4, Sum: 165.0</c>; the sum may be absent.</summary>
    /// <param name="text">Begins at <c>Min</c>.</param>
    /// <param name="digits">Numbers are multiplied by 10 to this power: 6 gives nanoseconds from milliseconds.</param>
    public static bool TryRead(ReadOnlySpan<byte> text, int digits, out WorkerNumbers numbers)
    {
        numbers = default;
        var cursor = new Utf8Cursor(text);
        if (!Take(ref cursor, "Min: "u8, digits, out var min)) return false;
        if (!Take(ref cursor, ", Avg: "u8, digits, out var average)) return false;
        if (!Take(ref cursor, ", Max: "u8, digits, out var max)) return false;
        if (!Take(ref cursor, ", Diff: "u8, digits, out _)) return false;
        long? sum = Take(ref cursor, ", Sum: "u8, digits, out var printed) ? printed : null;
        numbers = new WorkerNumbers(min, average, max, sum);
        return true;
    }

    private static bool Take(ref Utf8Cursor cursor, ReadOnlySpan<byte> label, int digits, out long value)
    {
        value = 0;
        if (!cursor.TryTake(label)) return false;
        cursor.SkipSpaces();
        return cursor.TryTakeFixed(digits, out value);
    }
}
