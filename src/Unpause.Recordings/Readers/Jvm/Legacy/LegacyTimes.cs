namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary><c>Times: user=1.40 sys=0.00, real=0.19 secs</c> (JDK 6-8).</summary>
internal static class LegacyTimes
{
    /// <summary>Adds CPU times to a collection.</summary>
    public static void Apply(Collection.Builder collection, ReadOnlySpan<byte> content)
    {
        var cursor = new Utf8Cursor(content);
        if (!cursor.TryTake("Times: user="u8) || !cursor.TryTakeSeconds(out var user)) return;
        if (!cursor.TryTake(" sys="u8) || !cursor.TryTakeSeconds(out var system) || !cursor.TryTake(", real="u8)) return;
        collection.CpuNanoseconds = Total.Of(collection.CpuNanoseconds ?? 0) + user + system;
        collection.SystemCpuNanoseconds = Total.Of(collection.SystemCpuNanoseconds ?? 0) + system;
    }
}
