using System.Buffers.Binary;
using System.Text;

namespace Unpause.Tests.Readers.Node;

/// <summary>Writes small files of the Node.js agent's format, as agents/node/FORMAT.md has it, with any field changed.</summary>
internal sealed class NodeAgentFile
{
    public const int HeaderBytes = 1024, BlocksAt = HeaderBytes, Blocks = 4, Requests = 8, RequestsAt = BlocksAt + (Blocks * 32);
    public const long Started = 5_000_000_000, Wall = 1_700_000_000_000_000_000;

    public NodeAgentFile()
    {
        Bytes = new byte[RequestsAt + (Requests * 128)];
        "UPNO\r\n\u001a\n"u8.CopyTo(Bytes);
        var facts = Encoding.UTF8.GetBytes("version\020.20.2\0argument\0node\0argument\0app.js\0");
        facts.CopyTo(Bytes, 512);
        Words(8, 1, HeaderBytes, 4321, 1);
        Words(72, 128, 2, 512, (uint)facts.Length, Requests, Blocks, RequestsAt, BlocksAt, 20);
        Long(24, Started).Long(32, Started + 1_000_000_000);
        Long(128, 1).Long(136, Started - 1000).Long(144, Wall).Long(152, Started + 1000);
    }

    public byte[] Bytes { get; }

    public NodeAgentFile Words(int at, params uint[] values)
    {
        for (var i = 0; i < values.Length; i++) BinaryPrimitives.WriteUInt32LittleEndian(Bytes.AsSpan(at + (4 * i)), values[i]);
        return this;
    }

    public NodeAgentFile Long(int at, long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(Bytes.AsSpan(at), value);
        return this;
    }

    /// <summary>A block of the event loop; times since the start.</summary>
    public NodeAgentFile Block(long number, long start, long end, uint cpuMicroseconds = 0)
    {
        var at = BlocksAt + (int)((number - 1) % Blocks * 32);
        Long(at, number).Long(at + 8, Started + start).Long(at + 16, Started + end).Words(at + 24, cpuMicroseconds, (uint)number);
        return Long(56, Math.Max(number, BinaryPrimitives.ReadInt64LittleEndian(Bytes.AsSpan(56))));
    }

    /// <summary>A request; times since the start.</summary>
    public NodeAgentFile Request(long number, long start, long end, string name, ushort status = 200, byte flags = 0)
    {
        var at = RequestsAt + (int)((number - 1) % Requests * 128);
        Long(at, number).Long(at + 8, Started + start).Long(at + 16, Started + end).Words(at + 52, (uint)number);
        BinaryPrimitives.WriteUInt16LittleEndian(Bytes.AsSpan(at + 48), status);
        Bytes[at + 50] = flags;
        Bytes[at + 51] = (byte)Encoding.UTF8.GetBytes(name, Bytes.AsSpan(at + 56, 72));
        return Long(40, Math.Max(number, BinaryPrimitives.ReadInt64LittleEndian(Bytes.AsSpan(40))));
    }
}
