namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>The events of one processor in a trace of Go 1.21 or earlier; the current one is decoded. Times in ticks.</summary>
internal sealed class OldTraceCursor
{
    private const int MostArguments = 4;
    private readonly List<(long? Ticks, ReadOnlyMemory<byte> Events)> _parts = [];
    private readonly ulong[] _arguments = new ulong[MostArguments];
    private int _part;
    private int _at;

    /// <summary>The place of the goroutine that runs there; <see cref="GoroutineTable.None"/> for none.</summary>
    public int Goroutine { get; set; } = GoroutineTable.None;

    public OldTraceEvent Event { get; private set; }

    public long Ticks { get; private set; }

    /// <summary>An argument after the time; 0 where it has fewer.</summary>
    public ulong this[int index] => _arguments[index];

    /// <summary>Takes a part of a batch: whole events.</summary>
    /// <param name="ticks">When the batch began; null for a part that goes on with one.</param>
    /// <param name="events">Its events, each as its number, its length in bytes, and its arguments.</param>
    public void Add(long? ticks, ReadOnlyMemory<byte> events) => _parts.Add((ticks, events));

    /// <summary>Decodes the next event; false at the end.</summary>
    public bool MoveNext()
    {
        while (_part < _parts.Count && _at == _parts[_part].Events.Length) (_part, _at) = (_part + 1, 0);
        if (_part == _parts.Count) return false;
        var (ticks, events) = _parts[_part];
        if (_at == 0 && ticks is { } begin) Ticks = begin;
        var bytes = events.Span[_at..];
        Event = (OldTraceEvent)bytes[0];
        var arguments = bytes.Slice(OldTraceTable.EventHead, bytes[1]);
        _at += OldTraceTable.EventHead + bytes[1];
        Varint.TryTake(ref arguments, out var elapsed);
        Ticks = (long)Math.Min((ulong)Ticks + Math.Min(elapsed, OldTraceTable.LatestTicks), OldTraceTable.LatestTicks);
        for (var i = 0; i < MostArguments; i++)
        {
            if (!Varint.TryTake(ref arguments, out _arguments[i])) _arguments[i] = 0;
        }

        return true;
    }
}
