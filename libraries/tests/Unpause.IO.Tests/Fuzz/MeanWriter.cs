using System.Buffers;

namespace Unpause.IO.Tests.Fuzz;

/// <summary>A buffer writer that hands out what was asked for and not a byte more, each time another array.</summary>
internal sealed class MeanWriter : IBufferWriter<byte>
{
    private byte[] _handed = [];

    public MemoryStream Got { get; } = new();

    public void Advance(int count)
    {
        Got.Write(_handed, 0, count);
        _handed = [];
    }

    public Memory<byte> GetMemory(int sizeHint = 0) => _handed = new byte[Math.Max(1, sizeHint)];

    public Span<byte> GetSpan(int sizeHint = 0) => GetMemory(sizeHint).Span;
}
