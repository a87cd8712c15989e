namespace Unpause.Recordings.Readers.Jvm.OpenJ9;

/// <summary>
/// Reads OpenJ9's verbose GC log (<c>-Xverbosegclog</c>, <c>-verbose:gc</c>), XML of the policies gencon, optthruput, optavgpause, balanced
/// and metronome: <c>exclusive-start</c> to <c>exclusive-end</c> is a pause, cycles, their increments and operations are its collections.
/// Read tag by tag and not as a document: logs are cut, rotated, joined, and stand in a container's output among other lines.
/// </summary>
/// <remarks>Format: https://eclipse.dev/openj9/docs/vgclog/ and VerboseHandlerOutput.cpp; IBM's J9 before R26 wrote another.</remarks>
internal sealed class VerboseReader : IRecordingReader
{
    /// <summary>Whether a block has a tag of such a log.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => FirstLine(block, out _);

    /// <summary>The first timestamp of a block.</summary>
    public static PartStamp? FirstStamp(ReadOnlySpan<byte> block) => FirstLine(block, out var stamp) ? stamp : null;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var done = new List<Recording>();
        var coverage = new CoverageBuilder();
        var process = new VerboseProcess(context, coverage);
        var lines = new LineReader(stream, context.LinesBefore);
        var before = context.LinesBefore;
        while (lines.MoveNext())
        {
            var understood = true;
            var rest = lines.Line;
            while (VerboseTag.TryTake(ref rest, out var tag, out var torn) || torn)
            {
                if (torn)
                {
                    // The last line of a log that is still being written is torn as a rule.
                    understood = lines.Torn;
                    break;
                }

                if (process.IsOfAnother(tag) && done.Count < Limits.Processes)
                {
                    coverage.Add("another JVM starts in the log: it is reported separately");
                    coverage.Lines = lines.Number - 1 - before;
                    before = lines.Number - 1;
                    if (process.Finish() is { } finished) done.Add(finished);
                    process = new VerboseProcess(context, coverage = new CoverageBuilder());
                }

                understood &= process.Apply(tag);
            }

            if (!understood) coverage.NotUnderstood(lines.Number, lines.Line);
        }

        coverage.Lines = lines.Number - before;
        if (lines.Failure is { } failure) coverage.Add($"reading stopped at line {lines.Number:N0}: {failure.Message}", unreadable: true);
        if (lines.CutLines > 0) coverage.Add($"{lines.CutLines} lines longer than {Limits.BlockBytes} bytes were cut");
        if (process.Finish() is { } last) done.Add(last);
        return done;
    }

    private static bool FirstLine(ReadOnlySpan<byte> block, out PartStamp? stamp)
    {
        stamp = null;
        var found = false;
        while (!block.IsEmpty)
        {
            var end = block.IndexOf((byte)'\n');
            var line = end < 0 ? block : block[..end];
            block = end < 0 ? default : block[(end + 1)..];
            if (!found && !VerboseElements.IsOwnLine(line)) continue;
            found = true;
            while (VerboseTag.TryTake(ref line, out var tag, out _))
            {
                if (tag.LocalTime() is not { } unix) continue;
                stamp = new PartStamp(unix, null);
                return true;
            }
        }

        return found;
    }
}
