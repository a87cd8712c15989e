namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>
/// Reads a trace of Go 1.22 and later, a generation at a time (internal/trace, reader.go and generation.go). A cut trace is read up to the
/// cut.
/// </summary>
/// <param name="input">The bytes after the header.</param>
internal sealed class TraceGenerations(TraceInput input, GoTraceHeader header, TraceGeneration generation)
{
    private (ulong Thread, long Ticks, int Length, ulong Generation)? _next;
    private bool _ended;

    /// <summary>Why reading ended; null when the trace did.</summary>
    public string? Fault { get; private set; }

    /// <summary>Whether the last generation was cut.</summary>
    public bool IsCut { get; private set; }

    /// <summary>Generations so far.</summary>
    public int Count { get; private set; }

    /// <summary>Takes the next generation, as far as it is there; false when there is none.</summary>
    public bool MoveNext()
    {
        generation.Clear();
        if (_ended) return false;
        var whole = false;
        if (_next is { } next)
        {
            generation.Number = next.Generation;
            _next = null;
            Take(next.Thread, next.Ticks, next.Length);
        }

        while (!_ended && _next is null && !whole) whole = TakeOne();
        if (!generation.HasEvents) return false;
        Count++;
        // Before 1.26 the last generation ends with the file; where it is whole its texts and its frequency are there.
        IsCut = _ended && !whole && (header.HasGenerationEnds || Fault is not null || !generation.HasFrequency);
        return true;
    }

    /// <summary>Takes a batch; true when it completes the generation.</summary>
    private bool TakeOne()
    {
        if (!input.TryTake(out var first))
        {
            _ended = true;
            return false;
        }

        var type = (TraceEvent)first;
        if (type == TraceEvent.EndOfGeneration) return true;
        var experimental = type == TraceEvent.ExperimentalBatch;
        if ((type != TraceEvent.Batch && !experimental) || (experimental && !input.TryTake(out _)))
        {
            Stop("it has an invalid batch of events");
            return false;
        }

        if (!input.TryTakeVarint(out var number) || !input.TryTakeVarint(out var thread) || !input.TryTakeVarint(out var ticks)
            || !input.TryTakeVarint(out var length))
        {
            Stop("it ends inside a batch header");
            return false;
        }

        if (length > TraceBlocks.LongestBatch || ticks > long.MaxValue / 2 || number == 0)
        {
            Stop("a batch header is damaged");
            return false;
        }

        if (experimental)
        {
            // In a form of its own: nothing of it is needed.
            Skip((int)length);
            return false;
        }

        if (generation.Number == 0) generation.Number = number;
        if (number == generation.Number) Take(thread, (long)ticks, (int)length);
        else if (number > generation.Number) _next = (thread, (long)ticks, (int)length, number);
        else Stop("batches of a generation come after the next one has begun");
        return false;
    }

    private void Take(ulong thread, long ticks, int length)
    {
        if (generation.Take(input, thread, ticks, length) is { } wrong) Stop(wrong);
    }

    private void Skip(int length)
    {
        Span<byte> some = stackalloc byte[1024];
        while (length > 0)
        {
            var taken = input.Take(some[..Math.Min(length, some.Length)]);
            if (taken == 0)
            {
                Stop("it ends inside a batch");
                return;
            }

            length -= taken;
        }
    }

    private void Stop(string fault) => (_ended, Fault) = (true, input.Failure ?? fault);
}
