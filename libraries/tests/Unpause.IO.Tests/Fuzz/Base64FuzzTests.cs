using System.Text;
using System.Xml;

namespace Unpause.IO.Tests.Fuzz;

/// <summary>Base64XmlStream, asynchronously over an output that forbids anything else, and synchronously over others.</summary>
public sealed class Base64FuzzTests(ITestOutputHelper output)
{
    public enum Way
    {
        Utf8,
        Indented,
        Utf16,
        Latin1,
        DictionaryText,
        Around,
        AroundLatin1,
        Attribute,
        DictionaryBinary,
    }

    // On the very element: what closes its start tag has something to write.
    private const string Namespace = "urn:b";

    private static readonly Way[] Ways = Enum.GetValues<Way>();

    // All but the binary dictionary writer, which can only block.
    private static readonly Way[] AsynchronousWays = [.. Ways.Where(way => way != Way.DictionaryBinary)];

    [Fact]
    public void Base64Stream_AsynchronousToTheEnd_EqualsTheModel() => FuzzRounds.Run(
        250,
        random => WithoutBlockingAsync(random, AsynchronousWays[random.Next(AsynchronousWays.Length)]).GetAwaiter().GetResult(),
        output);

    [Fact]
    public void Base64Stream_SynchronousAndMixed_EqualsTheModel() =>
        FuzzRounds.Run(250, random => Blocking(random, Ways[random.Next(Ways.Length)]), output);

    [Theory]
    [InlineData(Way.Utf8)]
    [InlineData(Way.DictionaryText)]
    [InlineData(Way.Around)]
    public async Task Base64Stream_FortyMegabytes_NeverBlocks(Way way)
    {
        var bytes = new byte[1_000_001];
        new Random(40).NextBytes(bytes);
        var target = new AsynchronousOutput(new Random(1));
        await using (var writer = Create(way, target))
        {
            await StartAsync(writer, way);
            await using (var stream = way == Way.Around ? await Base64XmlStream.AroundAsync(writer, target) : new Base64XmlStream(writer))
            {
                for (var i = 0; i < 40; i++) await stream.WriteAsync(bytes);
                await stream.FlushAsync();
            }

            await EndAsync(writer, way);
            target.Forbids = way != Way.DictionaryText;
        }

        Assert.Equal([.. Enumerable.Repeat(bytes, 40).SelectMany(piece => piece)], Content(way, target.Got));
    }

    private static async Task<int> WithoutBlockingAsync(Random random, Way way)
    {
        var pieces = Pieces(random);
        var target = new AsynchronousOutput(random);
        var writer = Create(way, target);
        await StartAsync(writer, way);
        var isAround = way is Way.Around or Way.AroundLatin1;
        var stream = isAround ? await Base64XmlStream.AroundAsync(writer, target) : new Base64XmlStream(writer);
        foreach (var piece in pieces)
        {
            switch (random.Next(4))
            {
                case 0: await stream.WriteAsync(piece, 0, piece.Length); break;
                case 1: await Task.Factory.FromAsync(stream.BeginWrite, stream.EndWrite, piece, 0, piece.Length, null); break;
                default: await stream.WriteAsync(piece.AsMemory()); break;
            }

            if (random.Next(10) > 0) continue;
            var flushed = target.Flushed;
            await stream.FlushAsync();
            Assert.True(target.Flushed > flushed);
        }

        await stream.DisposeAsync();
        await EndAsync(writer, way);
        target.Forbids = way != Way.DictionaryText;
        await writer.DisposeAsync();
        Assert.Equal([.. pieces.SelectMany(piece => piece)], Content(way, target.Got));
        return pieces.Count;
    }

