namespace Unpause.Recordings.Waits;

/// <summary>
/// Go: mark assists of allocating goroutines, from the execution trace or kernel probes, from start to end: including
/// the time that they waited for others to mark and for a processor. Thread time, summed over goroutines.
/// </summary>
/// <param name="Count">Assists.</param>
/// <param name="TotalNanoseconds">In all.</param>
/// <param name="SweepNanoseconds">Sweeping before an allocation, beside; null where it is not recorded.</param>
public sealed record AssistRanges(long Count, long TotalNanoseconds, long LongestNanoseconds, long? SweepNanoseconds)
{
    /// <summary>In how many collections, and how long in the one with most; null where their CPU time is recorded instead.</summary>
    public (long Count, long MostNanoseconds)? ByCollection { get; init; }

    /// <summary>How often a goroutine swept before an allocation.</summary>
    public long Sweeps { get; init; }

    /// <summary>The longest of these.</summary>
    public long LongestSweepNanoseconds { get; init; }
}
