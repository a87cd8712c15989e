namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// Reads the logs of JDK 1.4-8 (<c>-verbose:gc</c>, <c>-XX:+PrintGC</c>, <c>-XX:+PrintGCDetails</c> and the flags beside it) of the
/// Serial, Parallel, CMS, iCMS and G1 collectors. Several threads write such a log without a lock, so a concurrent
/// phase's line may be inside a pause's; brackets are therefore followed across lines, and a line that begins a
/// new collection ends what was left open.
/// </summary>
/// <remarks>
/// Format: never specified; the messages as in <c>src/share/vm</c> of JDK 6-8 (<c>gc_implementation</c>, <c>gcTraceTime.cpp</c>).
/// </remarks>
internal sealed class LegacyReader : IRecordingReader
{
    private readonly PendingLines _pending = new();
    private Prefixes.LineTimes? _times;
    private bool _headSeen;
    private JvmStamp? _last;

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        _times = context.Times;
        var scanners = new LegacyScanners(context);
        var lines = new LineReader(stream, context.LinesBefore);
        while (lines.MoveNext())
        {
            if (!MustWait(scanners, lines.Line, lines.Number)) Apply(scanners, lines.Line, lines.Number, instead: null);
        }

        if (_pending.Any) ApplyWaiting(scanners, torn: false);
        scanners.CountLines();
        if (lines.Failure is { } failure)
        {
            scanners.Coverage.Add($"reading stopped at line {lines.Number}: {failure.Message}", unreadable: true);
        }

        if (lines.CutLines > 0) scanners.Coverage.Add($"{lines.CutLines} lines longer than {Limits.BlockBytes} bytes were cut");
        return [.. scanners.All.Where(scanner => scanner.Process.Process.Used).Select(scanner => scanner.Finish())];
    }

    /// <summary>Keeps a line whose timestamp jumps, and the lines that belong to it, until the next timestamp shows what it is.</summary>
    private bool MustWait(LegacyScanners scanners, ReadOnlySpan<byte> line, long number)
    {
        if (LegacyStamps.AtStart(line, out _) is not { } stamp)
        {
            if (!_pending.Any || _pending.TryAdd(line, number)) return _pending.Any;
            ApplyWaiting(scanners, torn: false);
            return false;
        }

        if (_pending.Any) ApplyWaiting(scanners, IsTorn(scanners, _pending.Stamp, stamp));
        return !_headSeen && _last is { } last && Jumps(last, stamp) && _pending.TryBegin(line, number, stamp);
    }

    /// <summary>
    /// Dates are compared where lines have them: of several JVMs that write one log, uptimes alternate. An uptime that runs ahead of its
    /// date is examined as well.
    /// </summary>
    private static bool Jumps(in JvmStamp last, in JvmStamp stamp) =>
        last.UnixNanoseconds is { } then && stamp.UnixNanoseconds is { } now
            ? StampGuard.Jumps(then, now) || RunsAhead(last, stamp)
            : StampGuard.Jumps(last.Nanoseconds, stamp.Nanoseconds);

    private bool IsTorn(LegacyScanners scanners, in JvmStamp stamp, in JvmStamp next)
    {
        if (_last is not { } last) return false;
        if (last.UnixNanoseconds is not { } then || stamp.UnixNanoseconds is not { } at || next.UnixNanoseconds is not { } now)
        {
            return StampGuard.IsTorn(last.Nanoseconds, stamp.Nanoseconds, next.Nanoseconds);
        }

        return StampGuard.IsTorn(then, at, now)
            || (!scanners.Knows(stamp) && RunsAhead(last, stamp) && !RunsAhead(last, next));
    }

    /// <summary>Whether the uptime went on by more than the date; false where one of the lines has only one of them.</summary>
    private static bool RunsAhead(in JvmStamp last, in JvmStamp stamp) =>
        last.SinceStart && stamp.SinceStart && last.UnixNanoseconds is { } then && stamp.UnixNanoseconds is { } now
        && StampGuard.RunsAhead(stamp.Nanoseconds - last.Nanoseconds, now - then);

    private void ApplyWaiting(LegacyScanners scanners, bool torn)
    {
        for (var i = 0; i < _pending.Count; i++)
        {
            Apply(scanners, _pending.Line(i), _pending.Number(i), torn && i == 0 ? _last : null);
        }

        _pending.Clear();
    }

    /// <summary>Reads a line.</summary>
    /// <param name="instead">The timestamp of the line before it, if its own is torn; else null.</param>
    private void Apply(LegacyScanners scanners, ReadOnlySpan<byte> line, long number, JvmStamp? instead)
    {
        var isRead = ReadLine(scanners, line, instead);
        if (!isRead || instead is not null) scanners.Coverage.NotUnderstood(number, line, isRead);
        if (instead is null && _times is not null && LegacyStamps.AtStart(line, out _) is { } stamp)
        {
            scanners.Current.Process.Process.Arrived(stamp, _times.Find(number));
        }

        scanners.CountLine();
    }

    private bool ReadLine(LegacyScanners scanners, ReadOnlySpan<byte> line, JvmStamp? instead)
    {
        if (line.IsEmpty) return true;
        var stamp = LegacyStamps.AtStart(line, out var textStart);
        if (stamp is null && LegacyHeader.TryApply(scanners.Current.Process.Process.Recording, line))
        {
            _headSeen = true;
            return true;
        }

        stamp = instead ?? stamp;
        if (stamp is { } known)
        {
            scanners.Choose(known, _headSeen);
            _headSeen = false;
            _last = known;
        }

        return scanners.Current.Read(line, stamp, textStart);
    }
}

/// <summary>The lines that JDK 7u2-8 print at the head of each log file.</summary>
internal static class LegacyHeader
{
    /// <summary>Longest value of a flag that is kept.</summary>
    private const int LongestValue = 100;

    private static readonly (string Flag, string Collector)[] Collectors =
    [
        ("UseG1GC", "G1"),
        (JvmFlagNames.UseConcurrentMarkSweep, "CMS"),
        ("UseParallelOldGC", JvmCollectors.Parallel),
        (JvmFlagNames.UseParallel, JvmCollectors.Parallel),
        (JvmFlagNames.UseSerial, "Serial"),
    ];

    /// <summary>Takes in a line; false when it is none of the head's.</summary>
    public static bool TryApply(RecordingBuilder recording, ReadOnlySpan<byte> line)
    {
        if (line.StartsWith("Java HotSpot"u8) || line.StartsWith("OpenJDK"u8))
        {
            var jre = line.IndexOf(" JRE ("u8);
            if (jre < 0) return false;
            var version = line[(jre + 6)..];
            var end = version.IndexOf((byte)')');
            if (end > 0) recording.Source.RuntimeVersion = Encoding.UTF8.GetString(version[..Math.Min(end, LongestValue)]);
            return true;
        }

        if (!line.StartsWith("CommandLine flags: "u8)) return line.StartsWith("Memory: "u8);
        recording.RecordsPauses = true;
        ReadFlags(recording, line["CommandLine flags: ".Length..]);
        return true;
    }

    private static void ReadFlags(RecordingBuilder recording, ReadOnlySpan<byte> flags)
    {
        JvmFlags.Read(recording, flags);
        foreach (var (flag, collector) in Collectors)
        {
            if (recording.Source.Settings.GetValueOrDefault(flag) != "true") continue;
            recording.Source.Collector = collector;
            return;
        }
    }
}
