namespace Unpause.Recordings.Readers.Jvm.Jstat;

/// <summary>
/// Reads what <c>jstat -gcutil PID 1s</c> prints (also <c>-gc</c>, <c>-gccause</c>, <c>-gcnew</c>, <c>-gcold</c>): counts of collections
/// and sums of their pauses since the JVM's start, row by row (<see cref="JstatColumns"/>). What happened between two rows is their
/// difference. A single collection between two rows is a pause of known length; of several, only the sum is known, and no pause is made
/// of it.
/// </summary>
internal sealed class JstatReader : IRecordingReader
{
    /// <summary>Whether a block has a header of jstat's.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        while (block.IndexOf("GCT"u8) is var at and >= 0)
        {
            var start = block[..at].LastIndexOf((byte)'\n') + 1;
            var end = block[at..].IndexOf((byte)'\n');
            var line = end < 0 ? block[start..] : block[start..(at + end)];
            if (JstatColumns.Read(line.TrimEnd((byte)'\r')) is not null) return true;
            if (end < 0) return false;
            block = block[(at + end + 1)..];
        }

        return false;
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var done = new List<Recording>();
        JstatProcess? process = null;
        var lines = new LineReader(stream, context.LinesBefore);
        var before = context.LinesBefore;
        while (lines.MoveNext())
        {
            if (JstatColumns.Read(lines.Line) is { } header)
            {
                // With -h the header comes again; another output has other columns.
                if (process?.Columns.Equal(header) == true) continue;
                Finish(lines.Number - 1);
                process = new JstatProcess(header, context);
            }
            else if (process is null)
            {
                continue;
            }
            else if (!process.Columns.TryRead(lines.Line, out var row))
            {
                // The last line of output that is still being written is torn as a rule.
                if (!lines.Torn && JstatColumns.LooksLikeRow(lines.Line)) process.Coverage.NotUnderstood(lines.Number, lines.Line);
            }
            else
            {
                if (process.IsOfAnother(row))
                {
                    process.Coverage.Add("What jstat counts began anew: the rows behind that are reported as a process of their own.");
                    Finish(lines.Number - 1);
                    process = new JstatProcess(process.Columns, context);
                }

                process.Take(row);
            }
        }

        if (lines.Failure is { } failure)
        {
            process?.Coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        }

        Finish(lines.Number);
        return done;

        void Finish(long number)
        {
            if (process is { HasRows: true } && done.Count < Limits.Processes) done.Add(process.Finish(number - before));
            before = number;
        }
    }
}
