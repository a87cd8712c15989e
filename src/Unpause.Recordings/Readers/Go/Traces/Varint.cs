namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>Unsigned varints: seven bits a byte, the lowest first (encoding/binary, Uvarint).</summary>
internal static class Varint
{
    /// <summary>Takes one off; false where the bytes end before it does, or it has more than 64 bits.</summary>
    /// <param name="bytes">The bytes; what follows is left.</param>
    /// <param name="value">The number.</param>
    public static bool TryTake(ref ReadOnlySpan<byte> bytes, out ulong value)
    {
        const int More = 0x80, Bits = 7, Longest = 10;
        value = 0;
        for (var i = 0; i < Longest && i < bytes.Length; i++)
        {
            var part = bytes[i];
            value |= (ulong)(part & ~More) << (i * Bits);
            if (part >= More) continue;
            bytes = bytes[(i + 1)..];
            return i < Longest - 1 || part <= 1;
        }

        return false;
    }
}
