namespace Unpause.Recordings.Readers.DotNet.Counters;

/// <summary>
/// The times of dotnet-counters' rows: in CSV as the user's culture prints them (CSVExporter.cs, <c>DateTime.ToString()</c>), in JSON as
/// <c>2020-08-05 15:02:47Z</c>, which is local time, or since version 9 as <c>2026-11-28T00:59:04.2315183+00:00</c>.
/// </summary>
internal static class RowTime
{
    private const int MostDate = 3, MostTime = 3, NanosecondDigits = 9;
    private const long Second = 1_000_000_000;

    /// <summary>Reads a time.</summary>
    /// <param name="unixNanoseconds">Since 1970; without a zone as if it were UTC.</param>
    /// <param name="hasZone">Whether its zone is known.</param>
    public static bool TryRead(ReadOnlySpan<byte> text, out long unixNanoseconds, out bool hasZone)
    {
        (unixNanoseconds, hasZone) = (0, false);
        var cursor = new Utf8Cursor(text);
        Span<long> date = stackalloc long[MostDate];
        Span<long> time = stackalloc long[MostTime];
        if (!TryTakeNumbers(ref cursor, "/-."u8, date, out var between)) return false;
        if (!cursor.TryTake((byte)'T')) cursor.SkipSpaces();
        if (!TryTakeNumbers(ref cursor, ":."u8, time, out _) || !Order(date, between)) return false;
        if (time[0] > 23 || time[1] > 59 || time[2] > 60) return false;
        long fraction = 0;
        if (cursor.Rest is [(byte)'.', ..])
        {
            // A fraction behind a whole number of 0.
            Span<byte> number = stackalloc byte[NanosecondDigits + 2];
            var digits = cursor.Rest[1..];
            var length = digits.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
            if (length < 0) length = digits.Length;
            number[0] = (byte)'0';
            number[1] = (byte)'.';
            var kept = Math.Min(length, NanosecondDigits);
            digits[..kept].CopyTo(number[2..]);
            if (kept == 0 || !new Utf8Cursor(number[..(kept + 2)]).TryTakeFixed(NanosecondDigits, out fraction)) return false;
            cursor.Position += 1 + length;
        }

        var hour = Hour(ref cursor, time[0]);
        var day = new DateTime((int)date[0], (int)date[1], (int)date[2], 0, 0, 0, DateTimeKind.Utc) - DateTime.UnixEpoch;
        unixNanoseconds = (((((long)day.TotalDays * 24) + hour) * 60 + time[1]) * 60 + time[2]) * Second + fraction;
        if (cursor.Rest is [(byte)'+' or (byte)'-', _, _, (byte)':', _, _])
        {
            var minus = cursor.Rest[0] == '-';
            var zone = new Utf8Cursor(cursor.Rest[1..]);
            if (zone.TryTakeFixed(0, out var hours) && zone.TryTake((byte)':') && zone.TryTakeFixed(0, out var minutes) && hours < 24)
            {
                unixNanoseconds -= (minus ? -1 : 1) * ((hours * 60) + minutes) * 60 * Second;
                hasZone = true;
            }
        }

        return true;
    }

    /// <summary>AM and PM, in front of which newer versions have a narrow blank (U+202F).</summary>
    private static long Hour(ref Utf8Cursor cursor, long hour)
    {
        cursor.SkipSpaces();
        cursor.TryTake("\u202F"u8);
        var isMorning = cursor.TryTake("AM"u8) || cursor.TryTake("am"u8);
        var isEvening = !isMorning && (cursor.TryTake("PM"u8) || cursor.TryTake("pm"u8));
        return isMorning && hour == 12 ? 0 : isEvening && hour < 12 ? hour + 12 : hour;
    }

    private static bool TryTakeNumbers(
        ref Utf8Cursor cursor, scoped ReadOnlySpan<byte> separators, scoped Span<long> numbers, out byte between)
    {
        between = 0;
        for (var i = 0; i < numbers.Length; i++)
        {
            if (i > 0)
            {
                if (cursor.AtEnd || separators.IndexOf(cursor.Rest[0]) < 0) return false;
                between = cursor.Rest[0];
                cursor.Position++;
                if (cursor.Rest is [(byte)' ', ..]) cursor.Position++;
            }

            if (!TryTakeNumber(ref cursor, out numbers[i])) return false;
        }

        return true;
    }

    private static bool TryTakeNumber(ref Utf8Cursor cursor, out long number)
    {
        const int most = 4;
        number = 0;
        var digits = 0;
        for (; digits < most && cursor.Rest is [>= (byte)'0' and <= (byte)'9', ..]; digits++)
        {
            number = (number * 10) + (cursor.Rest[0] - '0');
            cursor.Position++;
        }

        return digits > 0;
    }

    /// <summary>Puts year, month and day in order: a year has four digits, dots are in dates that begin with the day.</summary>
    private static bool Order(Span<long> date, byte between)
    {
        if (date[0] < 1000)
        {
            var isDayFirst = between is (byte)'.' or (byte)'-' || date[0] > 12;
            (date[0], date[1], date[2]) = isDayFirst ? (date[2], date[1], date[0]) : (date[2], date[0], date[1]);
        }

        return date[0] is >= 1970 and <= 2200 && date[1] is >= 1 and <= 12 && date[2] >= 1
            && date[2] <= DateTime.DaysInMonth((int)date[0], (int)date[1]);
    }
}
