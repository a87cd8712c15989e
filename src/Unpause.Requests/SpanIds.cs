using System.Buffers.Binary;
using System.Buffers.Text;

namespace Unpause.Requests;

/// <summary>Trace and span ids as formats write them: hex of 1 to 32 digits, or base64 (proto3's own JSON mapping).</summary>
public static class SpanIds
{
    /// <summary>Reads an id of at most 16 bytes; shorter ones are zero-extended. Empty is 0.</summary>
    public static bool TryParse(ReadOnlySpan<byte> text, out UInt128 id)
    {
        id = 0;
        return text.Length <= 32 && TryParseHex(text, out id) || TryParseBase64(text, out id);
    }

    /// <summary>Reads a span id: the lower 64 bits of an id that has no more.</summary>
    public static bool TryParse(ReadOnlySpan<byte> text, out ulong id)
    {
        var known = TryParse(text, out UInt128 wide);
        id = (ulong)wide;
        return known && wide <= ulong.MaxValue;
    }

    /// <summary>Reads the bytes of a protobuf id field.</summary>
    public static UInt128 FromBytes(ReadOnlySpan<byte> bytes)
    {
        UInt128 id = 0;
        foreach (var b in bytes) id = (id << 8) | b;
        return id;
    }

    /// <summary>Whether an id is written in base64: 8 bytes give 12 characters, 16 give 24, both padded.</summary>
    public static bool IsBase64(ReadOnlySpan<byte> text) => text.Length is 12 or 24 && text[^1] == '=';

    /// <summary>Writes a span id the way its parent's is written: base64, or 16 hex digits.</summary>
    public static string Write(ulong id, bool base64)
    {
        if (!base64) return id.ToString("x16");
        Span<byte> bytes = stackalloc byte[8];
        BinaryPrimitives.WriteUInt64BigEndian(bytes, id);
        return Convert.ToBase64String(bytes);
    }

    /// <summary>A span's id, by the steps of splitmix64: the same for the same parts. Never 0, which means no id.</summary>
    public static ulong Derive(ReadOnlySpan<ulong> parts)
    {
        var id = 0x756e7061757365UL;
        foreach (var part in parts)
        {
            id = unchecked((id ^ part) + 0x9e3779b97f4a7c15UL);
            id = unchecked((id ^ (id >> 30)) * 0xbf58476d1ce4e5b9UL);
            id = unchecked((id ^ (id >> 27)) * 0x94d049bb133111ebUL);
            id ^= id >> 31;
        }

        return id == 0 ? 1 : id;
    }

    private static bool TryParseHex(ReadOnlySpan<byte> text, out UInt128 id)
    {
        ulong high = 0;
        ulong low = 0;
        id = 0;
        foreach (var c in text)
        {
            var digit = c switch
            {
                >= (byte)'0' and <= (byte)'9' => c - '0',
                >= (byte)'a' and <= (byte)'f' => c - 'a' + 10,
                >= (byte)'A' and <= (byte)'F' => c - 'A' + 10,
                _ => -1,
            };
            if (digit < 0) return false;
            high = (high << 4) | (low >> 60);
            low = (low << 4) | (uint)digit;
        }

        id = new UInt128(high, low);
        return true;
    }

    private static bool TryParseBase64(ReadOnlySpan<byte> text, out UInt128 id)
    {
        Span<byte> bytes = stackalloc byte[16];
        id = 0;
        if (!IsBase64(text)) return false;
        if (Base64.DecodeFromUtf8(text, bytes, out var consumed, out var written) != System.Buffers.OperationStatus.Done
            || consumed != text.Length)
        {
            return false;
        }

        id = FromBytes(bytes[..written]);
        return true;
    }
}
