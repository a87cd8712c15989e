using Unpause.Recordings.Loading;
using Unpause.Recordings.Readers;

namespace Unpause.Tests.Readers;

public class ReadAheadStreamTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(65_536)]
    [InlineData(1_000_003)]
    [InlineData(5_000_003)]
    public void ReadAheadStream_Bytes_AreTheSame(int length)
    {
        var bytes = new byte[length];
        new Random(length).NextBytes(bytes);
        using var ahead = new ReadAheadStream(new TricklingStream(bytes, 3, 100_000));
        using var read = new MemoryStream();
        ahead.CopyTo(read);
        Assert.Equal(bytes, read.ToArray());
        Assert.Equal(0, ahead.Read(new byte[10]));
    }

    [Fact]
    public void ReadAheadStream_Failure_ComesAfterTheBytesBeforeIt()
    {
        var bytes = new byte[300_000];
        using var ahead = new ReadAheadStream(new TricklingStream(bytes, 5, 70_000, new InvalidDataException("broken")));
        var buffer = new byte[50_000];
        var total = 0;
        var failure = Assert.Throws<InvalidDataException>(ReadOn);
        Assert.Equal("broken", failure.Message);
        Assert.Equal(bytes.Length, total);

        void ReadOn()
        {
            while (true) total += ahead.Read(buffer);
        }
    }

    /// <summary>The inner stream never ends; the caller does not wait for it.</summary>
    [Fact]
    public void ReadAheadStream_EarlyDispose_IsAllowed()
    {
        var ahead = new ReadAheadStream(new Endless());
        Assert.Equal(10, ahead.Read(new byte[10]));
        ahead.Dispose();
    }

    private sealed class Endless : MemoryStream
    {
        public override int Read(Span<byte> buffer) => buffer.Length;
    }
}
