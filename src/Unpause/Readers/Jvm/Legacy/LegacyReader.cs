using Unpause.Recordings;

namespace Unpause.Readers.Jvm.Legacy;

/// <summary>
/// Reads the logs of JDK 1.4-8 (<c>-verbose:gc</c>, <c>-XX:+PrintGC</c>, <c>-XX:+PrintGCDetails</c> and the flags beside it) of the
/// Serial, Parallel, CMS, iCMS and G1 collectors. Several threads write such a log without a lock, so a concurrent
/// phase's line may stand inside a pause's; brackets are therefore followed across lines, and a line that begins a
/// new collection ends what was left open.
/// </summary>
/// <remarks>Format: never specified; the messages as in <c>src/share/vm</c> of JDK 6-8 (<c>gc_implementation</c>, <c>gcTraceTime.cpp</c>).</remarks>
public sealed class LegacyReader : IRecordingReader
{
    private readonly List<LegacyProcess> _processes = [];
    private ReadContext _context = new([]);
    private LegacyScanner? _scanner;
    private bool _headSeen;

    private LegacyScanner Scanner => _scanner ??= Begin();

    private Coverage Coverage => Scanner.Process.Process.Recording.Coverage;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        _context = context;
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext())
        {
            if (!ReadLine(lines.Line)) Coverage.NotUnderstood(lines.Number, lines.Line);
            Coverage.Lines = (Coverage.Lines ?? 0) + 1;
        }

        if (Scanner.IsOpen) Coverage.Add("the last collection is cut: it is left out");
        if (lines.Failure is { } failure) Coverage.Add($"reading stopped at line {lines.Number}: {failure.Message}", unreadable: true);
        if (lines.CutLines > 0) Coverage.Add($"{lines.CutLines} lines longer than {Limits.BlockBytes} bytes were cut");
        return [.. _processes.Where(process => process.Process.Used).Select(process => process.Process.Finish())];
    }

    private bool ReadLine(ReadOnlySpan<byte> line)
    {
        if (line.IsEmpty) return true;
        var stamp = LegacyStamps.AtStart(line, out var textStart);
        if (stamp is null && LegacyHeader.TryApply(Scanner.Process.Process.Recording, line))
        {
            _headSeen = true;
            return true;
        }

        if (stamp is { } known && IsRestart(known)) _scanner = Begin();
        if (stamp is not null) _headSeen = false;
        return Scanner.Read(line, stamp, textStart);
    }

    /// <summary>
    /// A step back of the uptime, if the head of a log stands before it or the JVM is young. Other steps back are damaged stamps.
    /// </summary>
    private bool IsRestart(in JvmStamp stamp)
    {
        const long Backwards = 1_000_000_000;
        const long Young = 60_000_000_000;
        if (!stamp.SinceStart || Scanner.Process.Process.LastNanoseconds is not { } last) return false;
        return stamp.Nanoseconds < last - Backwards && (_headSeen || stamp.Nanoseconds < Young) && !Scanner.IsOpen;
    }

    private LegacyScanner Begin()
    {
        if (_scanner is not null) Coverage.Add("another JVM begins in the same log: each is a recording of its own");
        var scanner = new LegacyScanner(new LegacyProcess(new JvmProcess("jvm-legacy", _context, new Coverage())));
        if (_processes.Count < Limits.Processes) _processes.Add(scanner.Process);
        return scanner;
    }
}
