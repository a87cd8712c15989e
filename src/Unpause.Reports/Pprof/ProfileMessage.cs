using System.Buffers;

namespace Unpause.Reports.Pprof;

/// <summary>
/// Writes the fields of one message of a profile (protobuf.dev, "Encoding"). The number 0 is the default and is left out.
/// </summary>
internal sealed class ProfileMessage
{
    private const int Varint = 0, LengthDelimited = 2;
    private readonly ArrayBufferWriter<byte> _bytes = new();

    /// <summary>The bytes written so far.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes.WrittenSpan;

    /// <summary>Starts a new message.</summary>
    public ProfileMessage Clear()
    {
        _bytes.ResetWrittenCount();
        return this;
    }

    /// <summary>Adds a number.</summary>
    public ProfileMessage Add(int field, long value)
    {
        if (value == 0) return this;
        Write(((ulong)field << 3) | Varint);
        Write((ulong)value);
        return this;
    }

    /// <summary>Adds packed numbers.</summary>
    public ProfileMessage Add(int field, IEnumerable<long> values)
    {
        var packed = new ProfileMessage();
        foreach (var value in values) packed.Write((ulong)value);
        return Add(field, packed);
    }

    /// <summary>Adds a message.</summary>
    public ProfileMessage Add(int field, ProfileMessage message) => Add(field, message.Bytes);

    /// <summary>Adds a string, even an empty one, because it has an index in a list.</summary>
    public ProfileMessage Add(int field, string text) => Add(field, Encoding.UTF8.GetBytes(text));

    private ProfileMessage Add(int field, ReadOnlySpan<byte> bytes)
    {
        Write(((ulong)field << 3) | LengthDelimited);
        Write((ulong)bytes.Length);
        _bytes.Write(bytes);
        return this;
    }

    private void Write(ulong value)
    {
        Span<byte> bytes = stackalloc byte[10];
        var length = 0;
        for (; value >= 0x80; value >>= 7) bytes[length++] = (byte)(value | 0x80);
        bytes[length++] = (byte)value;
        _bytes.Write(bytes[..length]);
    }
}
