namespace Unpause.Recordings.Readers.Prefixes;

/// <summary>
/// The times of prefixes: RFC 3339, <c>2026-11-22T10:00:00.123456789Z</c>, with any digits and zone, and syslog's <c>Nov 22 10:00:00</c>.
/// </summary>
internal static class PrefixTime
{
    private const int Day = 10;
    private const int Seconds = 19;
    private const long NanosecondsASecond = 1_000_000_000;

    /// <summary>Colons of a line that are looked at for a time.</summary>
    private const int MostColons = 16;

    /// <summary>Reads a time at a text's beginning.</summary>
    /// <param name="unixNanoseconds">Since 1970.</param>
    /// <param name="grain">The unit of its last digit, in nanoseconds.</param>
    /// <param name="length">Its length in bytes.</param>
    public static bool TryRead(ReadOnlySpan<byte> text, out long unixNanoseconds, out long grain, out int length)
    {
        if (!TryReadClock(text, (byte)'T', out unixNanoseconds, out grain, out length)) return false;
        if (!TryReadZone(text, ref length, out var minutes)) return false;
        unixNanoseconds -= minutes * 60 * NanosecondsASecond;
        return true;
    }

    /// <summary>
    /// Reads the time of a line of an application's log: <c>2026-11-22 10:00:00,123</c> or with a T, with or without a zone, or Hadoop's
    /// <c>26/11/22 10:00:00</c>. The last of several, which the application's own logger wrote; those before it were put in front of it.
    /// </summary>
    /// <param name="unixNanoseconds">Since 1970; without a zone as if it were UTC.</param>
    /// <param name="hasZone">Whether a zone is given.</param>
    public static bool TryFindLocal(ReadOnlySpan<byte> text, out long unixNanoseconds, out bool hasZone)
    {
        (unixNanoseconds, hasZone) = (0, false);
        var found = false;
        for (var tries = 0; tries < MostColons && TryFindNextLocal(text, out var unix, out var zone, out var end); tries++)
        {
            (unixNanoseconds, hasZone, found) = (unix, zone, true);
            text = text[end..];
        }

        return found;
    }

    private static bool TryFindNextLocal(ReadOnlySpan<byte> text, out long unixNanoseconds, out bool hasZone, out int end)
    {
        const int ToColon = 13, ToColonOfShort = 11;
        (unixNanoseconds, hasZone, end) = (0, false, 0);
        Span<byte> whole = stackalloc byte[Seconds + 1];
        var colon = -1;
        for (var tries = 0; tries < MostColons; tries++)
        {
            if (text[(colon + 1)..].IndexOf((byte)':') is not (>= 0 and var next)) return false;
            colon += 1 + next;
            if (colon >= ToColon && text[colon - 3] is (byte)' ' or (byte)'T')
            {
                var from = text[(colon - ToColon)..];
                if (TryReadClock(from, text[colon - 3], out unixNanoseconds, out _, out var length))
                {
                    var rest = from[length..].StartsWith(" "u8) ? length + 1 : length;
                    hasZone = TryReadZone(from, ref rest, out var minutes);
                    if (hasZone) unixNanoseconds -= minutes * 60 * NanosecondsASecond;
                    end = colon - ToColon + rest;
                    return true;
                }
            }

            if (colon < ToColonOfShort || text[colon - 9] != '/' || text[colon - 6] != '/') continue;
            if (text.Length < colon + 6) return false;
            // 26/11/22 10:00:00 is 2026-11-22 10:00:00.
            "20"u8.CopyTo(whole);
            text.Slice(colon - ToColonOfShort, Seconds - 2).CopyTo(whole[2..]);
            (whole[4], whole[7], whole[Seconds]) = ((byte)'-', (byte)'-', (byte)' ');
            end = colon + 6;
            if (TryReadClock(whole, (byte)' ', out unixNanoseconds, out _, out _)) return true;
        }

        return false;
    }

