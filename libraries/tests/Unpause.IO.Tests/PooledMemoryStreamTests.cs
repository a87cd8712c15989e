using System.Buffers;

namespace Unpause.IO.Tests;

#pragma warning disable CA2022 // reads that only have to throw
public sealed class PooledMemoryStreamTests
{
    [Fact]
    public void PooledStream_UpTo64Bytes_RentsNothing()
    {
        var pool = new DirtyPool();
        using var stream = new PooledMemoryStream(pool);
        stream.Write(new byte[24]);
        stream.Write(new byte[40]);
        Assert.Equal(0, pool.Lent);
        stream.WriteByte(1);
        Assert.Equal(1, pool.Lent);
    }

    [Fact]
    public void PooledStream_RentedSegments_AreNoLargeObjects()
    {
        var pool = new DirtyPool();
        using var stream = new PooledMemoryStream(pool);
        stream.Write(new byte[3_000_000]);
        stream.SetLength(9_000_000);
        Assert.InRange(pool.Largest, 1, 84_975);
    }

    [Theory]
    [InlineData(10)]
    [InlineData(5_000)]
    [InlineData(500_000)]
    public void PooledStream_Gaps_ReadAsZeros(int gap)
    {
        using var stream = new PooledMemoryStream(new DirtyPool());
        stream.Position = gap;
        stream.WriteByte(7);
        stream.SetLength(2 * gap);
        var bytes = stream.ToArray();
        Assert.Equal(7, bytes[gap]);
        bytes[gap] = 0;
        Assert.False(bytes.AsSpan().ContainsAnyExcept((byte)0));
    }

    [Fact]
    public void PooledStream_BytesCutOff_DoNotComeBack()
    {
        using var stream = new PooledMemoryStream(new DirtyPool());
        stream.Write(Enumerable.Repeat((byte)9, 100_000).ToArray());
        stream.SetLength(10);
        stream.SetLength(100_000);
        Assert.False(stream.ToArray().AsSpan(10).ContainsAnyExcept((byte)0));
    }

    [Fact]
    public void PooledStream_UsedAfterDispose_Throws()
    {
        var stream = new PooledMemoryStream();
        stream.Write(new byte[100_000]);
        var writer = stream.Writer;
        writer.GetSpan(200_000);
        stream.Dispose();
        Action[] uses =
        [
            () => stream.Write([], 0, 0), () => stream.Write([]), () => stream.WriteByte(1), () => _ = stream.Read(new byte[1], 0, 1),
            () => _ = stream.Read([]),
            () => stream.ReadByte(),
            () => _ = stream.Length,
            () => _ = stream.Position,
            () => stream.Position = 0,
            () => stream.Seek(0, SeekOrigin.Begin), () => stream.SetLength(0), () => stream.Flush(), () => stream.ToArray(),
            () => _ = stream.Writer, () => writer.GetSpan(), () => writer.GetMemory(5), () => writer.Advance(0),
            () => writer.WriteUtf8("a"), () => writer.Write([1]), () => stream.GetReadOnlySequence(),
            () => stream.CopyTo(Stream.Null), () => stream.WriteTo(Stream.Null), () => _ = stream.Capacity,
            () => stream.WriteAsync(new byte[1]).AsTask().GetAwaiter().GetResult(),
            () => stream.ReadAsync(new byte[1]).AsTask().GetAwaiter().GetResult(),
            () => stream.CopyToAsync(Stream.Null).GetAwaiter().GetResult(),
        ];
        Assert.All(uses, use => Assert.Throws<ObjectDisposedException>(use));
        Assert.False(stream.CanRead || stream.CanSeek || stream.CanWrite);
    }

    [Fact]
    public void PooledStream_AbsurdLengths_ThrowAtOnce()
    {
        using var stream = new PooledMemoryStream();
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Position = long.MaxValue);
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.SetLength(long.MaxValue));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.SetLength(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Seek(long.MaxValue, SeekOrigin.Begin));
        Assert.Throws<IOException>(() => stream.Seek(-1, SeekOrigin.Begin));
        stream.Position = PooledMemoryStream.MaxLength;
        Assert.Throws<IOException>(() => stream.WriteByte(1));
        Assert.Equal(0, stream.Length);
    }

    [Fact]
    public void PooledStream_CopiedToItself_AppendsTheRestOnce()
    {
        using PooledMemoryStream stream = new();
        using MemoryStream model = new();
        foreach (var both in new Stream[] { stream, model })
        {
            both.Write(Enumerable.Range(0, 30_000).Select(i => (byte)(i * 7)).ToArray());
            both.Position = 100;
            both.CopyTo(both);
            both.Position = 29_000;
        }

        stream.WriteTo(stream);
        model.WriteTo(model);
        Assert.Equal(model.ToArray(), stream.ToArray());
    }

    [Fact]
    public void PooledStream_DestinationWritesIntoTheSource_CopyEnds()
    {
        using PooledMemoryStream stream = new();
        stream.Write(new byte[100_000]);
        stream.Position = 1;
        stream.CopyTo(new Fuzz.OddDestination(count => stream.Write(new byte[count])));
        Assert.Equal(199_999, stream.Length);
        stream.Position = 0;
        Assert.Throws<ObjectDisposedException>(() => stream.CopyTo(new Fuzz.OddDestination(_ => stream.Dispose())));
    }

    [Fact]
    public void PooledStream_PoolThatLendsTooLittle_Throws()
    {
        using PooledMemoryStream stream = new(new ShortPool());
        stream.Write(new byte[64]);
        Assert.Throws<InvalidOperationException>(() => stream.WriteByte(1));
        Assert.Equal(64, stream.Length);
    }

    [Fact]
    public async Task PooledStream_AsynchronousCopy_StartsAtThePosition()
    {
        using var stream = new PooledMemoryStream();
        var bytes = new byte[300_000];
        new Random(1).NextBytes(bytes);
        await stream.WriteAsync(bytes);
        stream.Position = 1234;
        using var copy = new MemoryStream();
        await stream.CopyToAsync(copy);
        Assert.True(bytes.AsSpan(1234).SequenceEqual(copy.ToArray()));
        Assert.Equal(bytes.Length, stream.Position);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await stream.WriteAsync(bytes, new CancellationToken(true)));
    }

    [SoakFact]
    public void PooledStream_LongerThanTwoGigabytes_KeepsItsBytes()
    {
        // The bytes of a fresh large stream are all of the pool: run only when asked, it needs 2.2 GB.
        using var stream = new PooledMemoryStream();
        var block = new byte[1 << 20];
        for (var i = 0; i < 2200; i++)
        {
            block[0] = (byte)i;
            stream.Write(block);
        }

        stream.Position = 2199L << 20;
        Assert.Equal(2199 & 0xFF, stream.ReadByte());
        Assert.Throws<InvalidOperationException>(() => stream.ToArray());
        Assert.Equal(2200L << 20, stream.GetReadOnlySequence().Length);
    }

    private sealed class ShortPool : ArrayPool<byte>
    {
        public override byte[] Rent(int minimumLength) => new byte[minimumLength - 1];

        public override void Return(byte[] array, bool clearArray = false)
        {
        }
    }
}
