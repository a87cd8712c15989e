using System.Buffers.Text;

namespace Unpause.Recordings.Readers.DotNet.Counters;

/// <summary>
/// Reads what dotnet-counters writes of the provider System.Runtime: <c>collect</c> in CSV and JSON, and the screen of <c>monitor</c> as
/// people paste it. Sources: dotnet/diagnostics, src/Tools/dotnet-counters/Exporters (versions 3 to 10). Other providers are skipped.
/// </summary>
internal sealed class CountersReader : IRecordingReader
{
    private static ReadOnlySpan<byte> Provider => "System.Runtime"u8;

    private static ReadOnlySpan<byte> CsvHeader => "Timestamp,Provider,Counter Name,Counter Type,Mean/Increment"u8;

    private static ReadOnlySpan<byte> Screen => "[System.Runtime]"u8;

    private static ReadOnlySpan<byte> JsonMark => "\"counterType\""u8;

    /// <summary>Whether a block has a header of the CSV, an event of the JSON, or counters of a screen.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => block.IndexOf(CsvHeader) >= 0
        || (block.IndexOf(JsonMark) >= 0 && block.IndexOf("\"provider\""u8) >= 0)
        || (block.IndexOf(Screen) is var at and >= 0 && HasCounter(block[at..]));

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var peeked = new PeekedStream(stream);
        var process = new CountersProcess(context);
        var start = peeked.Peek(Limits.DetectionBytes);
        var lines = start.IndexOf(JsonMark) >= 0 && start.IndexOf(CsvHeader) < 0
            ? ReadJson(peeked, process) : ReadLines(peeked, process, context);
        return process.HasCounters ? [process.Finish(lines)] : [];
    }

    private static long ReadJson(Stream stream, CountersProcess process)
    {
        var objects = new CounterObjects(stream);
        while (objects.MoveNext())
        {
            var one = default(CounterObject);
            if (objects.Current.IndexOf(JsonMark) < 0) continue;
            if (!one.TryRead(objects.Current) || !TryNumber(one.Value, out var value)
                || !RowTime.TryRead(one.Timestamp, out var unix, out var hasZone))
            {
                process.Coverage.NotUnderstood(objects.LineEnds + 1, objects.Current);
                continue;
            }

            if (!one.Provider.SequenceEqual(Provider)) continue;
            if (CounterName.Read(one.Name, one.Tags) is { } name) process.Take(name, value, unix, hasZone);
        }

        if (objects.Failure is { } failure) process.Coverage.Add($"Reading stopped: {failure.Message}", unreadable: true);
        return objects.LineEnds + 1;
    }

    private static long ReadLines(Stream stream, CountersProcess process, ReadContext context)
    {
        var lines = new LineReader(stream, context.LinesBefore);
        var isScreen = false;
        CounterName? heading = null;
        while (lines.MoveNext())
        {
            var line = lines.Line;
            if (line.IndexOf((byte)',') is var comma and > 0 && RowTime.TryRead(line[..comma], out var unix, out var hasZone))
            {
                var isRow = TryRow(line[(comma + 1)..], out var provider, out var text, out var value);
                // The last line of output that is still being written is torn as a rule.
                if (!isRow && !lines.Torn) process.Coverage.NotUnderstood(lines.Number, line);
                if (!isRow || !provider.SequenceEqual(Provider)) continue;
                if (CounterName.Read(text, default) is { } name) process.Take(name, value, unix, hasZone);
                continue;
            }

            var trimmed = line.Trim(" \t"u8);
            if (trimmed is [(byte)'[', .., (byte)']']) (isScreen, heading) = (trimmed.SequenceEqual(Screen), null);
            else if (isScreen) TakeScreen(trimmed, ref heading, process);
        }

        if (lines.Failure is { } failure)
        {
            process.Coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        }

        return lines.Number - context.LinesBefore;
    }

    /// <summary>Takes a line of a screen: a counter with its value, a counter whose values by tag follow, or such a value.</summary>
    private static void TakeScreen(ReadOnlySpan<byte> line, ref CounterName? heading, CountersProcess process)
    {
        if (!TryNameAndNumber(line, out var text, out var value))
        {
            if (CounterName.Heading(line) is { } found) heading = found;
            else if (line.StartsWith("dotnet."u8)) heading = null;
            return;
        }

        if (heading is { } tagged && CounterName.PartOf(text) is { } part)
        {
            process.Take(tagged with { Part = part }, value);
            return;
        }

        heading = null;
        if (CounterName.Read(text, default) is { } name) process.Take(name, value);
    }

    /// <summary>The provider, the counter with its tags, and the value of a row of the CSV.</summary>
    private static bool TryRow(
        ReadOnlySpan<byte> row, out ReadOnlySpan<byte> provider, out ReadOnlySpan<byte> name, out double value)
    {
        provider = name = default;
        value = 0;
        var comma = row.IndexOf((byte)',');
        var last = row.LastIndexOf((byte)',');
        if (comma < 0 || last <= comma) return false;
        provider = row[..comma];
        var middle = row[(comma + 1)..last];
        var type = middle.LastIndexOf((byte)',');
        if (type < 0) return false;
        name = middle[..type];
        return TryNumber(row[(last + 1)..], out value);
    }

    /// <summary>
    /// A name, blanks, and a number as .NET prints it for people: <c>76,640,368</c>, <c>75.124</c>, <c>8.8668e+12</c>. With --showDeltas
    /// another number follows.
    /// </summary>
    private static bool TryNameAndNumber(ReadOnlySpan<byte> line, out ReadOnlySpan<byte> name, out double value)
    {
        name = default;
        value = 0;
        var end = line.LastIndexOf(")"u8) is var bracket and >= 0 ? bracket + 1 : line.IndexOf("  "u8) is var wide and >= 0 ? wide
            : line.IndexOf((byte)' ');
        if (end < 0 || end >= line.Length || line[end] != ' ') return false;
        name = line[..end];
        var number = line[end..].TrimStart((byte)' ');
        if (number.IndexOf((byte)' ') is var next and >= 0) number = number[..next];
        Span<byte> plain = stackalloc byte[32];
        if (number.Length > plain.Length) return false;
        var length = 0;
        foreach (var each in number)
        {
            if (each != ',') plain[length++] = each;
        }

        return TryNumber(plain[..length], out value);
    }

    private static bool TryNumber(ReadOnlySpan<byte> text, out double value) =>
        Utf8Parser.TryParse(text, out value, out var consumed) && consumed == text.Length && double.IsFinite(value);

    private static bool HasCounter(ReadOnlySpan<byte> block)
    {
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)'\n');
            var line = (end < 0 ? block : block[..end]).Trim(" \t\r"u8);
            if (CounterName.Heading(line) is not null) return true;
            if (TryNameAndNumber(line, out var name, out _) && CounterName.Read(name, default) is not null) return true;
            block = end < 0 ? default : block[(end + 1)..];
        }

        return false;
    }
}
