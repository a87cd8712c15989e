using Unpause.Recordings;

namespace Unpause.Readers.Jvm.Legacy;

/// <summary>
/// Reads the logs of JDK 1.4-8 (<c>-verbose:gc</c>, <c>-XX:+PrintGC</c>, <c>-XX:+PrintGCDetails</c> and the flags beside it) of the
/// Serial, Parallel, CMS, iCMS and G1 collectors. Several threads write such a log without a lock, so a concurrent
/// phase's line may stand inside a pause's; brackets are therefore followed across lines, and a line that begins a
/// new collection ends what was left open.
/// </summary>
/// <remarks>
/// Format: never specified; the messages as in <c>src/share/vm</c> of JDK 6-8 (<c>gc_implementation</c>, <c>gcTraceTime.cpp</c>).
/// </remarks>
internal sealed class LegacyReader : IRecordingReader
{
    private bool _headSeen;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var scanners = new LegacyScanners(context);
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext())
        {
            if (!ReadLine(scanners, lines.Line)) scanners.Coverage.NotUnderstood(lines.Number, lines.Line);
            scanners.CountLine();
        }

        scanners.CountLines();
        if (lines.Failure is { } failure)
        {
            scanners.Coverage.Add($"reading stopped at line {lines.Number}: {failure.Message}", unreadable: true);
        }

        if (lines.CutLines > 0) scanners.Coverage.Add($"{lines.CutLines} lines longer than {Limits.BlockBytes} bytes were cut");
        return [.. scanners.All.Where(scanner => scanner.Process.Process.Used).Select(scanner => scanner.Finish())];
    }

    private bool ReadLine(LegacyScanners scanners, ReadOnlySpan<byte> line)
    {
        if (line.IsEmpty) return true;
        var stamp = LegacyStamps.AtStart(line, out var textStart);
        if (stamp is null && LegacyHeader.TryApply(scanners.Current.Process.Process.Recording, line))
        {
            _headSeen = true;
            return true;
        }

        if (stamp is { } known)
        {
            scanners.Choose(known, _headSeen);
            _headSeen = false;
        }

        return scanners.Current.Read(line, stamp, textStart);
    }
}
