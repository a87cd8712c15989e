using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Recorder.Probes;

/// <summary>Writes a file in the format of the CPython agent (agents/python/FORMAT.md) from outside the process.</summary>
internal sealed class PythonRingWriter : IDisposable
{
    private const int WallReadings = 5;
    private static readonly long AnchorEvery = 10 * Stopwatch.Frequency;
    private readonly FileStream _file;
    private readonly byte[] _header;
    private readonly bool _ownAnchors;

    // Computed before anything from another process is copied into the header.
    private readonly int _outsideAt;
    private readonly long _requestsAt;
    private readonly byte[] _slot = new byte[AgentRecord.Bytes];
    private ulong _begun;
    private ulong _lost;
    private ulong _requests;
    private ulong _lostRequests;
    private ulong _anchors;
    private long _anchoredAt;
    private (ulong Begun, ulong Requests, ulong Lost, ulong Anchors) _flushed = (ulong.MaxValue, 0, 0, 0);

    /// <summary>Starts a file.</summary>
    /// <param name="path">An existing empty file.</param>
    /// <param name="ownAnchors">Whether unpause's own clock readings are written; otherwise the header's stay.</param>
    public PythonRingWriter(string path, byte[] header, bool ownAnchors)
    {
        _file = new FileStream(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite, AgentRecord.Bytes * 1024);
        (_header, _ownAnchors) = (header, ownAnchors);
        (_outsideAt, _requestsAt) = (AgentHeader.OwnOutsideAt(header), AgentHeader.OwnRequestsAt(header));
    }

    /// <summary>Why the file could not be written, or null.</summary>
    public string? Problem { get; private set; }

    /// <summary>Adds a record.</summary>
    public void Add(in AgentRecord record)
    {
        var slot = _slot.AsSpan();
        slot.Clear();
        record.WriteOutside(slot);
        Add(slot);
    }

    /// <summary>Adds a record copied from another file.</summary>
    public void Add(Span<byte> slot)
    {
        if (Problem is not null) return;
        AgentRecord.Number(slot, ++_begun);
        var place = (long)((_begun - 1) % AgentHeader.OwnCapacity);
        Put(slot, _header.Length + (place * AgentRecord.Bytes));
    }

    /// <summary>Adds a request copied from another file; the header must have space for requests.</summary>
    public void AddRequest(Span<byte> slot)
    {
        if (Problem is not null) return;
        AgentRequest.SetNumber(slot, ++_requests);
        var place = (long)((_requests - 1) % AgentHeader.OwnRequests);
        Put(slot, _requestsAt + (place * AgentRequest.Bytes));
    }

    /// <summary>Requests were lost.</summary>
    public void LostRequests(ulong count) => _lostRequests += Math.Min(count, ulong.MaxValue - _lostRequests);

    private void Put(ReadOnlySpan<byte> slot, long at)
    {
        try
        {
            if (_file.Position != at) _file.Position = at;
            _file.Write(slot);
        }
        catch (IOException e)
        {
            Problem = $"CPython's collections could not be written: {SystemFault.Reason(e)}";
        }
    }

    /// <summary>Probe hits or records were lost.</summary>
    public void Lost(ulong count) => _lost += Math.Min(count, ulong.MaxValue - _lost);

    /// <summary>Copies final values from the header of the copied file: its clock readings, and how it ended.</summary>
    /// <param name="header">All bytes of it.</param>
    /// <param name="first">The same at the start.</param>
    public void TakeEnd(ReadOnlySpan<byte> header, AgentHeader first) => AgentHeader.TakeEnd(_header, header, first);

    /// <summary>Makes the file complete up to now.</summary>
    /// <param name="until">End of the recording once it has ended; otherwise 0.</param>
    public void Flush(long until = 0)
    {
        if (_ownAnchors) Anchor();
        AgentHeader.SetBegun(_header, _begun);
        if (_requestsAt > 0) AgentHeader.SetRequests(_header, _requests, _lostRequests);
        AgentHeader.SetWatched(_header, _outsideAt, until, _lost);
        // The header is 16 KB, and often nothing is new.
        var now = (_begun, _requests, _lost + _lostRequests, _anchors);
        if (Problem is not null || (until == 0 && now == _flushed)) return;
        _flushed = now;
        try
        {
            _file.Position = 0;
            _file.Write(_header);
            _file.Flush();
        }
        catch (IOException e)
        {
            Problem = $"CPython's collections could not be written: {SystemFault.Reason(e)}";
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private void Anchor()
    {
        var now = Stopwatch.GetTimestamp();
        if (_anchors > 0 && now - _anchoredAt < AnchorEvery) return;
        _anchoredAt = now;
        AgentHeader.SetAnchor(_header, ++_anchors, WallClock());
    }

    /// <summary>The wall clock between two readings of the monotonic one, the best of several attempts.</summary>
    private static (long Before, long Wall, long After) WallClock()
    {
        var best = (Before: 0L, Wall: 0L, After: long.MaxValue);
        for (var i = 0; i < WallReadings; i++)
        {
            var before = Stopwatch.GetTimestamp();
            var wall = (DateTime.UtcNow - DateTime.UnixEpoch).Ticks * TimeSpan.NanosecondsPerTick;
            var after = Stopwatch.GetTimestamp();
            if (after - before < best.After - best.Before) best = (before, wall, after);
        }

        return best;
    }
}
