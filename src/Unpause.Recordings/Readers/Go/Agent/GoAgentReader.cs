namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>
/// Reads the file of our Go agent (agents/go/FORMAT.md): one process's collections, samples of runtime/metrics, and the requests
/// that the process served; the latest of each, as many as fit into its ring.
/// </summary>
internal sealed class GoAgentReader : IRecordingReader
{
    private const int RecordsOfBlock = 64;
    private readonly CoverageBuilder _coverage = new();
    private readonly List<GoAgentCycle> _cycles = [];
    private readonly List<GoAgentSample> _samples = [];
    private readonly GoAgentRequests _requests = new();
    private int _torn;
    private int _wrong;
    private bool _ended;

    private delegate bool TakesRecord(ReadOnlySpan<byte> slot, ulong number);

    /// <summary>Whether the bytes begin as the agent's file does.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => block.StartsWith(GoAgentHeader.Magic);

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var source = new SourceBuilder
        {
            Format = GoDescriptor.Agent, Runtime = Runtimes.Go, Files = context.Files, Collector = "concurrent mark-sweep",
        };
        var recording = new RecordingBuilder { Source = source, Coverage = _coverage, RecordsPauses = true };
        context.Memory.Watch(() =>
            recording.MemoryBytes + _requests.MemoryBytes + (_cycles.Capacity * 40L) + (_samples.Count * 2L * GoAgentSample.Bytes));
        var bytes = new byte[GoAgentHeader.FixedBytes];
        var got = WholeRead.Fill(stream, bytes, _coverage);
        if (GoAgentHeader.Parse(bytes.AsSpan(0, got), out var wrong) is not { } header)
        {
            _coverage.Add($"The file cannot be read: {wrong}.", unreadable: true);
            return [recording.Build()];
        }

        Array.Resize(ref bytes, header.HeaderBytes);
        got += WholeRead.Fill(stream, bytes.AsSpan(got), _coverage);
        if (got == header.HeaderBytes) ReadRings(stream, header, context.Memory);
        else _coverage.Add("The file ends inside its header: nothing can be read.", unreadable: true);
        new GoAgentRecording(recording, header, bytes).Build(_cycles, _samples, _requests);
        if (_torn > 0) _coverage.Add($"Left out {Quantities.Count(_torn, "record")}: still being written when the recording ended.");
        if (_wrong > 0)
            _coverage.Add($"Left out {Quantities.Count(_wrong, "record")}: impossible values.", unreadable: true);
        return [recording.Build()];
    }

    private void ReadRings(Stream stream, GoAgentHeader header, MemoryLimit memory)
    {
        var (cycles, samples, requests) = header.Places;
        ReadRing(stream, cycles, GoAgentCycle.Bytes, "collections", memory, TakeCycle);
        ReadRing(stream, samples, GoAgentSample.Bytes, "samples", memory, TakeSample);
        ReadRing(stream, requests, GoAgentRequests.Bytes, "served requests", memory, (slot, _) => _requests.Take(slot));
        _cycles.Sort((a, b) => a.Sequence.CompareTo(b.Sequence));
        _samples.Sort((a, b) => a.Sequence.CompareTo(b.Sequence));
        // Each is later than the one before it; what isn't is no record.
        var time = -1L;
        _wrong += _samples.RemoveAll(sample => sample.TimeNanoseconds < time || (time = sample.TimeNanoseconds) < 0);
        var (number, seen) = (0L, 0L);
        _wrong += _cycles.RemoveAll(cycle =>
        {
            if (cycle.Number <= number || cycle.SeenNanoseconds < seen) return true;
            (number, seen) = (cycle.Number, cycle.SeenNanoseconds);
            return false;
        });
    }

    private void ReadRing(Stream stream, int capacity, int size, string what, MemoryLimit memory, TakesRecord take)
    {
        if (_ended) return;
        var block = new byte[RecordsOfBlock * size];
        for (var index = 0; index < capacity;)
        {
            if (memory.IsFull)
            {
                _coverage.Add($"Reading stopped in the {what}: {memory.Reason}.", unreadable: true);
                _ended = true;
                return;
            }

            var wanted = Math.Min(block.Length, (capacity - index) * size);
            var got = WholeRead.Fill(stream, block.AsSpan(0, wanted), _coverage);
            for (var at = 0; at + size <= got; at += size, index++) Take(block.AsSpan(at, size), index, capacity, take);
            if (got == wanted) continue;
            _coverage.Add($"The file ends inside its {what}.", unreadable: true);
            _ended = true;
            return;
        }
    }

    private void Take(ReadOnlySpan<byte> slot, int index, int capacity, TakesRecord take)
    {
        switch (GoAgentSlot.Read(slot, index, capacity, out var number))
        {
            case GoAgentSlot.State.Written when take(slot, number): break;
            case GoAgentSlot.State.Torn: _torn++; break;
            case GoAgentSlot.State.Empty: break;
            default: _wrong++; break;
        }
    }

    private bool TakeCycle(ReadOnlySpan<byte> slot, ulong number)
    {
        if (GoAgentCycle.Parse(slot, number) is not { } cycle) return false;
        _cycles.Add(cycle);
        return true;
    }

    private bool TakeSample(ReadOnlySpan<byte> slot, ulong number)
    {
        if (GoAgentSample.Parse(slot, number) is not { } sample) return false;
        _samples.Add(sample);
        return true;
    }
}

/// <summary>What a record of any of the Go agent's rings has around its content: its number at both ends.</summary>
internal static class GoAgentSlot
{
    /// <summary>The content of a slot in a ring.</summary>
    public enum State
    {
        /// <summary>Nothing was written there.</summary>
        Empty,

        Written,

        /// <summary>One that is being written.</summary>
        Torn,

        /// <summary>One that can't be there.</summary>
        Wrong,
    }

    /// <summary>Finds out what a slot contains.</summary>
    /// <param name="slot">Its bytes.</param>
    /// <param name="index">Which place it is.</param>
    /// <param name="capacity">How many there are.</param>
    /// <param name="number">The record's number, from 1.</param>
    public static State Read(ReadOnlySpan<byte> slot, int index, int capacity, out ulong number)
    {
        number = BinaryPrimitives.ReadUInt64LittleEndian(slot);
        var last = BinaryPrimitives.ReadUInt64LittleEndian(slot[^sizeof(ulong)..]);
        if (number == 0) return last == 0 ? State.Empty : State.Torn;
        if (number != last) return State.Torn;
        return (number - 1) % (ulong)capacity == (ulong)index && number < long.MaxValue ? State.Written : State.Wrong;
    }
}
