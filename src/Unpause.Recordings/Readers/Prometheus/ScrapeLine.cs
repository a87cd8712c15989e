using System.Buffers.Text;

namespace Unpause.Recordings.Readers.Prometheus;

/// <summary>
/// One sample of the text exposition format (0.0.4) or of OpenMetrics: <c>name{label="value",…} value [timestamp]</c>. Specification:
/// prometheus/docs, content/docs/instrumenting/exposition_formats.md; a timestamp is in milliseconds, in OpenMetrics in seconds.
/// </summary>
internal readonly ref struct ScrapeLine
{
    private const long Millisecond = 1_000_000;
    private const double Second = 1e9;

    /// <summary>A number of seconds since 1970 is smaller, one of milliseconds larger.</summary>
    private const double MostSeconds = 1e11;

    public Metric Metric { get; private init; }

    /// <summary>What stands between the braces; empty without.</summary>
    public ReadOnlySpan<byte> Labels { get; private init; }

    public double Value { get; private init; }

    /// <summary>Nanoseconds since 1970; null without a timestamp.</summary>
    public long? UnixNanoseconds { get; private init; }

    /// <summary>Reads a line; false for one of another metric or of none.</summary>
    /// <param name="isBroken">Whether it is of a metric that is read, and has no value.</param>
    public static bool TryRead(ReadOnlySpan<byte> line, out ScrapeLine sample, out bool isBroken)
    {
        sample = default;
        isBroken = false;
        var end = line.IndexOfAny((byte)'{', (byte)' ', (byte)'\t');
        if (end <= 0 || MetricTable.Find(line[..end]) is not { } metric) return false;
        var rest = line[end..];
        var labels = default(ReadOnlySpan<byte>);
        if (rest[0] == '{')
        {
            var close = ScrapeLabels.EndOf(rest);
            isBroken = close < 0;
            if (isBroken) return false;
            labels = rest[1..close];
            rest = rest[(close + 1)..];
        }

        rest = rest.Trim(" \t"u8);
        isBroken = !Utf8Parser.TryParse(rest, out double value, out var used)
            || (used < rest.Length && rest[used] is not ((byte)' ' or (byte)'\t'));
        if (isBroken) return false;
        rest = rest[used..].TrimStart(" \t"u8);
        sample = new ScrapeLine { Metric = metric, Labels = labels, Value = value, UnixNanoseconds = Time(rest) };
        return true;
    }

    private static long? Time(ReadOnlySpan<byte> text)
    {
        if (text.IsEmpty || !char.IsAsciiDigit((char)text[0])) return null;
        if (Utf8Parser.TryParse(text, out long whole, out var used) && (used == text.Length || text[used] == ' ') && whole > MostSeconds)
        {
            return whole <= Limits.LongestNanoseconds / Millisecond ? whole * Millisecond : null;
        }

        return Utf8Parser.TryParse(text, out double seconds, out _) && seconds is > 0 and < MostSeconds
            && seconds * Second <= Limits.LongestNanoseconds ? (long)(seconds * Second) : null;
    }
}

/// <summary>The labels of a sample.</summary>
internal static class ScrapeLabels
{
    /// <summary>Labels that belong to a metric; all others say which process a sample is of.</summary>
    private static readonly byte[][] Own =
    [
        .. new[]
        {
            "generation", "gc_generation", "gc_heap_generation", "gc", "action", "cause", "quantile", "le", "area", "id", "pool",
            "gc_reason", "gc_type", "otel_scope_name", "otel_scope_version", "otel_scope_schema_url", "version", "implementation", "major",
            "minor", "patchlevel", "vendor", "runtime",
        }.Select(System.Text.Encoding.ASCII.GetBytes),
    ];

    /// <summary>Where the braces close that a text begins with; -1 when they do not.</summary>
    public static int EndOf(ReadOnlySpan<byte> text)
    {
        var isQuoted = false;
        for (var i = 1; i < text.Length; i++)
        {
            if (isQuoted && text[i] == '\\') i++;
            else if (text[i] == '"') isQuoted = !isQuoted;
            else if (text[i] == '}' && !isQuoted) return i;
        }

        return -1;
    }

    /// <summary>Takes the next label.</summary>
    public static bool TryTake(scoped ref ReadOnlySpan<byte> labels, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value)
    {
        name = value = default;
        labels = labels.TrimStart(" ,"u8);
        var equals = labels.IndexOf("=\""u8);
        if (equals < 0) return false;
        name = labels[..equals].TrimEnd((byte)' ');
        var rest = labels[(equals + 2)..];
        var end = 0;
        while (end < rest.Length && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
        if (end >= rest.Length) return false;
        value = rest[..end];
        labels = rest[(end + 1)..];
        return true;
    }

    /// <summary>A label's value; empty where it is missing.</summary>
    public static ReadOnlySpan<byte> Find(ReadOnlySpan<byte> labels, ReadOnlySpan<byte> wanted)
    {
        while (TryTake(ref labels, out var name, out var value))
        {
            if (name.SequenceEqual(wanted)) return value;
        }

        return default;
    }

    /// <summary>Hashes of the labels that name the process and of those that name the series in it.</summary>
    public static (ulong Process, ulong Series) Hash(ReadOnlySpan<byte> labels)
    {
        var (process, series) = (Hashed.Start, Hashed.Start);
        while (TryTake(ref labels, out var name, out var value))
        {
            if (IsOwn(name)) series = Hashed.Add(Hashed.Add(series, name), value);
            else process = Hashed.Add(Hashed.Add(process, name), value);
        }

        return (process, series);
    }

    private static bool IsOwn(ReadOnlySpan<byte> name)
    {
        foreach (var own in Own)
        {
            if (name.SequenceEqual(own)) return true;
        }

        return false;
    }

    /// <summary>FNV-1a, with the length of each part.</summary>
    private static class Hashed
    {
        public const ulong Start = 14_695_981_039_346_656_037;
        private const ulong Prime = 1_099_511_628_211;

        public static ulong Add(ulong hash, ReadOnlySpan<byte> part)
        {
            foreach (var each in part) hash = (hash ^ each) * Prime;
            return (hash ^ (ulong)part.Length) * Prime;
        }
    }
}
