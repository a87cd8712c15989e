using System.Buffers;
using System.Text;
using System.Text.Json;
using Unpause.IO.Tests.Fuzz;

namespace Unpause.IO.Tests;

public sealed class PooledBufferWriterTests
{
    [Fact]
    public void BufferWriter_UnusedSpan_IsReturnedOnDispose()
    {
        var pool = new DirtyPool();
        var stream = new PooledMemoryStream(pool);
        stream.Write(new byte[10_000]);
        stream.Position = 5;
        stream.Writer.GetSpan(100);
        stream.Writer.GetSpan(100_000);
        stream.Dispose();
        Assert.Equal(0, pool.Lent);
    }

    [Fact]
    public void BufferWriter_AdvancePastTheSpan_Throws()
    {
        using var stream = new PooledMemoryStream();
        Assert.Throws<InvalidOperationException>(() => stream.Writer.Advance(1));
        var length = stream.Writer.GetSpan(10).Length;
        Assert.Throws<InvalidOperationException>(() => stream.Writer.Advance(length + 1));
        Assert.Throws<ArgumentOutOfRangeException>(() => stream.Writer.Advance(-1));
    }

    [Fact]
    public void BufferWriter_UnwrittenBytes_DoNotBecomeReadable()
    {
        using var stream = new PooledMemoryStream(new DirtyPool());
        stream.Write(new byte[100]);
        Assert.Throws<InvalidOperationException>(() => stream.Writer.Advance(3000));
        stream.Writer.GetSpan(4);
        Assert.Throws<InvalidOperationException>(() => stream.Writer.Advance(4000));
        Assert.Equal(new byte[100], stream.ToArray());
    }

    [Fact]
    public void BufferWriter_SpanUsedTwiceOrAfterAnotherUse_Throws()
    {
        using var stream = new PooledMemoryStream();
        var writer = stream.Writer;
        writer.GetSpan(10);
        writer.Advance(4);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(4));
        writer.GetSpan(10);
        stream.WriteByte(1);
        Assert.Throws<InvalidOperationException>(() => writer.Advance(10));
        writer.GetSpan(100_000);
        stream.Position = 0;
        Assert.Throws<InvalidOperationException>(() => writer.Advance(10));
        writer.Advance(0);
        Assert.Equal(5, stream.Length);
        Assert.Same(writer, stream.Writer);
    }

    [Fact]
    public void BufferWriter_SpanLentBeforeALaterOne_StaysUnreadable()
    {
        using var stream = new PooledMemoryStream(new DirtyPool());
        stream.Write(new byte[100]);
        stream.Position = 5;
        stream.Writer.GetSpan(10);
        stream.Position = 100;
        stream.Writer.GetSpan(1)[0] = 7;
        stream.Writer.Advance(1);
        stream.SetLength(100);
        Assert.Throws<InvalidOperationException>(() => stream.Writer.Advance(10));
        Assert.Equal(new byte[100], stream.ToArray());
    }

    [Fact]
    public void BufferWriter_ReadToASegmentsEnd_MayAdvanceInTheNextOne()
    {
        using var stream = new PooledMemoryStream();
        stream.Write(new byte[64]);
        stream.Writer.GetSpan(10)[0] = 7;
        stream.Position = 60;
        stream.ReadExactly(new byte[4]);
        stream.Writer.Advance(1);
        stream.WriteByte(8);
        Assert.Equal([.. new byte[64], 7, 8], stream.ToArray());
    }

    [Theory]
    [InlineData(20_000, 200)]
    [InlineData(3_000, 1_000)]
    [InlineData(40, 60_000)]
    [InlineData(150_000, 30)]
    public void BufferWriter_JsonOfLongStrings_FillsItsSegments(int length, int count)
    {
        var pool = new DirtyPool();
        using var stream = new PooledMemoryStream(pool);
        using (var json = new Utf8JsonWriter(stream.Writer))
        {
            json.WriteStartArray();
            for (var i = 0; i < count; i++) json.WriteStringValue(new string((char)('a' + (i % 26)), length));
            json.WriteEndArray();
        }

        Assert.InRange(pool.MostLentBytes, stream.Length, stream.Length * 1.25);
        Assert.InRange(pool.LentBytes, stream.Length, stream.Length + 65_536);
        stream.Position = 0;
        var strings = JsonSerializer.Deserialize<string[]>(stream)!;
        Assert.Equal(count, strings.Length);
        Assert.All(strings, (text, i) => Assert.Equal(new string((char)('a' + (i % 26)), length), text));
    }

    [Fact]
    public void JsonWriter_StreamOrItsWriter_WritesToBoth()
    {
        using var stream = new PooledMemoryStream();
        using (var json = new Utf8JsonWriter(stream)) json.WriteNumberValue(1);
        using (var json = new Utf8JsonWriter(stream.Writer)) json.WriteNumberValue(2);
        Assert.Equal("12"u8.ToArray(), stream.ToArray());
    }

    [Theory]
    [InlineData("aжя日🎉")]
    [InlineData("🎉")]
    [InlineData("日a\ud800")]
    public void BufferWriter_Text_IsUtf8AcrossSegments(string sample)
    {
        for (var before = 0; before < 5; before++)
        {
            using var stream = new PooledMemoryStream(new OddPool(new Random(before), 0));
            stream.Write(new byte[before]);
            var text = string.Concat(Enumerable.Repeat(sample, 60_000));
            stream.Writer.WriteUtf8(text);
            Assert.Equal(Encoding.UTF8.GetBytes(text), stream.ToArray()[before..]);
        }
    }

    [Fact]
    public void BufferWriter_OverBytesAndBehindAGap_WritesAsTheStreamDoes()
    {
        using var stream = new PooledMemoryStream(new DirtyPool());
        stream.Write([1, 2, 3, 4]);
        stream.Position = 1;
        stream.Writer.Write([9]);
        stream.Writer.GetSpan(2)[0] = 8;
        stream.Writer.Advance(1);
        stream.Position = 6;
        BuffersExtensions.Write<byte>(stream.Writer, [7]);
        Assert.Equal([1, 9, 8, 4, 0, 0, 7], stream.ToArray());
    }
}
