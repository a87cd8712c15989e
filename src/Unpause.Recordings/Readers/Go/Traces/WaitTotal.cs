using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>Waits of one kind, added up, in nanoseconds.</summary>
internal struct WaitTotal
{
    public long Count { get; private set; }

    /// <summary>How long in all.</summary>
    public long Sum { get; private set; }

    public long Longest { get; private set; }

    public void Add(long duration)
    {
        Count++;
        Sum += duration;
        Longest = Math.Max(Longest, duration);
    }

    /// <summary>The row in a recording; none where there was nothing to wait for.</summary>
    public readonly IEnumerable<OtherWait> AsWait(string what, string source) =>
        Sum == 0 ? [] : [new OtherWait(what, Count, Sum, Longest, OverThreads: true, source)];
}
