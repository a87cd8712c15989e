namespace Unpause.Recordings.Readers.DotNet.GcStats;

/// <summary>
/// Reads PerfView's GCStats report: the page, what its link "View in Excel" writes (CSV), and its "Raw Data XML file". All have a row for
/// each collection with the start and the length of its pause, one process after the other. Source: microsoft/perfview,
/// src/PerfView/GcStats.cs (ToHtml, ToCsv, ToXml).
/// </summary>
internal sealed class GcStatsReader : IRecordingReader
{
    private static ReadOnlySpan<byte> PageMark => "GC Rollup By Generation"u8;

    private static ReadOnlySpan<byte> ElementMark => "<GCEvent "u8;

    private static ReadOnlySpan<byte> ProcessMark => "GC Stats for Process "u8;

    /// <summary>Whether a block is of the page, of the XML, or begins the CSV.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) =>
        (block.IndexOf(PageMark) >= 0 && block.IndexOf(ProcessMark) >= 0)
        || (block.IndexOf(ElementMark) is var at and >= 0 && block[at..].IndexOf("PauseDurationMSec="u8) >= 0)
        || LinesOfBlock.HasAny(block, GcStatsCsv.IsHeader);

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var peeked = new PeekedStream(stream);
        var start = peeked.Peek(Limits.DetectionBytes);
        if (start.IndexOf(ElementMark) >= 0 || start.IndexOf(PageMark) >= 0) return ReadMarkup(peeked, context);
        return GcStatsCsv.Read(peeked, context);
    }

    private static List<Recording> ReadMarkup(Stream stream, ReadContext context)
    {
        var markup = new MarkupText(stream);
        var found = new List<GcStatsProcess>();
        var table = new GcStatsTable();
        GcStatsProcess? process = null;
        GcStatsRow? element = null;
        while (markup.MoveNext())
        {
            table.Text(markup.Text);
            if (markup.Text.IndexOf(ProcessMark) is var at and >= 0)
            {
                process = Begin();
                Name(process, markup.Text[(at + ProcessMark.Length)..]);
            }
            else
            {
                process?.Describe(markup.Text);
            }

            if (markup.Name.SequenceEqual("gcprocess"u8)) ReadProcess(process = Begin(), markup.Attributes);
            else if (markup.Name.SequenceEqual("gcevent"u8)) element = ReadElement(markup.Attributes);
            else if (markup.Name.SequenceEqual("/gcevent"u8)) EndElement();
            else if (element is { } row) element = ReadInner(row, markup.Attributes);
            else if (table.Tag(markup.Name)) (process ??= Begin()).TakeRow(table, markup.LineEnds);
        }

        if (markup.Failure is { } failure) process?.Coverage.Add($"Reading stopped: {failure.Message}", unreadable: true);
        found.RemoveAll(static one => one.IsEmpty);
        return found.ConvertAll(one => one.Finish(markup.LineEnds + 1));

        GcStatsProcess Begin()
        {
            if (found is [.., { IsEmpty: true } last]) found.Remove(last);
            var begun = new GcStatsProcess(context);
            if (found.Count < Limits.Processes) found.Add(begun);
            return begun;
        }

        void EndElement()
        {
            process ??= Begin();
            if (element is { IsComplete: true } whole) process.Take(whole);
            else if (element is not null) process.Coverage.NotUnderstood(markup.LineEnds + 1, ElementMark);
            element = null;
        }
    }

    private static void Name(GcStatsProcess process, ReadOnlySpan<byte> text)
    {
        var colon = text.IndexOf((byte)':');
        if (colon < 0) return;
        process.Identify(text[..colon].Trim((byte)' '));
    }

    private static void ReadProcess(GcStatsProcess process, ReadOnlySpan<byte> attributes)
    {
        while (MarkupText.TryAttribute(ref attributes, out var name, out var value)) process.Describe(name, value);
    }

    private static GcStatsRow ReadElement(ReadOnlySpan<byte> attributes)
    {
        var row = default(GcStatsRow);
        while (MarkupText.TryAttribute(ref attributes, out var name, out var value)) row.Take(GcStatsColumns.OfAttribute(name), value);
        return row;
    }

    private static GcStatsRow ReadInner(GcStatsRow row, ReadOnlySpan<byte> attributes)
    {
        while (MarkupText.TryAttribute(ref attributes, out var name, out var value)) row.Take(GcStatsColumns.OfInner(name), value);
        return row;
    }
}

/// <summary>The CSV: one process, and in cultures with a comma in numbers, a semicolon between them.</summary>
internal static class GcStatsCsv
{
    private const int MostColumns = 64;

    private static ReadOnlySpan<byte> First => "Num"u8;

    /// <summary>Whether a line is the header.</summary>
    public static bool IsHeader(ReadOnlySpan<byte> line) => Separator(line) is not null;

    /// <summary>Reads it.</summary>
    public static IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var lines = new LineReader(stream, context.LinesBefore);
        var columns = new GcStatsColumn[MostColumns];
        byte? separator = null;
        var process = new GcStatsProcess(context);
        while (lines.MoveNext())
        {
            if (Separator(lines.Line) is { } found)
            {
                separator = found;
                Array.Fill(columns, GcStatsColumn.None);
                var header = lines.Line;
                for (var i = 0; i < columns.Length && !header.IsEmpty; i++) columns[i] = GcStatsColumns.OfHeader(Take(ref header, found));
                continue;
            }

            if (separator is not { } between || lines.Line.IsEmpty) continue;
            var rest = lines.Line;
            var row = default(GcStatsRow);
            for (var i = 0; i < columns.Length && !rest.IsEmpty; i++) row.Take(columns[i], Take(ref rest, between));
            if (row.IsComplete && !lines.Torn) process.Take(row);
            else if (!lines.Torn) process.Coverage.NotUnderstood(lines.Number, lines.Line);
        }

        if (lines.Failure is { } failure)
        {
            process.Coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        }

        return separator is null ? [] : [process.Finish(lines.Number - context.LinesBefore)];
    }

    private static byte? Separator(ReadOnlySpan<byte> line)
    {
        if (line is [0xEF, 0xBB, 0xBF, ..]) line = line[3..];
        if (!line.StartsWith(First) || line.Length <= First.Length + 1) return null;
        var separator = line[First.Length];
        line = line[(First.Length + 1)..];
        var isHeader = Take(ref line, separator).SequenceEqual("PauseStart"u8) && Take(ref line, separator).SequenceEqual("Reason"u8)
            && Take(ref line, separator).SequenceEqual("Gen"u8) && Take(ref line, separator).SequenceEqual("PauseMSec"u8);
        return isHeader ? separator : null;
    }

    private static ReadOnlySpan<byte> Take(ref ReadOnlySpan<byte> rest, byte separator)
    {
        var end = rest.IndexOf(separator);
        var field = end < 0 ? rest : rest[..end];
        rest = end < 0 ? default : rest[(end + 1)..];
        return field.Trim(" \r\""u8);
    }
}
