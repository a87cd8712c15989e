using System.Buffers.Binary;

namespace Unpause.Tests.Readers.Python;

/// <summary>Writes small files of the agent's format, as agents/python/FORMAT.md has it, with any field changed.</summary>
internal sealed class AgentFile
{
    public const int HeaderBytes = 16384, StateAt = 4224;
    private readonly byte[] _bytes;

    public AgentFile(int capacity, string version = "3.11.2", uint flags = 4, ulong begun = 0, long exited = 0, string? agent = null)
    {
        _bytes = new byte[HeaderBytes + (capacity * 64)];
        "UPGC\r\n\u001a\n"u8.CopyTo(_bytes);
        uint[] words = [1, HeaderBytes, 64, (uint)capacity, 4321, flags];
        for (var i = 0; i < words.Length; i++) Word(8 + (4 * i), words[i]);
        Long(32, 500);
        Long(40, 1000);
        Long(48, (long)begun);
        Long(56, exited);
        Word(72, 128);
        Word(76, 128);
        Word(80, 4352);
        var by = agent is null ? "" : $"agent\0{agent}\0";
        var facts = System.Text.Encoding.UTF8.GetBytes(
            $"version\0{version}\0{by}thresholds\0700,10,10\0argument\0python3\0argument\0app.py\0");
        facts.CopyTo(_bytes, 4352);
        Word(68, (uint)facts.Length);
    }

    public byte[] Bytes => _bytes;

    public AgentFile Word(int at, uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_bytes.AsSpan(at), value);
        return this;
    }

    public AgentFile Long(int at, long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(_bytes.AsSpan(at), value);
        return this;
    }

    public AgentFile Anchor(int slot, long number, long before, long wall, long after) =>
        Long(128 + (slot * 32), number).Long(136 + (slot * 32), before).Long(144 + (slot * 32), wall).Long(152 + (slot * 32), after);

    /// <summary>Writes the state of the collector: 1 enabled, 2 not; memory in KiB.</summary>
    public AgentFile State(uint reported, uint stayed = 0, long since = 1000, long at = 2000, uint residentBefore = 0, uint resident = 0) =>
        Word(124, StateAt).Word(StateAt, reported).Word(StateAt + 4, stayed).Long(StateAt + 8, at)
            .Word(StateAt + 16, residentBefore).Word(StateAt + 20, resident).Long(StateAt + 24, since);

    /// <summary>Writes a record into the slot that its sequence number has.</summary>
    public AgentFile Record(
        ulong sequence, long start, long? end, byte generation = 0, bool enabled = true, uint count0 = 701, uint count = 701,
        uint threshold0 = 700, uint threshold = 700, uint freed = 0)
    {
        var at = HeaderBytes + (int)((sequence - 1) % (ulong)((_bytes.Length - HeaderBytes) / 64) * 64);
        Long(at, (long)sequence).Long(at + 8, start).Long(at + 16, 77);
        Word(at + 24, count0).Word(at + 28, count).Word(at + 32, threshold0).Word(at + 36, threshold);
        _bytes[at + 40] = generation;
        _bytes[at + 41] = enabled ? (byte)1 : (byte)0;
        _bytes[at + 42] = end is null ? (byte)0 : (byte)1;
        return Word(at + 44, (uint)sequence).Long(at + 48, end ?? -1).Word(at + 56, freed);
    }
}
