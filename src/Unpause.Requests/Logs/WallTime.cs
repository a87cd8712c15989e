using System.Buffers.Text;

namespace Unpause.Requests.Logs;

/// <summary>Wall times as logs write them, to nanoseconds since 1970-01-01 UTC.</summary>
internal static class WallTime
{
    private const long Second = 1_000_000_000;
    private const string Months = "JanFebMarAprMayJunJulAugSepOctNovDec";

    /// <summary>Length of <c>10/Oct/2000:13:55:36 -0700</c>.</summary>
    public const int CommonLogLength = 26;

    /// <summary>Reads <c>10/Oct/2000:13:55:36 -0700</c>, as nginx's $time_local and Apache's %t have it.</summary>
    public static bool TryParseCommonLog(ReadOnlySpan<byte> text, out long unixNanoseconds)
    {
        unixNanoseconds = 0;
        if (text.Length != CommonLogLength || text[2] != '/' || text[6] != '/'
            || text[11] != ':' || text[14] != ':' || text[17] != ':' || text[20] != ' ')
        {
            return false;
        }

        if (!TryMonth(text.Slice(3, 3), out var month)) return false;
        return TryDigits(text[..2], out var day) && TryDigits(text.Slice(7, 4), out var year) && TryDigits(text.Slice(12, 2), out var hour)
            && TryDigits(text.Slice(15, 2), out var minute) && TryDigits(text.Slice(18, 2), out var second)
            && TryZone(text[21..], out var zone) && TryCompose(year, month, day, hour, minute, second, 0, zone, out unixNanoseconds);
    }

    /// <summary>
    /// Reads ISO 8601: <c>2023-01-15T08:23:45.123456789Z</c>, a blank for the T, a comma for the point, an offset for the
    /// Z. Without an offset it is taken as UTC, and <paramref name="zoned"/> is false.
    /// </summary>
    /// <param name="text">The time and nothing else.</param>
    /// <param name="digits">How many digits of a second it has, 0 to 9.</param>
    /// <param name="zoned">Whether it has a time zone.</param>
    public static bool TryParseIso(ReadOnlySpan<byte> text, out long unixNanoseconds, out int digits, out bool zoned)
    {
        unixNanoseconds = 0;
        digits = 0;
        zoned = false;
        if (text.Length < 19 || text[4] != '-' || text[7] != '-'
            || text[10] is not ((byte)'T' or (byte)' ' or (byte)'t') || text[13] != ':' || text[16] != ':')
        {
            return false;
        }

        if (!TryDigits(text[..4], out var year) || !TryDigits(text.Slice(5, 2), out var month) || !TryDigits(text.Slice(8, 2), out var day))
        {
            return false;
        }

        if (!TryDigits(text.Slice(11, 2), out var hour)
            || !TryDigits(text.Slice(14, 2), out var minute) || !TryDigits(text.Slice(17, 2), out var second))
        {
            return false;
        }

        var rest = text[19..];
        var fraction = TakeFraction(ref rest, out digits);
        zoned = !rest.IsEmpty;
        long zone = 0;
        if (zoned && !rest.SequenceEqual("Z"u8) && !rest.SequenceEqual("z"u8) && !TryZone(rest.TrimStart((byte)' '), out zone))
        {
            return false;
        }

        return TryCompose(year, month, day, hour, minute, second, fraction, zone, out unixNanoseconds);
    }

    /// <summary>Reads seconds since 1970 with a fraction, as nginx's $msec has them.</summary>
    public static bool TryParseSeconds(ReadOnlySpan<byte> text, out long nanoseconds)
    {
        var cursor = new Utf8Cursor(text);
        return cursor.TryTakeFixed(9, out nanoseconds) && cursor.AtEnd;
    }

    private static long TakeFraction(ref ReadOnlySpan<byte> rest, out int digits)
    {
        long fraction = 0;
        digits = 0;
        if (rest.Length < 2 || rest[0] is not ((byte)'.' or (byte)',')) return 0;
        var index = 1;
        var scale = Second;
        for (; index < rest.Length && char.IsAsciiDigit((char)rest[index]); index++)
        {
            if (scale == 1) continue;
            scale /= 10;
            fraction += (rest[index] - '0') * scale;
            digits++;
        }

        rest = rest[index..];
        return fraction;
    }

    private static bool TryMonth(ReadOnlySpan<byte> name, out int month)
    {
        for (month = 1; month <= 12; month++)
        {
            var at = (month - 1) * 3;
            if (name[0] == Months[at] && name[1] == Months[at + 1] && name[2] == Months[at + 2]) return true;
        }

        return false;
    }

    /// <summary>Reads +0200, +02:00 or +02, in seconds.</summary>
    private static bool TryZone(ReadOnlySpan<byte> text, out long seconds)
    {
        seconds = 0;
        if (text.Length < 3 || text[0] is not ((byte)'+' or (byte)'-') || !TryDigits(text.Slice(1, 2), out var hours)) return false;
        var rest = text[3..];
        if (rest.Length > 0 && rest[0] == ':') rest = rest[1..];
        var minutes = 0;
        if (rest.Length > 0 && !TryDigits(rest, out minutes)) return false;
        if (hours > 15 || minutes > 59) return false;
        seconds = ((hours * 60) + minutes) * 60L * (text[0] == '-' ? -1 : 1);
        return true;
    }

    private static bool TryDigits(ReadOnlySpan<byte> text, out int value) =>
        Utf8Parser.TryParse(text, out value, out var consumed) && consumed == text.Length && char.IsAsciiDigit((char)text[0]);

    private static bool TryCompose(
        int year, int month, int day, int hour, int minute, int second, long fraction, long zoneSeconds, out long unixNanoseconds)
    {
        unixNanoseconds = 0;
        if (year is < 1970 or > 2261 || month is < 1 or > 12 || day < 1 || day > DateTime.DaysInMonth(year, month)) return false;
        // A leap second is the minute's 61st.
        if (hour > 23 || minute > 59 || second > 60) return false;
        var days = (new DateTime(year, month, day, 0, 0, 0, DateTimeKind.Utc) - DateTime.UnixEpoch).Days;
        var seconds = (((((days * 24L) + hour) * 60) + minute) * 60) + second - zoneSeconds;
        unixNanoseconds = (seconds * Second) + fraction;
        return true;
    }
}
