namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// The timestamp that our recorder writes in front of a gc line when it arrives: <c>1763722800.123456789 gc 12 @…</c>,
/// seconds since 1970 with nine digits.
/// </summary>
internal static class ArrivalStamp
{
    private const int Fraction = 9;

    /// <summary>Reads the timestamp that ends a text.</summary>
    /// <param name="before">The text in front of the gc line.</param>
    /// <returns>Nanoseconds since 1970; null when it does not end with a timestamp.</returns>
    public static long? Before(ReadOnlySpan<byte> before)
    {
        if (before.Length < Fraction + 3 || before[^1] != ' ' || before[^(Fraction + 2)] != '.') return null;
        before = before[..^1];
        if (before[^Fraction..].ContainsAnyExceptInRange((byte)'0', (byte)'9')) return null;
        var seconds = before[..^(Fraction + 1)];
        var first = seconds.LastIndexOfAnyExceptInRange((byte)'0', (byte)'9') + 1;
        var cursor = new Utf8Cursor(before[first..]);
        return cursor.TryTakeFixed(Fraction, out var nanoseconds) && cursor.AtEnd && nanoseconds <= 2 * Limits.LongestNanoseconds
            ? nanoseconds
            : null;
    }
}
