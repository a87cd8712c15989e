namespace Unpause.Reports.Documents;

/// <summary>Work that allocating threads did for the collector: thread time, never part of pauses.</summary>
public sealed record AssistsDocument
{
    /// <summary>Collections in which threads helped.</summary>
    public required long Collections { get; init; }

    /// <summary>
    /// In all collections. In recordings by kernel probes alone it is the whole assists', with their waits: an upper bound.
    /// </summary>
    public required Milliseconds ThreadTimeTotalMs { get; init; }

    /// <summary>The most in one.</summary>
    public required Milliseconds ThreadTimeMaxMs { get; init; }

    /// <summary>Go: assists; null where they aren't told one by one, and in documents of older versions.</summary>
    public long? Count { get; init; }

    /// <summary>
    /// Go: from the beginning of each assist to its end, with what it waited for, added up; null where they aren't told one by one.
    /// </summary>
    public Milliseconds? ElapsedTotalMs { get; init; }

    /// <summary>Go: the longest; null where they aren't told one by one.</summary>
    public Milliseconds? ElapsedMaxMs { get; init; }

    /// <summary>Go: sweeping before an allocation, beside; null where it isn't told.</summary>
    public Milliseconds? SweepTotalMs { get; init; }
}
