namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// A checksum of unpacked data. Decoders detect most damage of packed data, but not that of a stored file, nor all that changes a byte.
/// </summary>
internal abstract class Checksum
{
    /// <summary>Why data is not trusted.</summary>
    public const string Differs = "the data is damaged: its checksum differs";

    /// <summary>How many bytes it has.</summary>
    public abstract int Length { get; }

    /// <summary>CRC-32 of zip, 7z and xz (IEEE 802.3).</summary>
    public static Checksum Crc32() => new Crc(0xedb88320, 4);

    /// <summary>CRC-64 of xz (ECMA-182).</summary>
    public static Checksum Crc64() => new Crc(0xc96c5795d7870f42, 8);

    /// <summary>SHA-256.</summary>
    public static Checksum Sha256() => new Sha256Checksum();

    /// <summary>Takes in data.</summary>
    public abstract void Add(ReadOnlySpan<byte> data);

    /// <summary>Whether the data so far has this checksum.</summary>
    /// <param name="expected">As many bytes as <see cref="Length"/>, the lowest of a number first.</param>
    public abstract bool Is(ReadOnlySpan<byte> expected);

    /// <summary>A reflected CRC of 32 or 64 bits that begins with ones and is inverted at its end.</summary>
    private sealed class Crc : Checksum
    {
        private readonly ulong[] _table = new ulong[256];
        private readonly ulong _ones;
        private ulong _value;

        public Crc(ulong polynomial, int length)
        {
            Length = length;
            _value = _ones = ulong.MaxValue >> (64 - (8 * length));
            for (var i = 0; i < _table.Length; i++)
            {
                var entry = (ulong)i;
                for (var bit = 0; bit < 8; bit++) entry = (entry & 1) == 0 ? entry >> 1 : (entry >> 1) ^ polynomial;
                _table[i] = entry;
            }
        }

        public override int Length { get; }

        public override void Add(ReadOnlySpan<byte> data)
        {
            var value = _value;
            foreach (var next in data) value = _table[(byte)(value ^ next)] ^ (value >> 8);
            _value = value;
        }

        public override bool Is(ReadOnlySpan<byte> expected)
        {
            Span<byte> bytes = stackalloc byte[8];
            BinaryPrimitives.WriteUInt64LittleEndian(bytes, _value ^ _ones);
            return bytes[..Length].SequenceEqual(expected);
        }
    }
}