    private static bool TryReadClock(ReadOnlySpan<byte> text, byte between, out long unixNanoseconds, out long grain, out int length)
    {
        (unixNanoseconds, grain, length) = (0, NanosecondsASecond, Seconds);
        if (text.Length <= Seconds || text[4] != '-' || text[7] != '-' || text[Day] != between) return false;
        if (text[13] != ':' || text[16] != ':') return false;
        Span<int> parts = stackalloc int[6];
        for (var i = 0; i < parts.Length; i++)
        {
            var from = i == 0 ? 0 : 2 + (3 * i);
            parts[i] = Number(text[from..(i == 0 ? 4 : from + 2)]);
        }

        if (parts[0] is < 1970 or > 2200 || parts[1] is < 1 or > 12 || parts[2] < 1 || parts[2] > DateTime.DaysInMonth(parts[0], parts[1])
            || parts[3] is < 0 or > 23 || parts[4] is < 0 or > 59 || parts[5] is < 0 or > 60)
        {
            return false;
        }

        long fraction = 0;
        if (text[length] is (byte)'.' or (byte)',')
        {
            for (length++; length < text.Length && char.IsAsciiDigit((char)text[length]); length++)
            {
                if (grain == 1) continue;
                grain /= 10;
                fraction += (text[length] - '0') * grain;
            }
        }

        var day = new DateTime(parts[0], parts[1], parts[2], 0, 0, 0, DateTimeKind.Utc) - DateTime.UnixEpoch;
        var seconds = (((day.Days * 24L) + parts[3]) * 60) + parts[4];
        unixNanoseconds = (((seconds * 60) + parts[5]) * NanosecondsASecond) + fraction;
        return true;
    }

    /// <summary>Reads the first time in a text.</summary>
    public static bool TryFind(ReadOnlySpan<byte> text, out long unixNanoseconds, out long grain)
    {
        (unixNanoseconds, grain) = (0, 0);
        for (var position = Day; position < text.Length; position++)
        {
            var next = text[position..].IndexOf((byte)'T');
            if (next < 0) return false;
            position += next;
            if (TryRead(text[(position - Day)..], out unixNanoseconds, out grain, out _)) return true;
        }

        return false;
    }

    /// <summary>Passes over <c>Nov 22 10:00:00</c>.</summary>
    public static bool TryPassShort(ReadOnlySpan<byte> text, out int length)
    {
        length = 15;
        if (text.Length <= length || text[3] != ' ' || text[6] != ' ' || text[9] != ':' || text[12] != ':') return false;
        if (!char.IsAsciiLetterUpper((char)text[0]) || text[1..3].ContainsAnyExceptInRange((byte)'a', (byte)'z')) return false;
        return Number(text[5..6]) >= 0 && Number(text[7..9]) >= 0 && Number(text[13..15]) >= 0;
    }

    private static bool TryReadZone(ReadOnlySpan<byte> text, ref int length, out int minutes)
    {
        minutes = 0;
        if (length >= text.Length) return false;
        var sign = text[length];
        if (sign == 'Z')
        {
            length++;
            return true;
        }

        if (sign is not ((byte)'+' or (byte)'-') || length + 5 > text.Length) return false;
        var colon = text[length + 3] == ':' ? 1 : 0;
        if (length + 5 + colon > text.Length) return false;
        var (hours, rest) = (Number(text[(length + 1)..(length + 3)]), Number(text[(length + 3 + colon)..(length + 5 + colon)]));
        if (hours < 0 || rest < 0) return false;
        minutes = ((hours * 60) + rest) * (sign == '-' ? -1 : 1);
        length += 5 + colon;
        return true;
    }

    private static int Number(ReadOnlySpan<byte> digits)
    {
        var value = 0;
        foreach (var digit in digits)
        {
            if (!char.IsAsciiDigit((char)digit)) return -1;
            value = (value * 10) + digit - '0';
        }

        return value;
    }
}
