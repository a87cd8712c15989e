namespace Unpause.Requests.Logs;

/// <summary>Reads the lines of one format, in order.</summary>
internal interface ILogLine
{
    /// <summary>Reads one line; never throws on what it contains.</summary>
    LineOutcome Read(ReadOnlySpan<byte> line, RequestSetBuilder builder);
}

/// <summary>Reads formats that have a request a line.</summary>
internal sealed class LogReader(ILogLine format, RequestSetBuilder builder) : IRequestReader
{
    private const int SampledLines = 200;

    public void Read(Stream stream, long linesBefore)
    {
        var lines = new LineReader(stream, linesBefore);
        while (lines.MoveNext())
        {
            if (lines.Line.IsEmpty || format.Read(lines.Line, builder) != LineOutcome.NotUnderstood) continue;
            builder.Coverage.NotUnderstood(lines.Number, lines.Line);
        }

        builder.Coverage.Lines = (builder.Coverage.Lines ?? 0) + lines.Number;
        if (lines.CutLines > 0)
        {
            builder.Coverage.Add(
                $"{lines.CutLines:N0} lines are longer than {Limits.BlockBytes:N0} bytes; only their first part was read");
        }

        if (lines.Failure is { } failure) builder.Coverage.Add($"reading ended early: {failure.Message}", unreadable: true);
    }

    /// <summary>
    /// Whether a block contains lines that are requests of a format: at least half of its first lines that are not blank or headers.
    /// </summary>
    /// <param name="block">The input's beginning, or a later part of it.</param>
    /// <param name="othersToARequest">How many lines of something else there may be to each request.</param>
    public static bool Recognises(ILogLine format, ReadOnlySpan<byte> block, int othersToARequest = 1)
    {
        var scratch = new RequestSetBuilder("recognition");
        var requests = 0;
        var others = 0;
        for (var looked = 0; looked < SampledLines && !block.IsEmpty; looked++)
        {
            var end = block.IndexOf((byte)'\n');
            var line = (end < 0 ? block : block[..end]).TrimEnd((byte)'\r');
            block = end < 0 ? default : block[(end + 1)..];
            if (line.IsEmpty) continue;
            var outcome = format.Read(line, scratch);
            if (outcome == LineOutcome.Request) requests++;
            if (outcome == LineOutcome.NotUnderstood) others++;
        }

        return requests > 0 && requests * othersToARequest >= others;
    }
}
