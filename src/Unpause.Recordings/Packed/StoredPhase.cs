namespace Unpause.Recordings.Packed;

/// <summary>One phase as it is kept: its name is an index, its flags are the upper bits.</summary>
public readonly struct StoredPhase
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

/// <summary>Phases in packed columns.</summary>
internal sealed class StoredPhaseList : PackedList<StoredPhase>
{
    private readonly PackedLongs _collections = new();
    private readonly PackedLongs _durations = new();
    private readonly PackedLongs _names = new();

    /// <inheritdoc/>
    protected override long PackedBytes => _collections.MemoryBytes + _durations.MemoryBytes + _names.MemoryBytes;

    public void Add(in StoredPhase phase)
    {
        var index = Grow();
        _collections.Set(index, phase.Collection);
        _durations.Set(index, phase.DurationNanoseconds);
        _names.Set(index, phase.NameAndFlags);
    }

    /// <inheritdoc/>
    protected override StoredPhase Read(int index) => new((int)_collections[index], _durations[index], (ushort)_names[index]);

    /// <inheritdoc/>
    protected override void Read(int block, Span<StoredPhase> into)
    {
        const int length = PackedBlock.Length;
        Span<long> values = stackalloc long[3 * length];
        var collections = Unpack(_collections, block, values[..into.Length]);
        var durations = Unpack(_durations, block, values.Slice(length, into.Length));
        var names = Unpack(_names, block, values.Slice(2 * length, into.Length));
        for (var i = 0; i < into.Length; i++) into[i] = new StoredPhase((int)collections[i], durations[i], (ushort)names[i]);
    }
}
