using System.Buffers.Binary;
using System.Text;

namespace Unpause.Tests.Readers.Jvm.Jfr;

/// <summary>Writes a small recording of one chunk by hand, so that every encoding can be tried.</summary>
internal sealed class JfrFile
{
    private const long StartUnix = 1_700_000_000_000_000_000;
    private readonly List<byte[]> _events = [];

    /// <summary>A compressed integer.</summary>
    public static byte[] Number(long value)
    {
        var bytes = new List<byte>();
        var rest = (ulong)value;
        for (var i = 0; i < 8; i++)
        {
            if (rest < 0x80)
            {
                bytes.Add((byte)rest);
                return [.. bytes];
            }

            bytes.Add((byte)(rest | 0x80));
            rest >>= 7;
        }

        bytes.Add((byte)rest);
        return [.. bytes];
    }

    public static byte[] Utf8(string text) => [3, .. Number(Encoding.UTF8.GetByteCount(text)), .. Encoding.UTF8.GetBytes(text)];

    public static byte[] Latin1(string text) => [5, .. Number(text.Length), .. Encoding.Latin1.GetBytes(text)];

    public static byte[] Chars(string text) => [4, .. Number(text.Length), .. text.SelectMany(character => Number(character))];

    public static byte[] Pooled(long key) => [2, .. Number(key)];

    /// <summary>Adds an event of a type; its size takes four bytes, as the JVM writes it.</summary>
    public JfrFile Event(long type, params byte[][] fields)
    {
        byte[] body = [.. Number(type), .. fields.SelectMany(field => field)];
        var size = body.Length + 4;
        _events.Add([(byte)(size | 0x80), (byte)((size >> 7) | 0x80), (byte)((size >> 14) | 0x80), (byte)(size >> 21), .. body]);
        return this;
    }

    /// <summary>The file; its description comes last, as in a finished one.</summary>
    public byte[] Bytes(params (long Id, string Name, (string Name, long Type, bool Constant, bool Array, string? Unit)[] Fields)[] types)
    {
        var metadata = 68 + _events.Sum(item => item.Length);
        Event(0, Number(0), Number(0), Number(1), Description(types));
        byte[] file = [.. new byte[68], .. _events.SelectMany(item => item)];
        "FLR\0"u8.CopyTo(file);
        file[5] = 2;
        file[7] = 1;
        long[] numbers = [file.Length, 0, metadata, StartUnix, 5_000_000_000, 1_000, 1_000_000_000];
        for (var i = 0; i < numbers.Length; i++) BinaryPrimitives.WriteInt64BigEndian(file.AsSpan(8 + (8 * i)), numbers[i]);
        file[67] = 1;
        return file;
    }

    private static byte[] Description(
        (long Id, string Name, (string Name, long Type, bool Constant, bool Array, string? Unit)[] Fields)[] types)
    {
        var strings = new List<string>();
        byte[] Word(string text)
        {
            if (!strings.Contains(text)) strings.Add(text);
            return Number(strings.IndexOf(text));
        }

        byte[] Element(string name, (string Key, string Value)[] attributes, params byte[][] children) =>
            [
                .. Word(name),
                .. Number(attributes.Length),
                .. attributes.SelectMany(item => (byte[])[.. Word(item.Key), .. Word(item.Value)]),
                .. Number(children.Length),
                .. children.SelectMany(child => child)
            ];

        byte[] Field((string Name, long Type, bool Constant, bool Array, string? Unit) field)
        {
            List<(string, string)> attributes = [("name", field.Name), ("class", $"{field.Type}")];
            if (field.Constant) attributes.Add(("constantPool", "true"));
            if (field.Array) attributes.Add(("dimension", "1"));
            return field.Unit is null
                ? Element("field", [.. attributes])
                : Element("field", [.. attributes], Element(
                    "annotation", [("class", field.Unit.StartsWith('@') ? "901" : "900"), ("value", field.Unit.TrimStart('@'))]));
        }

        var classes = types.Append((900, "jdk.jfr.Timespan", [])).Append((901, "jdk.jfr.Timestamp", []))
            .Select(type => Element("class", [("name", type.Item2), ("id", $"{type.Item1}")], [.. type.Item3.Select(Field)])).ToArray();
        var tree = Element("root", [], Element("metadata", [], classes), Element("region", [("gmtOffset", "0")]));
        return [.. Number(strings.Count), .. strings.SelectMany(Utf8), .. tree];
    }
}