    private static int Blocking(Random random, Way way)
    {
        var pieces = Pieces(random);
        using Stream target = random.Next(2) == 0 ? new PooledMemoryStream(new OddPool(random, 0)) : new MemoryStream();
        using (var writer = Create(way, target))
        {
            StartAsync(writer, way).GetAwaiter().GetResult();
            var isAround = way is Way.Around or Way.AroundLatin1;
            using (var stream = isAround ? Base64XmlStream.Around(writer, target) : new Base64XmlStream(writer))
            {
                foreach (var piece in pieces)
                {
                    switch (random.Next(7))
                    {
                        case 0: stream.Write(piece, 0, piece.Length); break;
                        case 1: stream.Write(piece.AsSpan()); break;
                        case 2: stream.WriteAsync(piece).AsTask().GetAwaiter().GetResult(); break;
                        case 3: stream.EndWrite(stream.BeginWrite(piece, 0, piece.Length, null, null)); break;
                        case 4: stream.Write(piece); stream.Flush(); break;
                        case 5: stream.Write(piece); stream.FlushAsync().GetAwaiter().GetResult(); break;
                        default: foreach (var value in piece) stream.WriteByte(value); break;
                    }
                }
            }

            EndAsync(writer, way).GetAwaiter().GetResult();
        }

        Assert.Equal([.. pieces.SelectMany(piece => piece)], Content(way, target));
        return pieces.Count;
    }

    private static List<byte[]> Pieces(Random random)
    {
        var size = random.Next(3) switch { 0 => 7, 1 => 600, _ => 30_000 };
        var pieces = new List<byte[]>();
        for (var i = random.Next(size > 600 ? 8 : 60); i >= 0; i--)
        {
            var piece = new byte[random.Next(size)];
            random.NextBytes(piece);
            pieces.Add(piece);
        }

        return pieces;
    }

    private static XmlWriter Create(Way way, Stream target) => way switch
    {
        Way.DictionaryText => XmlDictionaryWriter.CreateTextWriter(target, new UTF8Encoding(false), ownsStream: false),
        Way.DictionaryBinary => XmlDictionaryWriter.CreateBinaryWriter(target, null, null, ownsStream: false),
        _ => XmlWriter.Create(target, new XmlWriterSettings
        {
            Async = true,
            Indent = way == Way.Indented,
            Encoding = way switch
            {
                Way.Utf16 => new UnicodeEncoding(false, byteOrderMark: false),
                Way.Latin1 or Way.AroundLatin1 => Encoding.Latin1,
                _ => new UTF8Encoding(false),
            },
        }),
    };

    private static async Task StartAsync(XmlWriter writer, Way way)
    {
        if (way == Way.DictionaryBinary)
        {
            writer.WriteStartElement("a");
            writer.WriteStartElement("p", "b", Namespace);
            return;
        }

        await writer.WriteStartElementAsync(null, "a", null);
        if (way == Way.Attribute) await ((Task)Attribute(writer, "WriteStartAttributeAsync", null, "b", null));
        else await writer.WriteStartElementAsync("p", "b", Namespace);
    }

    private static async Task EndAsync(XmlWriter writer, Way way)
    {
        if (way == Way.DictionaryBinary)
        {
            writer.WriteEndElement();
            writer.WriteEndElement();
            writer.Flush();
            return;
        }

        // Its own WriteEndElementAsync writes synchronously when the 512 bytes of its buffer are full.
        if (way == Way.DictionaryText) await writer.FlushAsync();
        if (way == Way.Attribute) await ((Task)Attribute(writer, "WriteEndAttributeAsync"));
        else await writer.WriteEndElementAsync();
        await writer.WriteEndElementAsync();
        await writer.FlushAsync();
    }

    // Protected for no reason that would be told: WriteAttributeStringAsync takes all of the value at once.
    private static object Attribute(XmlWriter writer, string name, params object?[] arguments) =>
        typeof(XmlWriter).GetMethod(name, System.Reflection.BindingFlags.Instance | System.Reflection.BindingFlags.NonPublic)!
            .Invoke(writer, arguments)!;

    private static byte[] Content(Way way, Stream target)
    {
        target.Position = 0;
        using var reader = way == Way.DictionaryBinary
            ? XmlDictionaryReader.CreateBinaryReader(target, XmlDictionaryReaderQuotas.Max)
            : XmlReader.Create(target);
        Assert.True(reader.ReadToFollowing("a"));
        if (way == Way.Attribute) return Convert.FromBase64String(reader.GetAttribute("b")!);
        Assert.True(reader.ReadToDescendant("b", Namespace));
        using var content = new MemoryStream();
        var buffer = new byte[777];
        for (int count; (count = reader.ReadElementContentAsBase64(buffer, 0, buffer.Length)) > 0;) content.Write(buffer, 0, count);
        return content.ToArray();
    }
}
