using Unpause.Recordings.Readers.Python;

namespace Unpause.Recordings.Following;

/// <summary>Reads the records of a copy of the CPython agent's file as they are added.</summary>
/// <param name="begun">Takes the recording when it begins; its collections are added to it.</param>
internal sealed class FollowedAgent(Action<RecordingBuilder> begun)
{
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
        var slot = new byte[AgentRecord.Bytes];
        for (var index = 0; index < header.Capacity && ReadRecord(file, header, index, slot, wait) is { } record; index++)
        {
            // All parts of a ring have the agent's own clock.
            if (record.Ended) AgentReader.Add(recording, record, zero: 0, version, order);
        }
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

    /// <summary>Waits for a record; null when none comes any more. What is no record is given as one that has not ended.</summary>
    private static AgentRecord? ReadRecord(FileStream file, AgentHeader header, int index, byte[] slot, Func<bool> wait)
    {
        while (true)
        {
            file.Position = header.HeaderBytes + ((long)index * AgentRecord.Bytes);
            if (file.ReadAtLeast(slot, slot.Length, throwOnEndOfStream: false) == slot.Length)
            {
                var state = AgentRecord.Parse(slot, index, header.Capacity, out var record);
                if (state == SlotState.Wrong || (state == SlotState.Written && record.Ended)) return record;
            }

            if (!wait()) return null;
        }
    }
}
