namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>The events of one thread in a generation, batch after batch; the current one is decoded.</summary>
internal sealed class BatchCursor
{
    private readonly List<(long Ticks, ReadOnlyMemory<byte> Events)> _batches = [];
    private readonly ulong[] _arguments = new ulong[TraceEventArguments.Most];
    private int _batch;
    private int _at;

    /// <summary>The place of the goroutine that the thread runs; <see cref="GoroutineTable.None"/> for none.</summary>
    public int Goroutine { get; set; } = GoroutineTable.None;

    public TraceEvent Event { get; private set; }

    /// <summary>When it was, in nanoseconds of the trace.</summary>
    public long Time { get; private set; }

    /// <summary>Why the thread's events ended before its batches did; null when they didn't.</summary>
    public string? Fault { get; private set; }

    /// <summary>An argument after the time.</summary>
    /// <param name="index">From 0 on.</param>
    public ulong this[int index] => _arguments[index];

    public void Add(long ticks, ReadOnlyMemory<byte> events) => _batches.Add((ticks, events));

    /// <summary>No batches any more; the thread stays.</summary>
    public void Clear()
    {
        _batches.Clear();
        (_batch, _at, Fault) = (0, 0, null);
    }

    /// <summary>Decodes the next event; false at the end, or where the bytes are none.</summary>
    /// <param name="nanoseconds">Of a tick.</param>
    public bool MoveNext(double nanoseconds)
    {
        while (_batch < _batches.Count && _at == _batches[_batch].Events.Length) (_batch, _at) = (_batch + 1, 0);
        if (_batch == _batches.Count || Fault is not null) return false;
        var (ticks, events) = _batches[_batch];
        var bytes = events.Span[_at..];
        var number = bytes[0];
        var count = TraceEventArguments.Count(number);
        bytes = bytes[1..];
        if (count == 0 || !Varint.TryTake(ref bytes, out var elapsed)) return Stop();
        for (var i = 0; i < count - 1; i++)
        {
            if (!Varint.TryTake(ref bytes, out _arguments[i])) return Stop();
        }

        // Go multiplies each difference and cuts it (internal/trace, batchcursor.go): so do we, that times are the same.
        var from = _at == 0 ? Nanoseconds(ticks, nanoseconds) : Time;
        var time = from + Nanoseconds((long)Math.Min(elapsed, long.MaxValue), nanoseconds);
        if (time < from || time > Limits.LongestTraceNanoseconds) return Stop();
        (Event, Time, _at) = ((TraceEvent)number, time, events.Length - bytes.Length);
        return true;
    }

    private static long Nanoseconds(long ticks, double nanoseconds) => (long)(ticks * nanoseconds);

    private bool Stop()
    {
        Fault = "invalid events in the batches of a thread";
        return false;
    }
}

/// <summary>How many arguments the events within batches have (internal/trace/tracev2/events.go, the table of specs).</summary>
internal static class TraceEventArguments
{
    /// <summary>The most that an event has.</summary>
    public const int Most = 5;

    private const int Experimental = 128;

    // By number, from None to EndOfGeneration; 0 for events that are not in a batch of events.
    private static ReadOnlySpan<byte> Usual =>
    [
        0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3, 1, 4, 3, 4, 2, 3, 1, 1, 3, 3, 4, 3, 1, 1, 4,
        3, 1, 2, 3, 2, 2, 2, 3, 2, 2, 1, 2, 2, 2, 5, 3, 4, 4, 5, 3, 3, 4, 5, 0, 0, 0, 0,
    ];

    // Spans, objects and stacks of the allocfree experiment, from 128 on.
    private static ReadOnlySpan<byte> Experiments => [4, 4, 2, 3, 3, 2, 3, 3, 2];

    /// <summary>The number; 0 for an event that is unknown, or not allowed there.</summary>
    public static int Count(byte number) => number < Usual.Length ? Usual[number]
        : number >= Experimental && number - Experimental < Experiments.Length ? Experiments[number - Experimental] : 0;
}
