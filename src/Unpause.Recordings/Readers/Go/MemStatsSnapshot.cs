namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// What one <c>runtime.MemStats</c> says of GC. PauseNs and PauseEnd are rings: cycle N is at (N + 255) mod 256, and its pause is the sum
/// of all stops of the cycle (runtime/mstats.go).
/// </summary>
internal sealed class MemStatsSnapshot
{
    /// <summary>Length of the rings.</summary>
    public const int Ring = 256;

    /// <summary>Sums of the stops of each cycle, in nanoseconds.</summary>
    public long[] Pauses { get; } = new long[Ring];

    /// <summary>When the last stop of each cycle ended, in nanoseconds since 1970.</summary>
    public long[] Ends { get; } = new long[Ring];

    /// <summary>How many values the rings had; null for one that is missing.</summary>
    public int? PauseCount { get; set; }

    /// <inheritdoc cref="PauseCount"/>
    public int? EndCount { get; set; }

    /// <summary>Cycles since the process's start.</summary>
    public long? Cycles { get; set; }

    /// <summary>Of these, requested by the program.</summary>
    public long? Forced { get; set; }

    /// <summary>Stopped time since the process's start.</summary>
    public long? PauseTotal { get; set; }

    public long? HeapBytes { get; set; }

    public long? GoalBytes { get; set; }

    /// <summary>Whether it has what a report needs; in rings that an article shortened, the cycles are not known.</summary>
    public bool IsComplete => Cycles is >= 0 and <= uint.MaxValue && PauseCount is { } count && (count == Ring || Cycles <= count);

    /// <summary>Where a cycle is in the rings.</summary>
    public static int IndexOf(long cycle) => (int)((cycle + Ring - 1) % Ring);

    /// <summary>When the last stop of a cycle ended; null when it is not recorded.</summary>
    public long? EndOf(long cycle) =>
        EndCount is { } count && IndexOf(cycle) < count && Ends[IndexOf(cycle)] is > 0 and var end ? end : null;
}
