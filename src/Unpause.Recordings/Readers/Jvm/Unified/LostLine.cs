namespace Unpause.Recordings.Readers.Jvm.Unified;

/// <summary>
/// Distinguishes an unreadable line of a collector from an application's own: a line that resembles a stop must be counted.
/// </summary>
internal static class LostLine
{
    /// <summary>Whether a line without known decorators resembles one of a collector's.</summary>
    public static bool Is(ReadOnlySpan<byte> line)
    {
        line = line.TrimEnd((byte)' ');
        if (line.IsEmpty) return false;
        if (line[0] == '[' && line.IndexOf("GC("u8) >= 0) return true;
        return LostPause.Is(line);
    }

    /// <summary>Whether a text names a pause and ends with its length.</summary>
    public static bool IsPause(ReadOnlySpan<byte> text) =>
        text is [.., >= (byte)'0' and <= (byte)'9', (byte)'m', (byte)'s'] && text.IndexOf("Pause "u8) >= 0;
}
