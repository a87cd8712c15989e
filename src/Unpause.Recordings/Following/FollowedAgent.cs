using Unpause.Recordings.Readers.Python;
using Unpause.Recordings.Words;

namespace Unpause.Recordings.Following;

/// <summary>Reads the records of a copy of the CPython agent's file as they are added.</summary>
/// <param name="seen">Takes each collection.</param>
internal sealed class FollowedAgent(Action<SeenStop> seen)
{
    private static readonly string[] Names = [Generations.Gen0, Generations.Gen1, Generations.Gen2];

    /// <summary>Reads until the recording has ended.</summary>
    /// <param name="file">The file; a slot that is not written yet is read again.</param>
    /// <param name="wait">Waits until there may be more; false when nothing more comes.</param>
    public void Read(FileStream file, Func<bool> wait)
    {
        if (Header(file, wait) is not { } header) return;
        var slot = new byte[AgentRecord.Bytes];
        for (var index = 0; index < header.Capacity; index++)
        {
            if (!ReadRecord(file, header, index, slot, wait)) return;
        }
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

    /// <summary>Waits for a record; false when none comes any more.</summary>
    private bool ReadRecord(FileStream file, AgentHeader header, int index, byte[] slot, Func<bool> wait)
    {
        while (true)
        {
            file.Position = header.HeaderBytes + ((long)index * AgentRecord.Bytes);
            var read = file.ReadAtLeast(slot, slot.Length, throwOnEndOfStream: false);
            AgentRecord record = default;
            var state = read < slot.Length ? SlotState.Empty : AgentRecord.Parse(slot, index, header.Capacity, out record);
            if (state == SlotState.Wrong) return true;
            if (state == SlotState.Written && record.Ended)
            {
                Take(record);
                return true;
            }

            if (!wait()) return false;
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
