namespace Unpause.Recordings.Packed;

/// <summary>One phase as it is kept: its name is an index, its flags are the upper bits.</summary>
internal readonly struct StoredPhase
{
    /// <summary>The longest duration kept, in nanoseconds (78 hours); longer ones only come from damaged files.</summary>
    public const long LongestNanoseconds = (1L << 48) - 1;

    /// <summary>The highest index of a name.</summary>
    public const ushort NameMask = SpreadFlag - 1;

    private const ushort ConcurrentFlag = 1 << 15;
    private const ushort SpreadFlag = 1 << 14;

    /// <summary>A phase with its name and flags in one number.</summary>
    public StoredPhase(int collection, long nanoseconds, ushort nameAndFlags) =>
        (Collection, DurationNanoseconds, NameAndFlags) = (collection, nanoseconds, nameAndFlags);

    public StoredPhase(int collection, long nanoseconds, int name, bool concurrent, bool hasSpread)
        : this(
            collection,
            Math.Clamp(nanoseconds, 0, LongestNanoseconds),
            (ushort)(name | (concurrent ? ConcurrentFlag : 0) | (hasSpread ? SpreadFlag : 0)))
    {
    }

    /// <summary>Index into <see cref="Recording.Collections"/>.</summary>
    public int Collection { get; }

    public long DurationNanoseconds { get; }

    /// <summary>Name and flags in one number.</summary>
    public ushort NameAndFlags { get; }

    /// <summary>Index into <see cref="PhaseList.Names"/>.</summary>
    public int NameIndex => NameAndFlags & NameMask;

    /// <summary>Whether the application ran beside it.</summary>
    public bool IsConcurrent => (NameAndFlags & ConcurrentFlag) != 0;

    /// <summary>Whether the workers' spread is known.</summary>
    public bool HasSpread => (NameAndFlags & SpreadFlag) != 0;
}
