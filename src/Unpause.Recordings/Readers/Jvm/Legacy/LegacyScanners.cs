namespace Unpause.Recordings.Readers.Jvm.Legacy;

/// <summary>
/// The JVMs of one legacy log, and which of them a line with a timestamp belongs to. Such logs number nothing: a JVM is identified by
/// its start (date less uptime). Where lines have only the uptime, lines of several JVMs cannot be distinguished from restarts.
/// </summary>
internal sealed class LegacyScanners(ReadContext context)
{
    /// <summary>Timestamps of one JVM may be this much out of order.</summary>
    private const long BackwardsNanoseconds = 1_000_000_000;

    /// <summary>An uptime below this may be that of a JVM that was just started; any other step back is a damaged timestamp.</summary>
    private const long YoungNanoseconds = 60_000_000_000;

    /// <summary>The start of one JVM moves this much at most, when the clock is set.</summary>
    private const long SameStartNanoseconds = 1_500_000_000;

    private readonly List<LegacyScanner> _all = [];
    private LegacyScanner? _current;
    private long _uncounted;
    private bool _interleaved;

    /// <summary>The JVM whose lines are being read.</summary>
    public LegacyScanner Current => _current ??= Begin();

    /// <summary>Of the JVM whose lines are being read.</summary>
    public CoverageBuilder Coverage => Current.Process.Process.Recording.Coverage;

    /// <summary>Every JVM that was seen, in the order of their first lines.</summary>
    public IReadOnlyList<LegacyScanner> All => _all;

    /// <summary>Chooses the JVM of a stamped line.</summary>
    /// <param name="headSeen">Whether the head of a log is directly before it.</param>
    public void Choose(in JvmStamp stamp, bool headSeen)
    {
        if (!stamp.SinceStart) return;
        if (_all.Count > 1 && OtherOf(stamp) is { } other)
        {
            if (!_interleaved)
            {
                other.Process.Process.Recording.Coverage.Add(
                    "lines of several JVMs are interleaved: they are separated by their timestamps. "
                    + "Lines without a timestamp may be assigned to the wrong JVM");
            }

            _interleaved = true;
            Switch(other);
        }
        else if (IsBefore(Current, stamp)
            && (headSeen || stamp.Nanoseconds < YoungNanoseconds) && !Current.IsOpen && _all.Count < Limits.Processes)
        {
            Coverage.Add(stamp.UnixNanoseconds is null
                ? "another JVM starts in the same log: each is a separate recording. If several JVMs write to it at once, "
                + "-XX:+PrintGCDateStamps separates them."
                : "another JVM starts in the same log: each is a separate recording");
            Switch(Begin());
        }

        if (stamp is { UnixNanoseconds: { } unix }) Current.StartedUnixNanoseconds = unix - stamp.Nanoseconds;
    }

    /// <summary>Whether an uptime cannot be of the JVM whose lines are being read, because that one started earlier.</summary>
    private static bool IsBefore(LegacyScanner jvm, in JvmStamp stamp) => jvm.Process.Process.CountsFromStart
        ? stamp.Nanoseconds < jvm.Process.Process.LastNanoseconds - BackwardsNanoseconds
        : stamp.UnixNanoseconds - stamp.Nanoseconds > jvm.StartedUnixNanoseconds + SameStartNanoseconds;

    /// <summary>Whether a timestamp with a date may be that of a JVM that was seen.</summary>
    public bool Knows(in JvmStamp stamp)
    {
        var start = stamp.UnixNanoseconds - stamp.Nanoseconds;
        return _all.Exists(scanner => Math.Abs((start - scanner.StartedUnixNanoseconds) ?? long.MaxValue) <= SameStartNanoseconds);
    }

    public void CountLine() => _uncounted++;

    /// <summary>Adds the lines since the last call to those of the JVM that they belong to.</summary>
    public void CountLines()
    {
        if (_uncounted > 0) Coverage.Lines = (Coverage.Lines ?? 0) + _uncounted;
        _uncounted = 0;
    }

    /// <summary>Another JVM than the current one that a line belongs to; null when it may be the current one's.</summary>
    private LegacyScanner? OtherOf(in JvmStamp stamp)
    {
        if (stamp.UnixNanoseconds is not { } unix || Current.StartedUnixNanoseconds is not { } started) return null;
        var start = unix - stamp.Nanoseconds;
        if (Math.Abs(start - started) <= SameStartNanoseconds) return null;
        return _all.Find(scanner => scanner.StartedUnixNanoseconds is { } its && Math.Abs(start - its) <= SameStartNanoseconds);
    }

    private void Switch(LegacyScanner scanner)
    {
        CountLines();
        _current = scanner;
    }

    private LegacyScanner Begin()
    {
        var scanner = new LegacyScanner(new LegacyProcess(new JvmProcess(JvmFormats.Legacy, context, new CoverageBuilder())));
        _all.Add(scanner);
        return scanner;
    }
}
