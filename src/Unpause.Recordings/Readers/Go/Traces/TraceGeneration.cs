namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// A stretch of a trace, as a rule a second: the batches of all threads, and the texts and stacks that they refer to, which follow
/// them. Its memory is used again for the next one; threads stay, with what runs on them.
/// </summary>
/// <param name="names">Where names of functions go.</param>
internal sealed class TraceGeneration(NameTable names)
{
    /// <summary>The assumption where a trace is truncated before its frequency: runtime.traceClockNow divides nanoseconds by 64.</summary>
    private const double UsualNanoseconds = 64;

    private readonly TraceBlocks _blocks = new();
    private readonly Dictionary<ulong, BatchCursor> _threads = [];

    /// <summary>Its number, from the runtime; 0 before the first batch.</summary>
    public ulong Number { get; set; }

    /// <summary>Its texts and stacks.</summary>
    public TraceSymbols Symbols { get; } = new(names);

    /// <summary>Nanoseconds of a tick.</summary>
    public double TickNanoseconds { get; private set; } = UsualNanoseconds;

    /// <summary>Whether the trace has <see cref="TickNanoseconds"/>.</summary>
    public bool HasFrequency { get; private set; }

    /// <summary>A reading of both clocks, in ticks and nanoseconds since 1970; null where it is not recorded.</summary>
    public (long Ticks, long Unix)? Clocks { get; private set; }

    /// <summary>Memory of its batches, in bytes.</summary>
    public long MemoryBytes => _blocks.MemoryBytes;

    public IReadOnlyCollection<BatchCursor> Threads => _threads.Values;

    /// <summary>Whether a batch of events came.</summary>
    public bool HasEvents { get; private set; }

    /// <summary>A thread, which is new where it isn't known; null where there are too many.</summary>
    public BatchCursor? Thread(ulong id)
    {
        if (_threads.TryGetValue(id, out var thread)) return thread;
        if (_threads.Count >= Limits.TraceThreads) return null;
        thread = new BatchCursor();
        _threads.Add(id, thread);
        return thread;
    }

    /// <summary>Takes a batch off the input.</summary>
    /// <returns>Why it can't be read; null when it can.</returns>
    public string? Take(TraceInput input, ulong threadId, long ticks, int length)
    {
        var batch = _blocks.Take(input, length);
        // What there is of a cut one is as good as any.
        var wrong = batch.IsEmpty ? null : Take(batch, threadId, ticks);
        return batch.Length < length ? "it ends inside a batch" : wrong;
    }

    /// <summary>The next one begins: nothing of this one is needed any more.</summary>
    public void Clear()
    {
        foreach (var thread in _threads.Values) thread.Clear();
        Symbols.Clear();
        _blocks.Reuse();
        (Number, HasEvents, Clocks) = (0, false, null);
    }

    private string? Take(ReadOnlyMemory<byte> batch, ulong threadId, long ticks)
    {
        switch ((TraceEvent)batch.Span[0])
        {
            case TraceEvent.Strings: return TakeTexts(batch[1..]);
            case TraceEvent.Stacks: return TakeStacks(batch[1..]);
            case TraceEvent.CpuSamples: return null;
            case TraceEvent.Sync: return TakeClocks(batch.Span[1..], ticks);
            case TraceEvent.Frequency: return TakeClocks(batch.Span, ticks);
        }

        HasEvents = true;
        if (Thread(threadId) is not { } thread) return $"it has more than {Quantities.Count(Limits.TraceThreads)} threads";
        thread.Add(ticks, batch);
        return null;
    }

    private string? TakeTexts(ReadOnlyMemory<byte> batch)
    {
        while (!batch.IsEmpty)
        {
            var bytes = batch.Span[1..];
            if (batch.Span[0] != (byte)TraceEvent.String || !Varint.TryTake(ref bytes, out var id)
                || !Varint.TryTake(ref bytes, out var length) || length > (ulong)bytes.Length)
            {
                return "its strings are damaged";
            }

            Symbols.AddText(id, batch.Slice(batch.Length - bytes.Length, (int)length));
            batch = batch[(batch.Length - bytes.Length + (int)length)..];
        }

        return null;
    }

    private string? TakeStacks(ReadOnlyMemory<byte> batch)
    {
        const int Parts = 4;
        while (!batch.IsEmpty)
        {
            var bytes = batch.Span[1..];
            if (batch.Span[0] != (byte)TraceEvent.Stack || !Varint.TryTake(ref bytes, out var id)
                || !Varint.TryTake(ref bytes, out var frames) || frames > (ulong)bytes.Length)
            {
                return "its stacks are damaged";
            }

            var from = batch.Length - bytes.Length;
            for (var part = 0UL; part < frames * Parts; part++)
            {
                if (!Varint.TryTake(ref bytes, out _)) return "its stacks are damaged";
            }

            var to = batch.Length - bytes.Length;
            Symbols.AddStack(id, batch[from..to]);
            batch = batch[to..];
        }

        return null;
    }

    private string? TakeClocks(ReadOnlySpan<byte> bytes, long ticks)
    {
        const double NanosecondsPerSecond = 1e9;
        while (!bytes.IsEmpty)
        {
            var type = (TraceEvent)bytes[0];
            bytes = bytes[1..];
            if (type == TraceEvent.Frequency && Varint.TryTake(ref bytes, out var frequency) && frequency > 0)
            {
                (TickNanoseconds, HasFrequency) = (NanosecondsPerSecond / frequency, true);
            }
            else if (type == TraceEvent.Clocks && Varint.TryTake(ref bytes, out var elapsed) && Varint.TryTake(ref bytes, out _)
                && Varint.TryTake(ref bytes, out var seconds) && Varint.TryTake(ref bytes, out var part))
            {
                const ulong Latest = long.MaxValue / 1_000_000_000 - 1;
                if (seconds <= Latest && part < NanosecondsPerSecond && elapsed <= long.MaxValue / 2)
                    Clocks = (ticks + (long)elapsed, ((long)seconds * 1_000_000_000) + (long)part);
            }
            else
            {
                return "its clock readings are damaged";
            }
        }

        return null;
    }
}

/// <summary>Unsigned varints: seven bits a byte, the lowest first (encoding/binary, Uvarint).</summary>
internal static class Varint
{
    /// <summary>Takes one off; false where the bytes end before it does, or it has more than 64 bits.</summary>
    /// <param name="bytes">The bytes; what follows is left.</param>
    public static bool TryTake(ref ReadOnlySpan<byte> bytes, out ulong value)
    {
        const int More = 0x80, Bits = 7, Longest = 10;
        value = 0;
        for (var i = 0; i < Longest && i < bytes.Length; i++)
        {
            var part = bytes[i];
            value |= (ulong)(part & ~More) << (i * Bits);
            if (part >= More) continue;
            bytes = bytes[(i + 1)..];
            return i < Longest - 1 || part <= 1;
        }

        return false;
    }
}
