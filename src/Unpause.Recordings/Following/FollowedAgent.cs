using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Words;

namespace Unpause.Recordings.Following;

/// <summary>Reads the collections and requests of a copy of the CPython agent's file as they are added.</summary>
/// <param name="seen">Takes each.</param>
internal sealed class FollowedAgent(Action<SeenStop> seen)
{
    private static readonly string[] Names = [Generations.Gen0, Generations.Gen1, Generations.Gen2];

    private readonly byte[] _record = new byte[AgentRecord.Bytes], _request = new byte[AgentRequest.Bytes];
    private int _nextRecord;
    private ulong _nextRequest = 1;

    /// <summary>Reads until the recording has ended.</summary>
    /// <param name="file">The file; a slot that is not written yet is read again.</param>
    /// <param name="wait">Waits until there may be more; false when nothing more comes.</param>
    public void Read(FileStream file, Func<bool> wait)
    {
        if (Header(file, wait) is not { } header) return;
        do
        {
            while (_nextRecord < header.Capacity && ReadRecord(file, header)) _nextRecord++;
            while (header.RequestCapacity > 0 && ReadRequest(file, header)) _nextRequest++;
        }
        while (wait());
    }

    private static AgentHeader? Header(FileStream file, Func<bool> wait)
    {
        var bytes = new byte[AgentHeader.FixedBytes];
        do
        {
            file.Position = 0;
            if (file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false) == bytes.Length) return AgentHeader.Parse(bytes, out _);
        }
        while (wait());
        return null;
    }

    /// <summary>Reads the next collection; false when it has not ended yet.</summary>
    private bool ReadRecord(FileStream file, AgentHeader header)
    {
        file.Position = header.HeaderBytes + ((long)_nextRecord * AgentRecord.Bytes);
        var read = file.ReadAtLeast(_record, _record.Length, throwOnEndOfStream: false);
        AgentRecord record = default;
        var state = read < _record.Length ? SlotState.Empty : AgentRecord.Parse(_record, _nextRecord, header.Capacity, out record);
        if (state == SlotState.Wrong) return true;
        if (state != SlotState.Written || !record.Ended) return false;
        Take(record);
        return true;
    }

    /// <summary>Reads the next request; false when it is not there yet.</summary>
    private bool ReadRequest(FileStream file, AgentHeader header)
    {
        var index = (int)((_nextRequest - 1) % (ulong)header.RequestCapacity);
        file.Position = header.RequestsAt + ((long)index * AgentRequest.Bytes);
        if (file.ReadAtLeast(_request, _request.Length, throwOnEndOfStream: false) < _request.Length) return false;
        switch (AgentRequest.State(_request, index, header.RequestCapacity))
        {
            case SlotState.Written when AgentRequest.Number(_request) is var number && number >= _nextRequest:
                // A later one where the ring was overwritten meanwhile.
                _nextRequest = number;
                var (start, end) = (AgentRequest.Start(_request), AgentRequest.End(_request));
                seen(new(SeenKind.Request, Math.Max(0, end - start)) { EndNanoseconds = end });
                return true;
            default: return false;
        }
    }

    private void Take(in AgentRecord record)
    {
        var induced = !record.Enabled || record.Threshold0 == 0 || record.Count <= record.Threshold;
        var generation = record.Generation < Names.Length ? Names[record.Generation] : null;
        seen(new(SeenKind.Pause, Math.Max(0, record.End - record.Start))
        {
            EndNanoseconds = record.End, Collects = true, Generation = generation, Induced = induced, Cause = induced ? Causes.Induced : Causes.Allocation,
        });
    }
}
