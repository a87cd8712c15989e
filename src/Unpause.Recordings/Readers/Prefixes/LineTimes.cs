namespace Unpause.Recordings.Readers.Prefixes;

/// <summary>When the lines of an input arrived, as their prefixes say; of the last lines that were read.</summary>
public sealed class LineTimes
{
    /// <summary>Lines that a reader may be behind the stream, a power of two.</summary>
    private const int Kept = 1 << 16;

    private readonly (long Line, long Unix, long Grain)[] _times = new (long, long, long)[Kept];

    /// <summary>Takes note of a line.</summary>
    public void Add(long line, long unixNanoseconds, long grain) => _times[line & (Kept - 1)] = (line, unixNanoseconds, grain);

    /// <summary>When a line arrived, and how much later it may have been; null when its prefix did not say.</summary>
    public (long UnixNanoseconds, long GrainNanoseconds)? Find(long line) =>
        _times[line & (Kept - 1)] is var time && time.Line == line ? (time.Unix, time.Grain) : null;
}
