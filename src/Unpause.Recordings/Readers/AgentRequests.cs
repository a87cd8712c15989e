namespace Unpause.Recordings.Readers;

/// <summary>Reads the ring of requests in a file of the agents for CPython or Node.js (agents/python/FORMAT.md, Requests).</summary>
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
    /// <param name="memory">Ends the reading when it is full.</param>
    public void Read(Stream stream, long position, RequestRing ring, MemoryLimit memory)
    {
        if (ring.Begun == 0) return;
        var block = new byte[SlotsOfBlock * AgentRequest.Bytes];
        while (position < ring.At)
        {
            var gap = block.AsSpan(0, (int)Math.Min(block.Length, ring.At - position));
            if (WholeRead.Fill(stream, gap, coverage) < gap.Length) break;
            position += gap.Length;
        }

        var slots = (int)Math.Min(ring.Begun, (ulong)ring.Capacity);
        var index = 0;
        while (index < slots && position >= ring.At)
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
                Take(block.AsSpan(at, AgentRequest.Bytes), index++, ring.Capacity);
            }

            if (got < wanted) break;
        }

        if (index < slots) coverage.Add($"The file ends after {index:N0} of {slots:N0} requests.", unreadable: true);
    }

    /// <summary>All that began at the zero or later; null when there are none. Notes what is missing.</summary>
    public RecordedRequests? Build(RequestRing ring, long zero)
    {
        var overwritten = ring.Begun - Math.Min(ring.Begun, (ulong)ring.Capacity);
        if (overwritten > 0)
        {
            coverage.Add(
                $"The agent's ring has room for {ring.Capacity:N0} requests: the first {overwritten:N0} of "
                    + $"{ring.Begun:N0} "
                + "were overwritten.");
        }

        if (ring.Lost > 0)
        {
            coverage.Add(
                ring.IsCopy
                    ? $"Missing {Quantities.Count(ring.Lost, "request")} that could not be copied from the process's file."
                    : $"Missing {Quantities.Count(ring.Lost, "request")} for which the file had no room.",
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

/// <summary>The ring of requests in an agent's file.</summary>
/// <param name="At">Where it begins in the file.</param>
/// <param name="Capacity">Its capacity in requests.</param>
/// <param name="Begun">Requests written so far.</param>
/// <param name="Lost">Requests that are missing.</param>
/// <param name="IsCopy">Whether they were copied from the file of the process.</param>
internal readonly record struct RequestRing(long At, int Capacity, ulong Begun, long Lost, bool IsCopy = false);
