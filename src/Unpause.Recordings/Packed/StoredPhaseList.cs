namespace Unpause.Recordings.Packed;

/// <summary>Phases in packed columns.</summary>
internal sealed class StoredPhaseList : PackedList<StoredPhase>
{
    private readonly PackedLongs _collections = new();
    private readonly PackedLongs _durations = new();
    private readonly PackedLongs _names = new();

    /// <inheritdoc/>
    protected override long PackedBytes => _collections.HeldBytes + _durations.HeldBytes + _names.HeldBytes;

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
