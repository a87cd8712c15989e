using Unpause.Requests.Columns;
using Unpause.Requests.Logs;

namespace Unpause.Requests.LoadTests;

/// <summary>
/// JMeter's results as XML (JTL): an element for each sample with its timestamp <c>ts</c> and elapsed time <c>t</c> in milliseconds. The
/// outermost httpSample counts: those inside are its redirects and page parts. A sample of another kind counts when it has no
/// sample inside, else it is a transaction of those. Read tag by tag with a depth and without a tree; documents' own entities are not
/// known. Source: JMeter User's Manual, 12.5 "XML Log format 2.1"; ts is the start (sampleresult.timestamp.start=true).
/// </summary>
internal sealed class JmeterXmlLine : ILogLine
{
    private const long Millisecond = 1_000_000;
    private byte[] _torn = [];
    private int _depth;
    private int _httpDepth;
    private (long Start, long Duration, int Name, bool? Failed)? _leaf;

    /// <summary>Whether a block contains JMeter's root element, or samples with their times.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => (block.IndexOf("<httpSample "u8) >= 0 || block.IndexOf("<sample "u8) >= 0)
        && (block.IndexOf("<testResults"u8) >= 0 || (block.IndexOf(" ts=\""u8) >= 0 && block.IndexOf(" lb=\""u8) >= 0));

    public LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder)
    {
        if (_torn.Length > 0)
        {
            line = (byte[])[.. _torn, (byte)' ', .. line];
            _torn = [];
        }

        var outcome = LineOutcome.Other;
        for (var open = line.IndexOf((byte)'<'); open >= 0; open = line.IndexOf((byte)'<'))
        {
            line = line[(open + 1)..];
            if (line.StartsWith("/httpSample>"u8) || line.StartsWith("/sample>"u8)) Close(builder, ref outcome);
            else if (line.StartsWith("httpSample "u8) || line.StartsWith("sample "u8)) Open(line, builder, ref outcome);
        }

        return outcome;
    }

    private void Open(ReadOnlySpan<byte> tag, RequestSetBuilder builder, ref LineOutcome outcome)
    {
        var end = EndOfTag(tag);
        if (end < 0)
        {
            // The tag goes on in the next line; one beyond a block is no sample of JMeter's.
            if (tag.Length < Limits.BlockBytes) _torn = [(byte)'<', .. tag];
            return;
        }

        var http = tag[0] == 'h';
        _depth++;
        _leaf = null;
        var inside = _httpDepth > 0;
        if (http && !inside) _httpDepth = _depth;
        if (!inside && !TryReadSample(tag[..end], builder, out _leaf)) outcome = LineOutcome.NotUnderstood;
        if (http) Add(builder, ref outcome);
        if (tag[end - 1] == '/') Close(builder, ref outcome);
    }

    private void Close(RequestSetBuilder builder, ref LineOutcome outcome)
    {
        Add(builder, ref outcome);
        if (_depth == _httpDepth) _httpDepth = 0;
        if (_depth > 0) _depth--;
    }

    private void Add(RequestSetBuilder builder, ref LineOutcome outcome)
    {
        if (_leaf is not { } sample) return;
        _leaf = null;
        builder.Resolution(Millisecond);
        builder.Stamp(TimestampMeaning.Start, TimestampMeaning.Start);
        outcome = builder.TryAddRequest(sample.Start, sample.Duration, sample.Name, failed: sample.Failed)
            ? LineOutcome.Request
            : LineOutcome.NotUnderstood;
    }

    /// <summary>The index of the bracket that ends a tag, outside of its values; -1 when it doesn't end here.</summary>
    private static int EndOfTag(ReadOnlySpan<byte> tag)
    {
        var quoted = false;
        for (var index = 0; index < tag.Length; index++)
        {
            if (tag[index] == '"') quoted = !quoted;
            if (tag[index] == '>' && !quoted) return index;
        }

        return -1;
    }

    private static bool TryReadSample(
        ReadOnlySpan<byte> tag, RequestSetBuilder builder, out (long Start, long Duration, int Name, bool? Failed)? sample)
    {
        sample = null;
        if (!TryTime(tag, " ts=\""u8, out var start) || !TryTime(tag, " t=\""u8, out var duration)) return false;
        sample = (start, duration, builder.Name(LogText.WithoutQuery(Unescaped(ValueOf(tag, " lb=\""u8)))),
            RequestOutcome.FailedBySuccess(ValueOf(tag, " s=\""u8)));
        return true;
    }

    private static bool TryTime(ReadOnlySpan<byte> tag, ReadOnlySpan<byte> attribute, out long nanoseconds)
    {
        var value = ValueOf(tag, attribute);
        var cursor = new Utf8Cursor(value);
        return cursor.TryTakeFixed(6, out nanoseconds) && cursor.AtEnd;
    }

    private static ReadOnlySpan<byte> ValueOf(ReadOnlySpan<byte> tag, ReadOnlySpan<byte> attribute)
    {
        var at = tag.IndexOf(attribute);
        if (at < 0) return default;
        var value = tag[(at + attribute.Length)..];
        var end = value.IndexOf((byte)'"');
        return end < 0 ? default : value[..end];
    }

    /// <summary>XML's own five entities; others stay as they are written.</summary>
    private static ReadOnlySpan<byte> Unescaped(ReadOnlySpan<byte> value) => value.IndexOf((byte)'&') < 0
        ? value
        : System.Text.Encoding.UTF8.GetBytes(System.Text.Encoding.UTF8.GetString(value[..Math.Min(value.Length, Limits.NameBytes)])
            .Replace("&lt;", "<", StringComparison.Ordinal)
            .Replace("&gt;", ">", StringComparison.Ordinal)
            .Replace("&quot;", "\"", StringComparison.Ordinal)
            .Replace("&apos;", "'", StringComparison.Ordinal)
            .Replace("&amp;", "&", StringComparison.Ordinal));
}
