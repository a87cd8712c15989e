namespace Unpause.Recordings;

/// <summary>Whether a line that no reader understood probably reported a pause: it names a collection and has a duration.</summary>
public static class LostPause
{
    private static readonly byte[][] Names =
    [
        .. new[] { "Pause ", "Full GC", "[GC", "GC pause", "[ParNew", "] Safepoint", "threads were stopped: " }
            .Select(Encoding.ASCII.GetBytes)
    ];

    /// <summary>Whether a line names a collection, or another stop, and a duration behind that.</summary>
    public static bool Is(ReadOnlySpan<byte> line)
    {
        foreach (var name in Names)
        {
            if (line.IndexOf(name) is var at and >= 0) return HasDuration(line[(at + name.Length)..]);
        }

        return false;
    }

    /// <summary>Whether a text has a number with the unit <c>s</c>, <c>ms</c>, <c>sec</c> or <c>secs</c>.</summary>
    private static bool HasDuration(ReadOnlySpan<byte> text)
    {
        while (text.IndexOfAnyInRange((byte)'0', (byte)'9') is var at and >= 0)
        {
            text = text[at..];
            var end = text.IndexOfAnyExcept("0123456789.,"u8);
            if (end < 0) return false;
            text = text[end..];
            var unit = text[0] == ' ' ? text[1..] : text;
            var length = unit.IndexOfAnyExceptInRange((byte)'a', (byte)'z');
            if (unit[..(length < 0 ? unit.Length : length)] is [(byte)'s'] or [(byte)'m', (byte)'s']
                or [(byte)'s', (byte)'e', (byte)'c'] or [(byte)'s', (byte)'e', (byte)'c', (byte)'s'])
            {
                return true;
            }
        }

        return false;
    }
}
