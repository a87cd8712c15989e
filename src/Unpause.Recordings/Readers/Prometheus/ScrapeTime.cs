using System.Buffers.Text;
using System.Text;
using Unpause.Recordings.Readers.Prefixes;

namespace Unpause.Recordings.Readers.Prometheus;

/// <summary>
/// A line with a time between scrapes, as <c>date</c> prints it, <c>date +%s</c> or <c>date -Is</c>, also behind a <c>#</c>, or the header
/// <c>Date:</c> of the response.
/// </summary>
internal static class ScrapeTime
{
    private const int Shortest = 10, Longest = 64;
    private const double Second = 1e9, FirstSecond = 1e9, LastSecond = 1e11;

    private static readonly string[] Formats =
    [
        "ddd MMM d HH:mm:ss 'UTC' yyyy", "ddd MMM d HH:mm:ss 'GMT' yyyy", "ddd MMM d hh:mm:ss tt 'UTC' yyyy",
        "ddd dd MMM yyyy hh:mm:ss tt 'UTC'", "ddd, dd MMM yyyy HH:mm:ss 'GMT'",
    ];

    /// <summary>Reads such a line.</summary>
    /// <param name="hasZone">Whether it names its zone.</param>
    public static bool TryRead(ReadOnlySpan<byte> line, out long unixNanoseconds, out bool hasZone)
    {
        unixNanoseconds = 0;
        hasZone = true;
        line = line.Trim("#-= \t"u8);
        if (line.StartsWith("Date:"u8) || line.StartsWith("date:"u8)) line = line["Date:"u8.Length..].TrimStart((byte)' ');
        // Samples of other metrics have times in labels.
        if (line.Length is < Shortest or > Longest || line.Contains((byte)'{')) return false;
        if (Utf8Parser.TryParse(line, out double seconds, out var used) && used == line.Length)
        {
            if (seconds is < FirstSecond or > LastSecond) return false;
            unixNanoseconds = (long)(seconds * Second);
            return true;
        }

        if (char.IsAsciiDigit((char)line[0]) && PrefixTime.TryFindLocal(line, out unixNanoseconds, out hasZone)) return true;
        if (line.Count((byte)':') != 2) return false;
        const DateTimeStyles styles = DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal | DateTimeStyles.AllowInnerWhite;
        var text = Encoding.UTF8.GetString(line);
        if (!DateTimeOffset.TryParseExact(text, Formats, CultureInfo.InvariantCulture, styles, out var time)) return false;
        unixNanoseconds = UnixTime.Nanoseconds(time);
        hasZone = true;
        return unixNanoseconds > 0;
    }
}
