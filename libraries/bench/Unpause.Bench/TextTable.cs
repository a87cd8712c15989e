using System.Text;
using System.Xml;
using Unpause.IO;

namespace Unpause.Bench;

/// <summary>Incident 4, re-encoding, and Base64 of incident 1: the best that the runtime offers = 1.00.</summary>
internal static class TextTable
{
    private const int Length = 100_000;
    private static readonly string English = Text("plain words and more of them, ");
    private static readonly string Mixed = Text("words и слова, 日本 and more ");
    private static readonly string Russian = Text("только русские слова, ");
    private static readonly byte[] Bytes = new byte[Length];

    internal static IEnumerable<Row> Rows()
    {
        yield return Pair("ASCII to UTF-8", Encoding.ASCII, Encoding.UTF8, English, "614 / 445 us", "<= 1.8 x copy");
        yield return Pair("UTF-8 to UTF-7 English", Encoding.UTF8, Encoding.UTF7, English, "5,338 / 2,307 us", "<= 5 us");
        yield return Pair("UTF-8 to UTF-7 Russian", Encoding.UTF8, Encoding.UTF7, Russian, "-", "<= 0.95");
        yield return Pair("UTF-8 to UTF-16 mixed", Encoding.UTF8, Encoding.Unicode, Mixed, "-", "<= 0.65");
        yield return Pair("UTF-8 to UTF-16 English", Encoding.UTF8, Encoding.Unicode, English, "-", "<= 0.20");
        yield return Pair("UTF-16 to UTF-8 mixed", Encoding.Unicode, Encoding.UTF8, Mixed, "-", "<= 0.65");
        yield return Pair("UTF-8 checked Russian", Encoding.UTF8, Encoding.UTF8, Russian, "-", "<= 0.45");
        yield return Pair("UTF-8 to UTF-32 mixed", Encoding.UTF8, Encoding.UTF32, Mixed, "-", "<= 1.05");
        yield return Base64();
    }

    private static string Text(string sample) => string.Concat(Enumerable.Repeat(sample, (Length / sample.Length) + 1))[..Length];

    private static Row Pair(string name, Encoding from, Encoding to, string text, string incident, string goal)
    {
        var input = from.GetBytes(text);
        var target = new byte[(Length * 6) + 100];
        var output = new Reused(target);
        var transcoder = new Transcoder(from, to);
        return new Row(name, incident, goal,
            ("CreateTranscodingStream", () =>
            {
                using var stream = Encoding.CreateTranscodingStream(new MemoryStream(target), to, from);
                stream.Write(input);
                return 0;
            }),
            ("copy", () => { input.CopyTo(target, 0); return 0; }),
            ("string between", () => to.GetBytes(from.GetString(input)).Length),
            ("Transcoder", () => { output.Count = 0; transcoder.Transcode(input, output); return output.Count; }));
    }

    private static Row Base64()
    {
        var output = new MemoryStream(new byte[Length * 2]);
        long Write(Action<XmlWriter> write)
        {
            output.Position = 0;
            return WriteTo(output, write);
        }

        static long WriteTo(Stream output, Action<XmlWriter> write)
        {
            using var writer = XmlWriter.Create(output);
            writer.WriteStartElement("Binary");
            write(writer);
            writer.WriteEndElement();
            return output.Position;
        }

        return new Row("Base64 of 100,000 bytes into XML", "-", "raw <= 1.0; around <= 1.3 x encode",
            ("WriteBase64", () => Write(writer => writer.WriteBase64(Bytes, 0, Length))),
            ("string", () => Write(writer => writer.WriteString(Convert.ToBase64String(Bytes)))),
            ("Base64XmlStream", () => Write(writer => { using var stream = new Base64XmlStream(writer); stream.Write(Bytes, 0, Length); })),
            ("around the writer", () => Write(writer =>
            {
                using var stream = Base64XmlStream.Around(writer, output);
                stream.Write(Bytes, 0, Length);
            })),
            ("around, into a PooledMemoryStream", () =>
            {
                using var pooled = new PooledMemoryStream();
                return WriteTo(
                    pooled, writer => { using var stream = Base64XmlStream.Around(writer, pooled); stream.Write(Bytes, 0, Length); });
            }),
            ("empty document", () => Write(_ => { })),
            ("encode only", () => { System.Buffers.Text.Base64.EncodeToUtf8(Bytes, Encoded, out _, out var written); return written; }));
    }

    private static readonly byte[] Encoded = new byte[Length * 2];

    /// <summary>Writes into one array again and again.</summary>
    private sealed class Reused(byte[] target) : System.Buffers.IBufferWriter<byte>
    {
        public int Count { get; set; }

        public void Advance(int count) => Count += count;

        public Memory<byte> GetMemory(int sizeHint = 0) => target.AsMemory(Count);

        public Span<byte> GetSpan(int sizeHint = 0) => target.AsSpan(Count);
    }
}
