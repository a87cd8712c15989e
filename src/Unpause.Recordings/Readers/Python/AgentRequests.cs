namespace Unpause.Recordings.Readers.Python;

/// <summary>Reads the ring of requests behind the CPython agent's ring of collections (agents/python/FORMAT.md, Requests).</summary>
/// <param name="coverage">Where is noted what can't be read.</param>
internal sealed class AgentRequests(CoverageBuilder coverage)
{
    private const int SlotsOfBlock = 512;
    private readonly ServedRequests _requests = new();
    private readonly List<string> _names = [];
    private RequestNames? _table;
    private long _failed;

    /// <summary>About how much memory they take.</summary>
    public long MemoryBytes => _requests.MemoryBytes;

    /// <summary>When the last of them ended, on the agent's clock; 0 when there are none.</summary>
    public long LastNanoseconds => _requests.LastNanoseconds;

    /// <summary>Records that were being written.</summary>
    public int Torn { get; private set; }

    /// <summary>Records that no agent writes.</summary>
    public int Wrong { get; private set; }

    /// <summary>Reads the ring.</summary>
    /// <param name="position">How much of it has been read.</param>
    /// <param name="header">Where the ring is.</param>
    /// <param name="memory">Ends the reading when it is full.</param>
    public void Read(Stream stream, long position, AgentHeader header, MemoryLimit memory)
    {
        if (header.RequestsBegun == 0) return;
        var block = new byte[SlotsOfBlock * AgentRequest.Bytes];
        while (position < header.RequestsAt)
        {
            var gap = block.AsSpan(0, (int)Math.Min(block.Length, header.RequestsAt - position));
            if (WholeRead.Fill(stream, gap, coverage) < gap.Length) break;
            position += gap.Length;
        }

        var slots = (int)Math.Min(header.RequestsBegun, (ulong)header.RequestCapacity);
        var index = 0;
        while (index < slots && position >= header.RequestsAt)
        {
            if (memory.IsFull)
            {
                coverage.Add($"Reading stopped in the requests: {memory.Reason}.", unreadable: true);
                return;
            }

            var wanted = Math.Min(block.Length, (slots - index) * AgentRequest.Bytes);
            var got = WholeRead.Fill(stream, block.AsSpan(0, wanted), coverage);
            for (var at = 0; at + AgentRequest.Bytes <= got; at += AgentRequest.Bytes)
            {
                Take(block.AsSpan(at, AgentRequest.Bytes), index++, header.RequestCapacity);
            }

            if (got < wanted) break;
        }

        if (index < slots) coverage.Add($"The file ends after {index:N0} of {slots:N0} requests.", unreadable: true);
    }

    /// <summary>All that began at the zero or later; null when there are none. Notes what is missing.</summary>
    public RecordedRequests? Build(AgentHeader header, long zero)
    {
        var overwritten = header.RequestsBegun - Math.Min(header.RequestsBegun, (ulong)header.RequestCapacity);
        if (overwritten > 0)
        {
            coverage.Add(
                $"The agent's ring has room for {header.RequestCapacity:N0} requests: the first {overwritten:N0} of "
                    + $"{header.RequestsBegun:N0} "
                + "were overwritten.");
        }

        if (header.RequestsLost > 0)
        {
            coverage.Add(
                header.OutsideAt > 0
                    ? $"Missing {Quantities.Count(header.RequestsLost, "request")} that could not be copied from the process's file."
                    : $"Missing {Quantities.Count(header.RequestsLost, "request")} for which the file had no room.",
                unreadable: true);
        }

        return _requests.Build(zero, _names) is { } requests ? requests with { Failed = _failed } : null;
    }

    private void Take(ReadOnlySpan<byte> slot, int index, int capacity)
    {
        switch (AgentRequest.State(slot, index, capacity))
        {
            case SlotState.Written when TakeWritten(slot): break;
            case SlotState.Torn: Torn++; break;
            case SlotState.Empty: break;
            default: Wrong++; break;
        }
    }

    private bool TakeWritten(ReadOnlySpan<byte> slot)
    {
        var start = AgentRequest.Start(slot);
        var name = (_table ??= new RequestNames(_names)).OfText(AgentRequest.Name(slot));
        if (!_requests.Take(start, AgentRequest.End(slot) - start, name, AgentRequest.Trace(slot))) return false;
        if (AgentRequest.Failed(slot)) _failed++;
        return true;
    }
}
