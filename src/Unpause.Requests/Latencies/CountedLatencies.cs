using System.Text;
using Unpause.Requests.Columns;
using Unpause.Requests.Csv;

namespace Unpause.Requests.Latencies;

/// <summary>
/// A histogram as two columns, a latency with its unit and how often it was: <c>duration_us,count</c>. Comments may say more:
/// <c># format: wrk</c>, <c># requests: 48972</c>, <c># failed: 3</c>. Any load test that counts can leave it.
/// </summary>
internal static class CountedLatencies
{
    /// <summary>The name where no comment has another.</summary>
    public const string Format = "counted-latencies";

    private const string FormatComment = "format", RequestsComment = "requests", FailedComment = "failed";
    private const byte Separator = (byte)',';

    /// <summary>Whether a block begins with comments and the two columns.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        foreach (var range in block.Split((byte)'\n'))
        {
            var line = block[range].TrimEnd((byte)'\r');
            if (!line.IsEmpty && line[0] != '#') return UnitOf(line) is not null;
        }

        return false;
    }

    /// <summary>Reads to the end; lines that are none of it are skipped and counted.</summary>
    public static LatencyTable? Read(LineReader lines, out long notUnderstood)
    {
        notUnderstood = 0;
        TimeUnit? unit = null;
        var counts = new List<LatencyCount>();
        var (format, requests, failed) = (Format, (long?)null, (long?)null);
        while (lines.MoveNext())
        {
            var line = lines.Line.Trim(" \t"u8);
            if (line.IsEmpty) continue;
            if (line[0] == '#')
            {
                Comment(line[1..], ref format, ref requests, ref failed);
            }
            else if (unit is null)
            {
                unit = UnitOf(line);
                if (unit is null) return null;
            }
            else if (counts.Count < Limits.LatencyCounts && CountOf(line, unit.Value) is { } count)
            {
                if (count.Count > 0) counts.Add(count);
            }
            else
            {
                notUnderstood++;
            }
        }

        if (counts.Count == 0) return null;
        Int128 all = 0;
        foreach (var count in counts) all += count.Count;
        return new LatencyTable(format, requests ?? (long)Int128.Min(all, long.MaxValue), failed, counts);
    }

    private static TimeUnit? UnitOf(ReadOnlySpan<byte> header)
    {
        var fields = new CsvFields(header, Separator);
        if (!fields.MoveNext() || TableColumn.Parse(fields.Field) is not { Role: ColumnRole.Duration, Unit: { } unit }) return null;
        return fields.MoveNext() && fields.Field.SequenceEqual("count"u8) && !fields.MoveNext() ? unit : null;
    }

    private static LatencyCount? CountOf(ReadOnlySpan<byte> line, TimeUnit unit)
    {
        var fields = new CsvFields(line, Separator);
        if (!fields.MoveNext() || TimeText.Read(fields.Field, unit) is not { } duration || !fields.MoveNext()) return null;
        return Whole(fields.Field) is { } count ? new LatencyCount(duration, count) : null;
    }

    private static void Comment(ReadOnlySpan<byte> text, ref string format, ref long? requests, ref long? failed)
    {
        var colon = text.IndexOf((byte)':');
        if (colon < 0) return;
        var name = text[..colon].Trim((byte)' ');
        var value = text[(colon + 1)..].Trim((byte)' ');
        // Only known names, so that foreign text is not printed as a format.
        if (Is(name, FormatComment) && LatencyFormats.Named(value) is { } known) format = known;
        else if (Is(name, RequestsComment)) requests = Whole(value);
        else if (Is(name, FailedComment)) failed = Whole(value);
    }

    private static bool Is(ReadOnlySpan<byte> text, string word) => text.SequenceEqual(Encoding.UTF8.GetBytes(word));

    private static long? Whole(ReadOnlySpan<byte> text)
    {
        var cursor = new Utf8Cursor(text);
        return cursor.TryTakeInteger(out var number) && cursor.AtEnd && number >= 0 ? number : null;
    }
}

/// <summary>Load tests, as far as it matters for what their latencies mean.</summary>
public static class LatencyFormats
{
    public const string Wrk = WrkSummary.Wrk;

    private static readonly string[] Closed = [WrkSummary.Wrk, "hey", "oha", "ab"];

    /// <summary>
    /// Whether a load test sends the next request only after a response (a closed loop). A pause then delays no more requests than it
    /// has connections, where users would have kept arriving; and a slow service gets fewer requests than a fast one.
    /// </summary>
    /// <param name="format">The format of what it left.</param>
    public static bool IsClosedLoop(string format) => Closed.Contains(format);

    /// <summary>A format by its name; null for none of those that count latencies.</summary>
    internal static string? Named(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("wrk"u8) ? WrkSummary.Wrk : name.SequenceEqual("wrk2"u8) ? WrkSummary.Wrk2 : null;
}
