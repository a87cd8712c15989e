namespace Unpause.Recordings.Packed;

/// <summary>Stops in packed columns.</summary>
public sealed class StopList : PackedList<Stop>
{
    private readonly PackedLongs _starts = new();
    private readonly PackedLongs _durations = new();
    private readonly PackedLongs _reaching = new();
    private readonly PackedLongs _operationIndexes = new();
    private readonly PackedLongs _forCollection = new();
    private readonly PackedNames _operations = new();

    /// <inheritdoc/>
    protected override long PackedBytes =>
        _starts.MemoryBytes + _durations.MemoryBytes + _reaching.MemoryBytes + _operationIndexes.MemoryBytes + _forCollection.MemoryBytes;

    public void Add(Stop stop)
    {
        var index = Grow();
        _starts.Set(index, stop.StartNanoseconds);
        _durations.Set(index, stop.DurationNanoseconds);
        _reaching.Set(index, stop.TimeToSafepointNanoseconds ?? PackedBlock.Unknown);
        _operationIndexes.Set(index, _operations.Add(stop.Operation));
        _forCollection.Set(index, stop.ForCollection ? 1 : 0);
    }

    public void Move(long by) => _starts.Move(by);

    /// <inheritdoc/>
    protected override Stop Read(int index) =>
        CreateStop(_starts[index], _durations[index], _reaching[index], _operationIndexes[index], _forCollection[index]);

    /// <inheritdoc/>
    protected override void Read(int block, Span<Stop> into)
    {
        const int length = PackedBlock.Length;
        Span<long> values = stackalloc long[5 * length];
        var starts = Unpack(_starts, block, values[..into.Length]);
        var durations = Unpack(_durations, block, values.Slice(length, into.Length));
        var reaching = Unpack(_reaching, block, values.Slice(2 * length, into.Length));
        var operations = Unpack(_operationIndexes, block, values.Slice(3 * length, into.Length));
        var forCollection = Unpack(_forCollection, block, values.Slice(4 * length, into.Length));
        for (var i = 0; i < into.Length; i++) into[i] = CreateStop(starts[i], durations[i], reaching[i], operations[i], forCollection[i]);
    }

    private Stop CreateStop(long start, long duration, long reaching, long operation, long forCollection) =>
        new(start, duration, reaching == PackedBlock.Unknown ? null : reaching, _operations[operation]!, forCollection == 1);
}
