using System.Text;
using System.Text.Json;
using System.Xml;
using System.Xml.Linq;
using Newtonsoft.Json;

namespace Unpause.IO.Tests;

public sealed class Base64XmlStreamTests
{
    public enum Way
    {
        Raw,
        Indented,
        Output,
        PooledOutput,
        DictionaryText,
        DictionaryBinary,
        XDocument,
    }

    [Theory]
    [InlineData(Way.Raw)]
    [InlineData(Way.Indented)]
    [InlineData(Way.Output)]
    [InlineData(Way.PooledOutput)]
    [InlineData(Way.DictionaryText)]
    [InlineData(Way.DictionaryBinary)]
    [InlineData(Way.XDocument)]
    public void Base64Stream_WrittenInPieces_DecodesToTheInput(Way way) => Steps.Check(60, 12, steps =>
    {
        var pieces = steps.Select(step => Bytes(step.B, step.A % (step.Kind % 5 == 0 ? 9000 : 7))).ToArray();
        Assert.Equal(Convert.ToBase64String([.. pieces.SelectMany(piece => piece)]), Convert.ToBase64String(Write(way, stream =>
        {
            foreach (var (piece, i) in pieces.Select((piece, i) => (piece, i))) WritePiece(stream, piece, i % 5);
        })));
    });

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(3071)]
    [InlineData(3073)]
    [InlineData(100_000)]
    public void Base64Stream_AnyLength_WritesTheTextOfWriteBase64(int length)
    {
        var bytes = Bytes(length, length);
        Assert.Equal(Text(writer => writer.WriteBase64(bytes, 0, length)), Text(writer =>
        {
            using var stream = new Base64XmlStream(writer);
            stream.Write(bytes, 0, length);
            stream.Flush();
        }));
    }

    [Fact]
    public void Base64Stream_Serialisers_WriteIntoABinaryElement()
    {
        var value = Enumerable.Range(0, 5000).Select(i => $"строка {i}").ToArray();
        var newtonsoft = Write(Way.DictionaryText, stream =>
        {
            using var text = new StreamWriter(stream, new UTF8Encoding(false), 1024, leaveOpen: true);
            using var json = new JsonTextWriter(text);
            new Newtonsoft.Json.JsonSerializer().Serialize(json, value);
        });
        Assert.Equal(value, JsonConvert.DeserializeObject<string[]>(Encoding.UTF8.GetString(newtonsoft)));
        var system = Write(Way.Output, stream => System.Text.Json.JsonSerializer.Serialize(stream, value));
        Assert.Equal(value, System.Text.Json.JsonSerializer.Deserialize<string[]>(system));
    }

    [Fact]
    public void Base64Stream_Attribute_IsWritten()
    {
        var text = Text(writer =>
        {
            writer.WriteStartAttribute("data");
            using (var stream = new Base64XmlStream(writer)) stream.Write([1, 2, 3, 4]);
            writer.WriteEndAttribute();
        });
        Assert.Equal("AQIDBA==", XElement.Parse(text).Attribute("data")!.Value);
    }

    [Fact]
    public async Task Base64Stream_AsynchronousWriter_IsWrittenAsynchronously()
    {
        var bytes = Bytes(5, 50_000);
        using var output = new MemoryStream();
        await using (var writer = XmlWriter.Create(output, new XmlWriterSettings { Async = true }))
        {
            await writer.WriteStartElementAsync(null, "a", null);
            await using (var stream = new Base64XmlStream(writer))
            {
                await stream.WriteAsync(bytes.AsMemory(0, 10));
                await stream.WriteAsync(bytes.AsMemory(10));
                await stream.FlushAsync();
            }

            await writer.WriteEndElementAsync();
        }

        Assert.Equal(bytes, Convert.FromBase64String(XElement.Parse(Encoding.UTF8.GetString(output.ToArray()).TrimStart('\uFEFF')).Value));
    }

    [Theory]
    [InlineData(Way.DictionaryText, 6)]
    [InlineData(Way.DictionaryText, 5000)]
    [InlineData(Way.DictionaryBinary, 6)]
    [InlineData(Way.DictionaryBinary, 5000)]
    public async Task Base64Stream_ElementWithANamespace_IsTheSameAsynchronously(Way way, int length)
    {
        using MemoryStream one = new(), two = new();
        using XmlWriter first = Create(way, one), second = Create(way, two);
        foreach (var writer in new[] { first, second }) writer.WriteStartElement("p", "a", "urn:b");
        using (var stream = new Base64XmlStream(first))
        {
            stream.Write(Bytes(1, length));
            stream.Flush();
        }

        await using (var stream = new Base64XmlStream(second))
        {
            await stream.WriteAsync(Bytes(1, length));
            await stream.FlushAsync();
        }

        foreach (var writer in new[] { first, second })
        {
            writer.WriteEndElement();
            writer.Flush();
        }

        Assert.Equal(one.ToArray(), two.ToArray());
    }

    [Fact]
    public async Task Base64Stream_AsynchronousWriteThatEndsAtOnce_AllocatesNothing()
    {
        var writer = XmlWriter.Create(Stream.Null, new XmlWriterSettings { Async = true });
        await writer.WriteStartElementAsync(null, "a", null);
        await using var stream = new Base64XmlStream(writer);
        var bytes = Bytes(1, 300);
        Write();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < 1000; i++) Write();
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000);

        void Write() => Assert.True(stream.WriteAsync(bytes.AsMemory()).IsCompletedSuccessfully);
    }

    [Fact]
    public void Base64Stream_AroundAnUnsuitableWriter_Throws()
    {
        using var output = new MemoryStream();
        using var utf16 = XmlWriter.Create(output, new XmlWriterSettings { Encoding = Encoding.Unicode });
        utf16.WriteStartElement("a");
        Assert.Throws<ArgumentException>(() => Base64XmlStream.Around(utf16, output));
        using var idle = XmlWriter.Create(output);
        Assert.Throws<InvalidOperationException>(() => Base64XmlStream.Around(idle, output));
        idle.WriteStartElement("a");
        idle.WriteStartAttribute("b");
        Assert.Throws<InvalidOperationException>(() => Base64XmlStream.Around(idle, output));
    }

    [Fact]
    public void Base64Stream_ReadOrFlushedTwice_OnlyWritesAndPadsOnce()
    {
        var text = Text(writer =>
        {
            var stream = new Base64XmlStream(writer);
            stream.WriteByte(1);
            stream.Flush();
            stream.Flush();
            Assert.Throws<NotSupportedException>(() => stream.Read(new byte[1], 0, 1));
            Assert.Throws<NotSupportedException>(() => stream.Seek(0, SeekOrigin.Begin));
            Assert.Throws<NotSupportedException>(() => _ = stream.Length);
            Assert.Throws<NotSupportedException>(() => stream.SetLength(0));
            stream.Dispose();
            stream.Dispose();
            Assert.Throws<ObjectDisposedException>(() => stream.WriteByte(1));
            Assert.Throws<ObjectDisposedException>(() => stream.Write([]));
            Assert.Throws<ObjectDisposedException>(stream.Flush);
        });
        Assert.Equal("AQ==", XElement.Parse(text).Value);
    }

    [Theory]
    [InlineData(6, 0)]
    [InlineData(6, 1)]
    [InlineData(6, -1)]
    [InlineData(7, 3)]
    [InlineData(5, 1)]
    [InlineData(-1, 1)]
    [InlineData(int.MaxValue, int.MaxValue)]
    public async Task Streams_WrongRanges_AreRefusedAsMemoryStreamDoes(int offset, int count)
    {
        using var stream = new Base64XmlStream(XmlWriter.Create(Stream.Null));
        using MemoryStream model = new();
        using PooledMemoryStream pooled = new();
        var buffer = new byte[5];
        foreach (var real in new Stream[] { stream, pooled })
        {
            Outcome.Same(() => model.Write(buffer, offset, count), () => real.Write(buffer, offset, count));
            var name = Assert.ThrowsAny<ArgumentException>(() => model.Write(buffer, offset, count)).ParamName;
            var thrown = await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => real.WriteAsync(buffer, offset, count));
            Assert.Equal(name, thrown.ParamName);
        }
    }

    [Fact]
    public async Task Base64Stream_WriteBeforeTheLastOneEnded_Throws()
    {
        var held = new TaskCompletionSource();
        var output = new HeldOutput(held.Task);
        var writer = XmlWriter.Create(output, new XmlWriterSettings { Async = true });
        await writer.WriteStartElementAsync(null, "a", null);
        var stream = await Base64XmlStream.AroundAsync(writer, output);
        output.IsHeld = true;
        var first = stream.WriteAsync(Bytes(1, 30)).AsTask();
        Assert.False(first.IsCompleted);
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await stream.WriteAsync(Bytes(1, 3)));
        Assert.Throws<InvalidOperationException>(() => stream.WriteByte(1));
        Assert.Throws<InvalidOperationException>(stream.Dispose);
        await Assert.ThrowsAsync<InvalidOperationException>(() => stream.FlushAsync());
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await stream.DisposeAsync());
        held.SetResult();
        await first;
        await stream.WriteAsync(Bytes(2, 1));
        await stream.DisposeAsync();
        await stream.DisposeAsync();
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await stream.WriteAsync(Bytes(1, 3)));
        await writer.WriteEndElementAsync();
        await writer.FlushAsync();
        var text = Encoding.UTF8.GetString(output.ToArray()).TrimStart('\uFEFF');
        Assert.Equal([.. Bytes(1, 30), .. Bytes(2, 1)], Convert.FromBase64String(XElement.Parse(text).Value));
    }

    [Fact]
    public async Task Base64Stream_Cancelled_WritesNothing()
    {
        using var output = new MemoryStream();
        using var writer = XmlWriter.Create(output);
        writer.WriteStartElement("a");
        var stream = new Base64XmlStream(writer);
        var cancelled = new CancellationToken(true);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await stream.WriteAsync(Bytes(1, 3), cancelled));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => stream.FlushAsync(cancelled));
        await stream.FlushAsync();
        await stream.DisposeAsync();
        Assert.EndsWith("<a", Encoding.UTF8.GetString(output.ToArray()), StringComparison.Ordinal);
    }

    private sealed class HeldOutput(Task held) : MemoryStream
    {
        public bool IsHeld { get; set; }

        public override async Task WriteAsync(byte[] buffer, int offset, int count, CancellationToken cancellationToken)
        {
            if (IsHeld) await held;
            Write(buffer, offset, count);
        }
    }

    private static void WritePiece(Stream stream, byte[] piece, int way)
    {
        switch (way)
        {
            case 0: stream.Write(piece, 0, piece.Length); break;
            case 1: stream.Write(piece.AsSpan()); break;
            case 2: stream.WriteAsync(piece).AsTask().GetAwaiter().GetResult(); break;
            case 3: stream.Flush(); stream.Write(piece); stream.Flush(); break;
            default: foreach (var value in piece) stream.WriteByte(value); break;
        }
    }

    /// <summary>Writes a document with one element, reads it back with the runtime's reader, and gives the element's bytes.</summary>
    private static byte[] Write(Way way, Action<Stream> write)
    {
        using Stream output = way == Way.PooledOutput ? new PooledMemoryStream() : new MemoryStream();
        if (way == Way.XDocument)
        {
            var document = new XDocument();
            using (var into = document.CreateWriter()) WriteElement(into, null, write);
            return Convert.FromBase64String(document.Root!.Element("Binary")!.Value);
        }

        using (var writer = Create(way, output)) WriteElement(writer, way is Way.Output or Way.PooledOutput ? output : null, write);
        output.Position = 0;
        using var reader = way == Way.DictionaryBinary
            ? XmlDictionaryReader.CreateBinaryReader(output, XmlDictionaryReaderQuotas.Max)
            : XmlReader.Create(output);
        Assert.True(reader.ReadToFollowing("Binary"));
        using var content = new MemoryStream();
        var buffer = new byte[777];
        for (int count; (count = reader.ReadElementContentAsBase64(buffer, 0, buffer.Length)) > 0;) content.Write(buffer, 0, count);
        Assert.Equal(XmlNodeType.Element, reader.MoveToContent());
        Assert.Equal("Next", reader.LocalName);
        return content.ToArray();
    }

    private static XmlWriter Create(Way way, Stream output) => way switch
    {
        Way.DictionaryText => XmlDictionaryWriter.CreateTextWriter(output, Encoding.UTF8, ownsStream: false),
        Way.DictionaryBinary => XmlDictionaryWriter.CreateBinaryWriter(output, null, null, ownsStream: false),
        _ => XmlWriter.Create(output, new XmlWriterSettings { Indent = way == Way.Indented }),
    };

    private static void WriteElement(XmlWriter writer, Stream? output, Action<Stream> write)
    {
        writer.WriteStartElement("Message");
        writer.WriteStartElement("Binary");
        using (var stream = output is null ? new Base64XmlStream(writer) : Base64XmlStream.Around(writer, output)) write(stream);
        writer.WriteEndElement();
        writer.WriteElementString("Next", "x");
        writer.WriteEndElement();
        writer.Flush();
    }

    private static string Text(Action<XmlWriter> write)
    {
        var text = new StringBuilder();
        using (var writer = XmlWriter.Create(text, new XmlWriterSettings { OmitXmlDeclaration = true }))
        {
            writer.WriteStartElement("a");
            write(writer);
            writer.WriteEndElement();
        }

        return text.ToString();
    }

    private static byte[] Bytes(int seed, int count)
    {
        var bytes = new byte[count];
        new Random(seed).NextBytes(bytes);
        return bytes;
    }
}
