namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// A whole trace of Go 1.21 or earlier, in memory: batches of a processor come when they are full or when tracing ends, and texts and
/// stacks are last, so nothing can be processed before the end (internal/trace of Go 1.21, parser.go).
/// </summary>
/// <param name="input">The bytes after the header.</param>
/// <param name="names">Where names of functions go.</param>
internal sealed class OldTraceTable(TraceInput input, NameTable names)
{
    /// <summary>Bytes before the arguments of an event as it is kept: its number and their length.</summary>
    public const int EventHead = 2;

    public const ulong LatestTicks = long.MaxValue / 4;

    /// <summary>Events with longer arguments are stacks, which are kept apart, and what isn't needed.</summary>
    private const int LongestArguments = byte.MaxValue;

    private const int InlineArguments = 3, LongestText = 1_000_000, MostProcessors = 1 << 20;
    private readonly TraceBlocks _blocks = new();
    private readonly Dictionary<ulong, OldTraceCursor> _processors = [];
    private readonly byte[] _arguments = new byte[TraceBlocks.LongestBatch];
    private readonly TraceBatchWriter _batch = new();

    /// <summary>Its texts and stacks.</summary>
    public TraceSymbols Symbols { get; } = new(names);

    /// <summary>Ticks a second; null where the trace doesn't come to say it.</summary>
    public ulong? Frequency { get; private set; }

    /// <summary>The events by processor.</summary>
    public IReadOnlyCollection<OldTraceCursor> Processors => _processors.Values;

    /// <summary>Why reading ended before the trace did; null when it didn't.</summary>
    public string? Fault { get; private set; }

    /// <summary>Memory that it takes, in bytes.</summary>
    public long MemoryBytes => _blocks.MemoryBytes + _batch.MemoryBytes;

    /// <summary>Reads to the end, or as far as can be read.</summary>
    public void Read()
    {
        while (Fault is null && input.TryTake(out var first)) TakeEvent(first);
        _batch.End();
        Fault ??= input.Failure;
    }

    private void TakeEvent(byte first)
    {
        const int CountShift = 6, NumberMask = 0x3f;
        var (type, count) = ((OldTraceEvent)(first & NumberMask), first >> CountShift);
        switch (type)
        {
            case OldTraceEvent.String:
                TakeText();
                return;
            case OldTraceEvent.Batch:
                if (!input.TryTakeVarint(out var processor) || !input.TryTakeVarint(out var ticks)) Fault = "it ends inside a batch";
                else if (ticks > LatestTicks || _processors.Count == MostProcessors) Fault = "a batch header is damaged";
                else BeginBatch(processor, (long)ticks);
                return;
            case OldTraceEvent.None or > OldTraceEvent.CpuSample:
                Fault = "it has an invalid event";
                return;
        }

        if (TakeArguments(count) is not { } arguments)
        {
            Fault ??= "it ends inside an event";
            return;
        }

        if (type == OldTraceEvent.Log && !SkipText()) return;
        Keep(type, arguments);
    }

    private void BeginBatch(ulong processor, long ticks)
    {
        if (!_processors.TryGetValue(processor, out var cursor)) _processors[processor] = cursor = new OldTraceCursor();
        _batch.Begin(cursor, ticks);
    }

    private int? TakeArguments(int count)
    {
        if (count >= InlineArguments)
        {
            if (!input.TryTakeVarint(out var length) || length > (ulong)_arguments.Length) return null;
            return input.Take(_arguments.AsSpan(0, (int)length)) == (int)length ? (int)length : null;
        }

        var taken = 0;
        for (var i = 0; i <= count; i++)
        {
            const int More = 0x80, Longest = 10;
            for (var part = 0; ; part++)
            {
                if (part == Longest || !input.TryTake(out var value)) return null;
                _arguments[taken++] = value;
                if (value < More) break;
            }
        }

        return taken;
    }

    private void Keep(OldTraceEvent type, int length)
    {
        ReadOnlySpan<byte> arguments = _arguments.AsSpan(0, length);
        switch (type)
        {
            case OldTraceEvent.Frequency:
                if (Varint.TryTake(ref arguments, out var frequency) && frequency > 0) Frequency = frequency;
                return;
            case OldTraceEvent.Stack:
                if (!Varint.TryTake(ref arguments, out var id) || !Varint.TryTake(ref arguments, out _)) return;
                Symbols.AddStack(id, _blocks.Keep(arguments));
                return;
            case OldTraceEvent.TimerGoroutine or OldTraceEvent.CpuSample:
                return;
        }

        if (length <= LongestArguments) _batch.Add((byte)type, arguments);
    }

    private void TakeText()
    {
        if (!input.TryTakeVarint(out var id) || !input.TryTakeVarint(out var length)) Fault = "it ends inside a string";
        else if (length > LongestText) Fault = "a string is damaged";
        else
        {
            var kept = _blocks.Take(input, (int)Math.Min(length, TraceBlocks.LongestBatch));
            Symbols.AddText(id, kept);
            if (length > (ulong)kept.Length) Skip((int)length - kept.Length);
        }
    }

    private bool SkipText()
    {
        if (!input.TryTakeVarint(out var length) || length > LongestText)
        {
            Fault = "a string is damaged";
            return false;
        }

        Skip((int)length);
        return Fault is null;
    }

    private void Skip(int length)
    {
        // The arguments are still needed: they are kept where they are.
        Span<byte> some = stackalloc byte[1024];
        while (length > 0)
        {
            var taken = input.Take(some[..Math.Min(length, some.Length)]);
            if (taken == 0)
            {
                Fault = "it ends inside a string";
                return;
            }

            length -= taken;
        }
    }
}
