namespace Unpause.Recordings.Packed;

/// <summary>Pauses in packed columns.</summary>
public sealed class PauseList : PackedList<Pause>
{
    private readonly PackedLongs _starts = new();
    private readonly PackedLongs _durations = new();
    private readonly PackedLongs _collections = new();
    private readonly PackedLongs _nameIndexes = new();
    private readonly PackedNames _names = new();

    /// <inheritdoc/>
    protected override long PackedBytes =>
        _starts.MemoryBytes + _durations.MemoryBytes + _collections.MemoryBytes + _nameIndexes.MemoryBytes;

    public void Add(Pause pause) => Set(Grow(), pause);

    /// <summary>Puts another pause at a place.</summary>
    public void Set(int index, in Pause pause)
    {
        _starts.Set(index, pause.StartNanoseconds);
        _durations.Set(index, pause.DurationNanoseconds);
        _collections.Set(index, pause.Collection);
        _nameIndexes.Set(index, _names.Add(pause.Name));
    }

    /// <summary>When a pause starts; <see cref="Pause.NoTime"/> where that isn't known.</summary>
    public long StartOf(int index) => _starts[index];

    public void Move(long by) => _starts.Move(by);

    /// <inheritdoc/>
    protected override Pause Read(int index) =>
        new(_starts[index], _durations[index], (int)_collections[index], _names[_nameIndexes[index]]!);

    /// <inheritdoc/>
    protected override void Read(int block, Span<Pause> into)
    {
        const int length = PackedBlock.Length;
        Span<long> values = stackalloc long[4 * length];
        var starts = Unpack(_starts, block, values[..into.Length]);
        var durations = Unpack(_durations, block, values.Slice(length, into.Length));
        var collections = Unpack(_collections, block, values.Slice(2 * length, into.Length));
        var names = Unpack(_nameIndexes, block, values.Slice(3 * length, into.Length));
        for (var i = 0; i < into.Length; i++) into[i] = new Pause(starts[i], durations[i], (int)collections[i], _names[names[i]]!);
    }
}
