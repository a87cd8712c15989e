namespace Unpause.Recordings.Readers.Jvm;

/// <summary>The JVM's date stamp, <c>2022-11-10T03:37:29.443-0800</c>: ISO 8601 with milliseconds and a zone without a colon.</summary>
internal static class JvmDate
{
    /// <summary>Length of a timestamp in bytes.</summary>
    public const int Length = 28;

    private const long NanosecondsADay = 86_400_000_000_000;

    /// <summary>Reads a timestamp that is the whole text and gives nanoseconds since 1970 (UTC).</summary>
    public static bool TryRead(ReadOnlySpan<byte> text, out long unixNanoseconds)
    {
        unixNanoseconds = 0;
        if (text.Length != Length || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':')
        {
            return false;
        }

        if (text[19] is not ((byte)'.' or (byte)',') || text[23] is not ((byte)'+' or (byte)'-')) return false;
        var year = Number(text[..4]);
        var month = Number(text[5..7]);
        var day = Number(text[8..10]);
        var hour = Number(text[11..13]);
        var minute = Number(text[14..16]);
        var second = Number(text[17..19]);
        var millis = Number(text[20..23]);
        var zone = (Number(text[24..26]) * 60) + Number(text[26..28]);
        if (year is < 1970 or > 2200 || month is < 1 or > 12 || day < 1 || day > DateTime.DaysInMonth(year, month)) return false;
        if (hour is < 0 or > 23 || minute is < 0 or > 59 || second is < 0 or > 60 || millis < 0 || zone < 0) return false;
        var days = (new DateTime(year, month, day, 0, 0, 0, DateTimeKind.Utc) - DateTime.UnixEpoch).Days;
        var minutes = (hour * 60) + minute - (text[23] == '-' ? -zone : zone);
        unixNanoseconds = (days * NanosecondsADay) + (((minutes * 60L) + second) * 1_000_000_000) + (millis * 1_000_000L);
        return true;
    }

    /// <summary>The zone of a valid timestamp, in minutes east of UTC.</summary>
    public static int ZoneMinutes(ReadOnlySpan<byte> text)
    {
        var zone = (Number(text[24..26]) * 60) + Number(text[26..28]);
        return text[23] == '-' ? -zone : zone;
    }

    /// <summary>The value of digits; a large negative number when one is none.</summary>
    private static int Number(ReadOnlySpan<byte> digits)
    {
        var value = 0;
        foreach (var digit in digits)
        {
            if (!char.IsAsciiDigit((char)digit)) return -100_000;
            value = (value * 10) + digit - '0';
        }

        return value;
    }
}
