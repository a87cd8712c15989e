using System.Buffers.Binary;

namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>Collects the requests of the Go agent's file.</summary>
internal sealed class GoAgentRequests
{
    /// <summary>Bytes of a record.</summary>
    public const int Bytes = 64;

    /// <summary>Its function did not return.</summary>
    private const uint PanicFlag = 2;

    private readonly ServedRequests _requests = new();

    /// <summary>How many ended by a panic or by runtime.Goexit.</summary>
    public int Panics { get; private set; }

    /// <summary>About how much memory they take.</summary>
    public long HeldBytes => _requests.HeldBytes;

    /// <summary>When the last of them ended, on the agent's clock; 0 when there are none.</summary>
    public long LastNanoseconds => _requests.LastNanoseconds;

    /// <summary>Takes a whole record; false when it can't be one.</summary>
    public bool Take(ReadOnlySpan<byte> slot)
    {
        long start = BinaryPrimitives.ReadInt64LittleEndian(slot[8..]), duration = BinaryPrimitives.ReadInt64LittleEndian(slot[16..]);
        var name = (int)Math.Min(BinaryPrimitives.ReadUInt32LittleEndian(slot[24..]), int.MaxValue);
        if (!_requests.Take(start, duration, name)) return false;
        if ((BinaryPrimitives.ReadUInt32LittleEndian(slot[28..]) & PanicFlag) != 0) Panics++;
        return true;
    }

    /// <summary>All that began at the zero or later; null when there are none.</summary>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    /// <param name="names">The file's names; a request without one has the first.</param>
    public RecordedRequests? Build(long zero, List<string> names) => _requests.Build(zero, names);
}
