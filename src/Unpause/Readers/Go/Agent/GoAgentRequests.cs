using System.Buffers.Binary;
using Unpause.Collections;
using Unpause.Recordings;

namespace Unpause.Readers.Go.Agent;

/// <summary>Collects the requests of the Go agent's file.</summary>
internal sealed class GoAgentRequests
{
    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 64;

    /// <summary>Its function did not return.</summary>
    private const uint PanicFlag = 2;

    private readonly List<(long Start, long Duration, uint Name)> _requests = [];

    /// <summary>How many ended by a panic or by runtime.Goexit.</summary>
    public int Panics { get; private set; }

    /// <summary>About how much memory they take.</summary>
    public long HeldBytes => _requests.Capacity * 24L;

    /// <summary>When the last of them ended, on the agent's clock; 0 when there are none.</summary>
    public long LastNanoseconds { get; private set; }

    /// <summary>Takes a whole record; false when it can't be one.</summary>
    public bool Take(ReadOnlySpan<byte> slot)
    {
        long start = BinaryPrimitives.ReadInt64LittleEndian(slot[8..]), duration = BinaryPrimitives.ReadInt64LittleEndian(slot[16..]);
        if (start is < 0 or >= Limits.LongestNanoseconds || duration is < 0 or >= Limits.LongestNanoseconds) return false;
        _requests.Add((start, duration, BinaryPrimitives.ReadUInt32LittleEndian(slot[24..])));
        if ((BinaryPrimitives.ReadUInt32LittleEndian(slot[28..]) & PanicFlag) != 0) Panics++;
        LastNanoseconds = Math.Max(LastNanoseconds, start + duration);
        return true;
    }

    /// <summary>All that began at the zero or later; null when there are none.</summary>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    /// <param name="names">The file's names; a request without one has the first.</param>
    public RecordedRequests? Build(long zero, List<string> names)
    {
        _requests.RemoveAll(request => request.Start < zero);
        if (_requests.Count == 0) return null;
        _requests.Sort((a, b) => a.Start.CompareTo(b.Start));
        var built = new List<RecordedRequest>(_requests.Count);
        foreach (var (start, duration, name) in _requests)
        {
            var number = built.Count + 1;
            built.Add(new RecordedRequest(start - zero, duration, name < names.Count ? (int)name : 0, number, 0, number, Call: false));
        }

        built.Sort((a, b) => (a.StartNanoseconds + a.DurationNanoseconds).CompareTo(b.StartNanoseconds + b.DurationNanoseconds));
        var column = new ChunkedList<RecordedRequest>();
        foreach (var request in built) column.Add(request);
        return new RecordedRequests(new Column<RecordedRequest>(column), names, column.Count);
    }
}
