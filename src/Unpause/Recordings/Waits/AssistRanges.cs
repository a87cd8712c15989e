namespace Unpause.Recordings.Waits;

/// <summary>
/// Go: how often a goroutine that allocated had to mark first, as the execution trace or kernel probes tell, from beginning to end: with
/// the time that it waited for others to mark for it, and for a processor. Thread time, several goroutines' added up.
/// </summary>
/// <param name="Count">Assists.</param>
/// <param name="TotalNanoseconds">In all.</param>
/// <param name="LongestNanoseconds">The longest.</param>
/// <param name="SweepNanoseconds">Sweeping before an allocation, beside; null where it is not recorded.</param>
internal sealed record AssistRanges(long Count, long TotalNanoseconds, long LongestNanoseconds, long? SweepNanoseconds)
{
    /// <summary>In how many collections, and how long in the one with most; null where CPU time is told of each.</summary>
    public (long Count, long MostNanoseconds)? ByCollection { get; init; }

    /// <summary>How often a goroutine swept before an allocation.</summary>
    public long Sweeps { get; init; }

    /// <summary>The longest of these.</summary>
    public long LongestSweepNanoseconds { get; init; }
}
