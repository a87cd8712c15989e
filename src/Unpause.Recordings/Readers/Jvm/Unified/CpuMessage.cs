namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary><c>User=0.01s Sys=0.00s Real=0.00s</c>, cut to 10 ms by the JVM.</summary>
internal static class CpuMessage
{
    /// <summary>Adds the CPU time to a collection.</summary>
    public static void Apply(Collection.Builder collection, ReadOnlySpan<byte> message)
    {
        var cursor = new Utf8Cursor(message);
        if (!cursor.TryTake("User="u8) || !cursor.TryTakeSeconds(out var user)) return;
        if (!cursor.TryTake("s Sys="u8) || !cursor.TryTakeSeconds(out var system) || !cursor.TryTake((byte)'s')) return;
        collection.CpuNanoseconds = Total.Of(collection.CpuNanoseconds ?? 0) + user + system;
        collection.SystemCpuNanoseconds = Total.Of(collection.SystemCpuNanoseconds ?? 0) + system;
    }
}
