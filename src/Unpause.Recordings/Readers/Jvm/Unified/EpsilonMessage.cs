namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// <c>Heap: 8192M reserved, 504M (6.16%) committed, 411M (5.02%) used</c>: Epsilon never frees, so what is used was allocated.
/// </summary>
internal static class EpsilonMessage
{
    /// <summary>Takes in what follows <c>Heap: </c>.</summary>
    public static void Apply(RecordingBuilder recording, ReadOnlySpan<byte> rest)
    {
        var cursor = new Utf8Cursor(rest);
        if (cursor.TrySkipPast("committed, "u8) && cursor.TryTakeBytes(out var used)) recording.AllocatedBytes = used;
    }
}
