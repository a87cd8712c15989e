namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Reads the lines of <c>GODEBUG=gctrace=1</c> of Go 1.0 to 1.26 wherever they are in a process's output, with or
/// without our recorder's arrival timestamps. Each process that printed becomes a recording. Pauses are the first and the
/// last clock number; up to 1.4 they are the whole cycle. Forced cycles need no exception: up to 1.8 they marked
/// inside mark termination, whose number then includes it (runtime/mgc.go, gcStart).
/// </summary>
internal sealed class GctraceReader : IRecordingReader
{
    /// <summary>Whether a whole gctrace line is in the block.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block)
    {
        var broken = false;
        return GcLineParser.TryFind(ref block, out _, out _, ref broken);
    }

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var processes = new GoProcesses(context);
        context.Memory.Watch(() => processes.MemoryBytes);
        var lines = new LineReader(stream, context.LinesBefore);
        var unclear = new CoverageBuilder();
        var lastLineTorn = false;
        while (lines.MoveNext())
        {
            if (GoProgramLine.Read(lines.Line) is { } program)
            {
                processes.Add(program);
                continue;
            }

            var found = Take(lines.Line, processes, out var broken);
            if (!found && !broken && PacerLine.Find(lines.Line) is { CpuPercent: { } share }) processes.Marked(share);
            if (broken) unclear.NotUnderstood(lines.Number, lines.Line);
            lastLineTorn = lines.Torn && (found || broken);
        }

        var recordings = processes.Finish();
        foreach (var recording in recordings) recording.Coverage.Lines = lines.Number;
        if (recordings.Count > 0) AddNotes(recordings[0].Coverage, recordings.Count, lines, unclear, processes.LeftOut, lastLineTorn);
        return [.. recordings.Select(recording => recording.Build())];
    }

    private static bool Take(ReadOnlySpan<byte> text, GoProcesses processes, out bool broken)
    {
        broken = false;
        var found = false;
        var rest = text;
        while (true)
        {
            var before = rest;
            if (!GcLineParser.TryFind(ref rest, out var line, out var at, ref broken)) break;
            found = true;
            // A newer runtime's field: the rest is read, but the line counts as one that was not understood.
            broken |= line.HasFurther;
            processes.Add(line, ArrivalStamp.Before(before[..at]));
        }

        if (!found && text.IndexOf(GctraceGrammar.Forced) >= 0) processes.Periodic();
        return found;
    }

    /// <summary>Notes on the whole input belong to its first process.</summary>
    private static void AddNotes(
        CoverageBuilder coverage, int processes, LineReader lines, CoverageBuilder unclear, long leftOut, bool lastLineTorn)
    {
        coverage.Take(unclear);
        if (processes > 1)
        {
            coverage.Add($"{processes:N0} Go processes share this output: they are separated by the numbers and times of their lines.");
        }

        if (lines.CutLines > 0)
        {
            coverage.Add($"{lines.CutLines:N0} lines are longer than {Limits.BlockBytes:N0} bytes; only their first part was read.");
        }

        if (leftOut > 0)
        {
            coverage.Add(
                $"{leftOut:N0} lines of further processes were left out: at most {Limits.Processes:N0} are separated.",
                unreadable: true);
        }

        if (lastLineTorn) coverage.Add("The last line has no end: the file may be truncated.");
        if (lines.Failure is { } failure) coverage.Add($"Reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
    }
}

/// <summary>
/// The timestamp that our recorder writes in front of a gc line when it arrives: <c>1763722800.123456789 gc 12 @…</c>,
/// seconds since 1970 with nine digits.
/// </summary>
internal static class ArrivalStamp
{
    private const int Fraction = 9;

    /// <summary>Reads the timestamp that ends a text.</summary>
    /// <param name="before">The text in front of the gc line.</param>
    /// <returns>Nanoseconds since 1970; null when it does not end with a timestamp.</returns>
    public static long? Before(ReadOnlySpan<byte> before)
    {
        if (before.Length < Fraction + 3 || before[^1] != ' ' || before[^(Fraction + 2)] != '.') return null;
        before = before[..^1];
        if (before[^Fraction..].ContainsAnyExceptInRange((byte)'0', (byte)'9')) return null;
        var seconds = before[..^(Fraction + 1)];
        var first = seconds.LastIndexOfAnyExceptInRange((byte)'0', (byte)'9') + 1;
        var cursor = new Utf8Cursor(before[first..]);
        return cursor.TryTakeFixed(Fraction, out var nanoseconds) && cursor.AtEnd && nanoseconds <= 2 * Limits.LongestNanoseconds
            ? nanoseconds
            : null;
    }
}
