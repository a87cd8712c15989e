using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Recordings.Following;

/// <summary>Reads the collections and requests of a copy of the CPython agent's file as they are added.</summary>
/// <param name="begun">Takes the recording when it begins; its collections are added to it.</param>
/// <param name="served">Takes each request.</param>
internal sealed class FollowedAgent(Action<RecordingBuilder> begun, Action<SeenStop> served)
{
    private readonly byte[] _record = new byte[AgentRecord.Bytes], _request = new byte[AgentRequest.Bytes];
    private int _nextRecord;
    private ulong _nextRequest = 1;

    /// <summary>Reads until the recording has ended.</summary>
    /// <param name="file">The file; a slot that is not written yet is read again.</param>
    /// <param name="wait">Waits until there may be more; false when nothing more comes.</param>
    public void Read(FileStream file, Func<bool> wait)
    {
        if (ReadHeader(file, wait, out var bytes) is not { } header) return;
        var version = VersionOf(header, bytes);
        var order = header.Outside ? new CollectionOrder() : null;
        var recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = PythonDescriptor.Agent, Runtime = Words.Runtimes.CPython, Files = [file.Name] },
        };
        begun(recording);
        do
        {
            // The first pair of clock readings may be written after the header.
            if (recording.Clock.StartedAt is null) recording.Clock = ReadClock(file, header);
            for (; _nextRecord < header.Capacity && ReadRecord(file, header) is { } record; _nextRecord++)
            {
                // All parts of a ring have the agent's own clock.
                if (record.Ended) AgentReader.Add(recording, record, zero: 0, version, order);
            }

            while (header.RequestCapacity > 0 && ReadRequest(file, header, recording.Clock)) _nextRequest++;
        }
        while (wait());
    }

    private static AgentHeader? ReadHeader(FileStream file, Func<bool> wait, out byte[] bytes)
    {
        bytes = new byte[AgentHeader.FixedBytes];
        do
        {
            file.Position = 0;
            if (file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false) < bytes.Length) continue;
            if (AgentHeader.Parse(bytes, out _) is not { } header) return null;
            Array.Resize(ref bytes, header.HeaderBytes);
            file.Position = 0;
            if (file.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false) < bytes.Length) continue;
            header.TakeOutside(bytes);
            return header;
        }
        while (wait());
        return null;
    }

    private static PythonVersion VersionOf(AgentHeader header, byte[] bytes)
    {
        var text = "";
        foreach (var (key, value) in header.Facts(bytes))
        {
            if (key == AgentHeader.VersionFact) text = value;
        }

        return PythonVersion.Parse(text, header.FreeThreaded);
    }

    private static Clock ReadClock(FileStream file, AgentHeader header)
    {
        var anchors = new byte[header.AnchorCount * AgentClock.AnchorBytes];
        file.Position = header.AnchorsAt;
        // All parts of a ring have the agent's own clock, whose zero is the zero here.
        return file.ReadAtLeast(anchors, anchors.Length, throwOnEndOfStream: false) < anchors.Length
            ? Clock.Unknown
            : AgentClock.Read(anchors, zero: 0, new CoverageBuilder());
    }

    /// <summary>The next record; null when it is not there yet. What is no record is given as one that has not ended.</summary>
    private AgentRecord? ReadRecord(FileStream file, AgentHeader header)
    {
        file.Position = header.HeaderBytes + ((long)_nextRecord * AgentRecord.Bytes);
        if (file.ReadAtLeast(_record, _record.Length, throwOnEndOfStream: false) < _record.Length) return null;
        var state = AgentRecord.Parse(_record, _nextRecord, header.Capacity, out var record);
        return state == SlotState.Wrong || (state == SlotState.Written && record.Ended) ? record : null;
    }

    /// <summary>Reads the next request; false when it is not there yet.</summary>
    private bool ReadRequest(FileStream file, AgentHeader header, Clock clock)
    {
        var index = (int)((_nextRequest - 1) % (ulong)header.RequestCapacity);
        file.Position = header.RequestsAt + ((long)index * AgentRequest.Bytes);
        if (file.ReadAtLeast(_request, _request.Length, throwOnEndOfStream: false) < _request.Length) return false;
        if (AgentRequest.State(_request, index, header.RequestCapacity) != SlotState.Written) return false;
        var number = AgentRequest.Number(_request);
        if (number < _nextRequest) return false;
        // A later one where the ring was overwritten meanwhile.
        _nextRequest = number;
        var (start, end) = (AgentRequest.Start(_request), AgentRequest.End(_request));
        served(new(SeenKind.Request, Math.Max(0, end - start))
        {
            EndNanoseconds = end,
            UnixNanoseconds = clock.StartedAt is { } zero ? UnixTime.Nanoseconds(zero) + end : null,
            Trace = AgentRequest.Parent(_request) is var parent and not 0 ? new SeenTrace(AgentRequest.Trace(_request), parent) : null,
        });
        return true;
    }
}
