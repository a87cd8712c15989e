using System.Buffers.Binary;
using System.IO.Compression;
using System.Numerics;

namespace Unpause.Reports.Hdr;

/// <summary>
/// Counts of durations with three significant digits, in the layout and the encoding of HdrHistogram (AbstractHistogram.java 2.2.2): from
/// value 1 on, 2,048 counts of one nanosecond each, then 1,024 for each doubling.
/// </summary>
internal sealed class HdrHistogram
{
    // V2EncodingCookieBase and V2CompressedEncodingCookieBase with the word size nibble that V2 always has.
    private const int Cookie = 0x1c849313, CompressedCookie = 0x1c849314;
    private const int Digits = 3, HalfCountBits = 10, SubCounts = 2 << HalfCountBits, HeaderBytes = 40;
    private const long LeastHighest = 3_600_000_000_000;

    private readonly SortedDictionary<int, long> _counts = [];

    /// <summary>The longest, nanoseconds.</summary>
    public long Longest { get; private set; }

    /// <summary>Counts a duration, nanoseconds; not negative.</summary>
    public void Add(long value)
    {
        Longest = Math.Max(Longest, value);
        var index = IndexOf(value);
        _counts[index] = _counts.GetValueOrDefault(index) + 1;
    }

    /// <summary>The histogram compressed (zlib) and in base64, as a line of a log has it.</summary>
    public string Encoded()
    {
        var payload = Payload();
        using var packed = new MemoryStream();
        packed.Write(new byte[8]);
        using (var zlib = new ZLibStream(packed, CompressionLevel.Optimal, leaveOpen: true)) zlib.Write(payload);
        var bytes = packed.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - 8);
        return Convert.ToBase64String(bytes);
    }

    /// <summary>countsArrayIndex of a value, with a unit magnitude of 0.</summary>
    private static int IndexOf(long value)
    {
        var bucket = 64 - (HalfCountBits + 1) - BitOperations.LeadingZeroCount((ulong)value | (SubCounts - 1));
        return ((bucket + 1) << HalfCountBits) + (int)(value >> bucket) - (SubCounts >> 1);
    }

    private byte[] Payload()
    {
        using var counts = new MemoryStream();
        var next = 0;
        foreach (var (index, count) in _counts)
        {
            // A run of counts of 0 is its length, negative; one of them is itself.
            if (index - next == 1) WriteNumber(counts, 0);
            else if (index > next) WriteNumber(counts, next - index);
            WriteNumber(counts, count);
            next = index + 1;
        }

        var payload = new byte[HeaderBytes + counts.Length];
        BinaryPrimitives.WriteInt32BigEndian(payload, Cookie);
        BinaryPrimitives.WriteInt32BigEndian(payload.AsSpan(4), (int)counts.Length);
        BinaryPrimitives.WriteInt32BigEndian(payload.AsSpan(12), Digits);
        BinaryPrimitives.WriteInt64BigEndian(payload.AsSpan(16), 1);
        BinaryPrimitives.WriteInt64BigEndian(payload.AsSpan(24), Math.Max(LeastHighest, Longest));
        BinaryPrimitives.WriteDoubleBigEndian(payload.AsSpan(32), 1);
        counts.ToArray().CopyTo(payload.AsSpan(HeaderBytes));
        return payload;
    }

    /// <summary>ZigZag LEB128-64b9B: seven bits a byte, the least first. Counts of ours never need the ninth.</summary>
    private static void WriteNumber(Stream to, long number)
    {
        var bits = (ulong)((number << 1) ^ (number >> 63));
        for (; bits >= 0x80; bits >>= 7) to.WriteByte((byte)(bits | 0x80));
        to.WriteByte((byte)bits);
    }
}
