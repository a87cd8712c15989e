namespace Unpause.Reports.Documents;

/// <summary>Mark assists: GC work of allocating threads. It is thread time, never part of pauses.</summary>
public sealed record AssistsDocument
{
    /// <summary>The number of collections with assists.</summary>
    public required long Collections { get; init; }

    /// <summary>
    /// The total time in all collections. In recordings by kernel probes alone it includes the waits of assists: an upper bound.
    /// </summary>
    public required Milliseconds ThreadTimeTotalMs { get; init; }

    /// <summary>The longest time in one collection.</summary>
    public required Milliseconds ThreadTimeMaxMs { get; init; }

    /// <summary>Go: the number of assists; null where they are not recorded individually, and in documents of older versions.</summary>
    public long? Count { get; init; }

    /// <summary>Go: the sum of assist durations, including waits; null where assists are not recorded individually.</summary>
    public Milliseconds? ElapsedTotalMs { get; init; }

    /// <summary>Go: the longest assist, including waits; null where assists are not recorded individually.</summary>
    public Milliseconds? ElapsedMaxMs { get; init; }

    /// <summary>Go: additional time of sweeping before allocations; null where it is not recorded.</summary>
    public Milliseconds? SweepTotalMs { get; init; }
}
