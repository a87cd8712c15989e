namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>How long the world has been stopped, up to any moment of a trace, in nanoseconds.</summary>
internal sealed class WorldClock
{
    private const long Runs = -1;
    private long _closed;
    private long _since = Runs;

    /// <summary>When the latest stop ended; the lowest number before the first.</summary>
    public long LastEnd { get; private set; } = long.MinValue;

    /// <summary>Whether it is stopped.</summary>
    public bool IsStopped => _since != Runs;

    public void Stop(long time) => _since = time;

    public void Start(long time)
    {
        _closed += time - _since;
        (_since, LastEnd) = (Runs, time);
    }

    /// <summary>How long it had been stopped by then, in all.</summary>
    public long StoppedUntil(long time) => IsStopped ? _closed + Math.Max(0, time - _since) : _closed;
}
