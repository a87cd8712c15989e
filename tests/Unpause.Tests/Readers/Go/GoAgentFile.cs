using System.Buffers.Binary;
using System.Text;

namespace Unpause.Tests.Readers.Go;

/// <summary>Writes small files of the Go agent's format, as agents/go/FORMAT.md has it, with any field changed.</summary>
internal sealed class GoAgentFile
{
    public const int HeaderBytes = 1024, NamesAt = 512;
    public const long Wall = 1_700_000_000_000_000_000;
    private readonly int _cycles, _samples, _requests;

    public GoAgentFile(int cycles = 4, int samples = 4, int requests = 8)
    {
        (_cycles, _samples, _requests) = (cycles, samples, requests);
        Bytes = new byte[HeaderBytes + (cycles * 64) + (samples * 1024) + (requests * 64)];
        "UPGO\r\n\u001a\n"u8.CopyTo(Bytes);
        uint[] words = [1, HeaderBytes, 4321, 1];
        for (var i = 0; i < words.Length; i++) Word(8 + (4 * i), words[i]);
        Long(24, Wall);
        uint[] counts = [(uint)cycles, (uint)samples, (uint)requests];
        for (var i = 0; i < counts.Length; i++) Word(64 + (4 * i), counts[i]);
        var facts = Encoding.UTF8.GetBytes("version\01.22.5\0GOGC\0off\0argument\0./app\0argument\0two words\0");
        facts.CopyTo(Bytes, 256);
        uint[] places =
        [
            256, (uint)facts.Length, NamesAt, HeaderBytes - NamesAt, HeaderBytes, (uint)(HeaderBytes + (cycles * 64)),
            (uint)(HeaderBytes + (cycles * 64) + (samples * 1024)),
        ];
        for (var i = 0; i < places.Length; i++) Word(80 + (4 * i), places[i]);
        var at = NamesAt;
        foreach (var name in (string[])["GET /a", "POST /b"])
        {
            BinaryPrimitives.WriteUInt16LittleEndian(Bytes.AsSpan(at), (ushort)name.Length);
            at += 2 + Encoding.UTF8.GetBytes(name, Bytes.AsSpan(at + 2));
        }

        Word(108, (uint)(at - NamesAt));
    }

    public byte[] Bytes { get; }

    public GoAgentFile Word(int at, uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(Bytes.AsSpan(at), value);
        return this;
    }

    public GoAgentFile Long(int at, long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(Bytes.AsSpan(at), value);
        return this;
    }

    public GoAgentFile Cycle(long sequence, long number, long end, long pause, long seen)
    {
        var at = HeaderBytes + (int)((sequence - 1) % _cycles * 64);
        Long(at, sequence).Long(at + 8, number).Long(at + 16, Wall + end).Long(at + 24, pause).Long(at + 32, seen).Long(at + 56, sequence);
        return Long(40, Math.Max(sequence, BinaryPrimitives.ReadInt64LittleEndian(Bytes.AsSpan(40))));
    }

    /// <summary>A sample whose other values are not recorded.</summary>
    public GoAgentFile Sample(long sequence, long time, params (int Index, double Value)[] values)
    {
        var at = HeaderBytes + (_cycles * 64) + (int)((sequence - 1) % _samples * 1024);
        Bytes.AsSpan(at + 32, 224).Fill(0xFF);
        foreach (var (index, value) in values)
        {
            Long(at + 32 + (8 * index), index >= 16 ? BitConverter.DoubleToInt64Bits(value) : (long)value);
        }

        Long(at + 256, -1).Long(at + 256 + 320, -1);
        return Long(at, sequence).Long(at + 8, time).Long(at + 16, Wall + time).Long(at + 24, time).Long(at + 1016, sequence);
    }

    public GoAgentFile Request(long sequence, long start, long duration, uint name, uint flags = 0)
    {
        var at = HeaderBytes + (_cycles * 64) + (_samples * 1024) + (int)((sequence - 1) % _requests * 64);
        Long(at, sequence).Long(at + 8, start).Long(at + 16, duration).Word(at + 24, name).Word(at + 28, flags).Long(at + 56, sequence);
        return Long(56, Math.Max(sequence, BinaryPrimitives.ReadInt64LittleEndian(Bytes.AsSpan(56))));
    }
}
