using Unpause.Recordings.Garbage;

namespace Unpause.Recordings.Readers.Node;

/// <summary>
/// Reads the file of our Node.js agent (agents/node/FORMAT.md): the requests that a process served, and when its event loop was blocked;
/// the latest of each, as many as fit into its ring. GC is in the trace events of the same process (<see cref="RequestsOfTrace"/>).
/// </summary>
internal sealed class NodeAgentReader : IRecordingReader
{
    private const int SlotsOfBlock = 512;
    private readonly CoverageBuilder _coverage = new();
    private readonly List<(long Start, long End)> _blocks = [];
    private readonly AgentRequests _requests;
    private Total _blocked, _used;
    private int _torn, _wrong;

    public NodeAgentReader() => _requests = new(_coverage);

    /// <summary>Whether the bytes begin as the agent's file does.</summary>
    public static bool Recognises(ReadOnlySpan<byte> block) => block.StartsWith(NodeAgentHeader.Magic);

    /// <inheritdoc/>
    public IReadOnlyList<Recording> Read(Stream stream, ReadContext context)
    {
        var source = new SourceBuilder { Format = NodeFormats.Agent, Runtime = Runtimes.Node, Files = context.Files };
        var recording = new RecordingBuilder { Source = source, Coverage = _coverage };
        context.Memory.Watch(() => recording.MemoryBytes + (_blocks.Capacity * 16L) + _requests.MemoryBytes);
        var bytes = new byte[NodeAgentHeader.FixedBytes];
        var got = WholeRead.Fill(stream, bytes, _coverage);
        if (NodeAgentHeader.Parse(bytes.AsSpan(0, got), out var wrong) is not { } header)
        {
            _coverage.Add($"The file cannot be read: {wrong}.", unreadable: true);
            return [recording.Build()];
        }

        Array.Resize(ref bytes, header.HeaderBytes);
        got += WholeRead.Fill(stream, bytes.AsSpan(got), _coverage);
        if (got == header.HeaderBytes)
        {
            var read = ReadBlocks(stream, header);
            _requests.Read(stream, header.HeaderBytes + read, header.Requests, context.Memory);
        }
        else
        {
            _coverage.Add("The file ends inside its header: no request can be read.", unreadable: true);
        }

        Describe(source, header, bytes);
        recording.Requests = _requests.Build(header.Requests, header.Started);
        recording.OtherWaits = [LoopOf(header)];
        recording.DurationNanoseconds = Math.Max(0, Math.Max(header.Written, _requests.LastNanoseconds) - header.Started);
        recording.ProgramClock = new ProgramClock(header.Started, header.Started);
        recording.Clock = AgentClock.Read(header.Anchors(bytes), header.Started, _coverage);
        AddNotes(header);
        return [recording.Build()];
    }

    private static void Describe(SourceBuilder source, NodeAgentHeader header, byte[] bytes)
    {
        source.ProcessId = header.ProcessId;
        var command = new List<string>();
        foreach (var (key, value) in header.Facts(bytes))
        {
            if (key == "version" && value.Length <= Limits.VersionChars) source.RuntimeVersion = value;
            else if (key == "argument") command.Add(value);
        }

        if (command.Count > 0) source.Command = string.Join(' ', command);
    }

    /// <summary>Reads the ring as far as it is written; how many bytes that was.</summary>
    private long ReadBlocks(Stream stream, NodeAgentHeader header)
    {
        var slots = (int)Math.Min(header.BlocksBegun, (ulong)header.BlockCapacity);
        var block = new byte[SlotsOfBlock * NodeAgentHeader.BlockBytes];
        var read = 0L;
        for (var index = 0; index < slots;)
        {
            var wanted = Math.Min(block.Length, (slots - index) * NodeAgentHeader.BlockBytes);
            var got = WholeRead.Fill(stream, block.AsSpan(0, wanted), _coverage);
            read += got;
            for (var at = 0; at + NodeAgentHeader.BlockBytes <= got; at += NodeAgentHeader.BlockBytes, index++)
                Take(block.AsSpan(at, NodeAgentHeader.BlockBytes), index, header);
            if (got == wanted) continue;
            _coverage.Add($"The file ends after {index:N0} of {slots:N0} blocks of the event loop.", unreadable: true);
            break;
        }

        _blocks.Sort();
        // The timer fires again after a block: they do not overlap.
        var end = 0L;
        _wrong += _blocks.RemoveAll(each => each.Start < end || (end = each.End) < 0);
        return read;
    }

    private void Take(ReadOnlySpan<byte> slot, int index, NodeAgentHeader header)
    {
        var number = BinaryPrimitives.ReadUInt64LittleEndian(slot);
        var (start, end) = (BinaryPrimitives.ReadInt64LittleEndian(slot[8..]), BinaryPrimitives.ReadInt64LittleEndian(slot[16..]));
        if (number == 0) return;
        if ((uint)number != BinaryPrimitives.ReadUInt32LittleEndian(slot[28..]))
        {
            _torn++;
        }
        else if ((number - 1) % (ulong)header.BlockCapacity != (ulong)index || start < header.Started || end < start
            || end >= Limits.LongestNanoseconds)
        {
            _wrong++;
        }
        else
        {
            _blocks.Add((start - header.Started, end - header.Started));
            _blocked += end - start;
            // Other threads use CPUs, too.
            _used += Math.Min(end - start, BinaryPrimitives.ReadUInt32LittleEndian(slot[24..]) * 1000L);
        }
    }

    private Waits.OtherWait LoopOf(NodeAgentHeader header) => EventLoopBlocks.Without(
        _blocks, [], _blocked.Value > 0 ? (double)_used.Value / _blocked.Value : null,
        $"a timer of the agent, every {header.TimerMilliseconds} ms; the time by which it was late");

    private void AddNotes(NodeAgentHeader header)
    {
        if (header.Open > 0) _coverage.Add($"{Quantities.Count((long)Math.Min(header.Open, int.MaxValue), "request")} had not ended yet.");
        if (header.BlocksBegun > (ulong)header.BlockCapacity)
        {
            _coverage.Add(
                $"The agent's ring has room for {header.BlockCapacity:N0} blocks of the event loop: earlier ones were overwritten.");
        }

        _torn += _requests.Torn;
        _wrong += _requests.Wrong;
        if (_torn > 0) _coverage.Add($"Left out {Quantities.Count(_torn, "record")}: still being written when the recording ended.");
        if (_wrong > 0) _coverage.Add($"Left out {Quantities.Count(_wrong, "record")}: impossible values.", unreadable: true);
        if (!header.Ended)
        {
            _coverage.Add(
                "The process was killed or is still running: requests of its last 0.2 s are missing.");
        }
    }
}
