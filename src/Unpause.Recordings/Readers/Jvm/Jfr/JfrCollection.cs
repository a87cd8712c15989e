namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>What a recording's events contain of one collection; they come in any order.</summary>
/// <param name="number">The JVM's number of it.</param>
internal sealed class JfrCollection(long number)
{
    public long Number { get; } = number;

    /// <summary>Start in nanoseconds since 1970: its own event's, else its earliest part's.</summary>
    public long? Start { get; set; }

    public long? End { get; set; }

    /// <summary>
    /// The collector's name: <c>G1New</c>, <c>ParallelOld</c>, <c>ZGC Minor</c> …; null when
    /// its event is missing, because it had not ended.
    /// </summary>
    public string? Name { get; set; }

    public string? Cause { get; set; }

    public long? SumOfPauses { get; set; }

    /// <summary>What kind of G1 young collection: <c>Normal</c>, <c>Concurrent Start</c>, <c>Mixed</c> …</summary>
    public string? YoungKind { get; set; }

    public long? TenuringThreshold { get; set; }

    /// <summary>G1: bytes in use from which on it begins to mark.</summary>
    public long? MarkingThresholdBytes { get; set; }

    public long? CopiedBytes { get; set; }

    public long? UserNanoseconds { get; set; }

    public long? SystemNanoseconds { get; set; }

    public JfrHeapSizes Before { get; } = new();

    public JfrHeapSizes After { get; } = new();

    /// <summary>Bytes allocated since the collection before it; set at the end.</summary>
    public long? AllocatedBytes { get; set; }

    /// <summary>Marks of <see cref="Unpause.Recordings.Words.JvmMarks"/>; null when none.</summary>
    public List<string>? Marks { get; set; }

    /// <summary>Whether a pause of it was recorded.</summary>
    public bool HasPause { get; set; }

    /// <summary>Its index in the finished recording.</summary>
    public int Index { get; set; }

    /// <summary>Takes in a part of it.</summary>
    public void Include(long start, long end)
    {
        if (Start is null || start < Start) Start = start;
        if (End is null || end > End) End = end;
    }
}
