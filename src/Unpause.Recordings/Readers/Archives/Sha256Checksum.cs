using System.Numerics;

namespace Unpause.Recordings.Readers.Archives;

/// <summary>
/// SHA-256 (FIPS 180-4), which xz may have. .NET's own needs OpenSSL, which the native binary must not load, and which is not everywhere.
/// </summary>
internal sealed class Sha256Checksum : Checksum
{
    private const int BlockBytes = 64, Words = 8, Rounds = 64;

    private readonly uint[] _state = new uint[Words];
    private readonly byte[] _block = new byte[BlockBytes];
    private long _length;

    /// <summary>Of no data.</summary>
    public Sha256Checksum()
    {
        foreach (var (i, prime) in Primes().Take(Words).Index()) _state[i] = Fraction(Math.Sqrt(prime));
    }

    private static uint[] Constants { get; } = [.. Primes().Take(Rounds).Select(prime => Fraction(Math.Cbrt(prime)))];

    /// <inheritdoc/>
    public override int Length => Words * sizeof(uint);

    /// <inheritdoc/>
    public override void Add(ReadOnlySpan<byte> data)
    {
        while (!data.IsEmpty)
        {
            var used = (int)(_length % BlockBytes);
            var count = Math.Min(data.Length, BlockBytes - used);
            data[..count].CopyTo(_block.AsSpan(used));
            _length += count;
            data = data[count..];
            if (used + count == BlockBytes) Mix(_block);
        }
    }

    /// <inheritdoc/>
    public override bool Is(ReadOnlySpan<byte> expected)
    {
        var bits = _length * 8;
        // A one, zeros, and the length in bits, so that the last block is full.
        Span<byte> end = stackalloc byte[2 * BlockBytes];
        end.Clear();
        end[0] = 0x80;
        var zeros = (int)((BlockBytes + BlockBytes - sizeof(long) - 1 - (_length % BlockBytes)) % BlockBytes);
        BinaryPrimitives.WriteInt64BigEndian(end[(1 + zeros)..], bits);
        Add(end[..(1 + zeros + sizeof(long))]);
        Span<byte> sum = stackalloc byte[Words * sizeof(uint)];
        for (var i = 0; i < Words; i++) BinaryPrimitives.WriteUInt32BigEndian(sum[(i * sizeof(uint))..], _state[i]);
        return expected.SequenceEqual(sum);
    }

    private static IEnumerable<int> Primes() =>
        Enumerable.Range(2, int.MaxValue - 2).Where(number => !Enumerable.Range(2, number - 2).Any(divisor => number % divisor == 0));

    /// <summary>The first 32 bits behind the point.</summary>
    private static uint Fraction(double root) => (uint)((root - Math.Floor(root)) * (1L << 32));

    private void Mix(ReadOnlySpan<byte> block)
    {
        Span<uint> w = stackalloc uint[Rounds];
        for (var t = 0; t < 16; t++) w[t] = BinaryPrimitives.ReadUInt32BigEndian(block[(t * sizeof(uint))..]);
        for (var t = 16; t < Rounds; t++)
        {
            var low = BitOperations.RotateRight(w[t - 15], 7) ^ BitOperations.RotateRight(w[t - 15], 18) ^ (w[t - 15] >> 3);
            var high = BitOperations.RotateRight(w[t - 2], 17) ^ BitOperations.RotateRight(w[t - 2], 19) ^ (w[t - 2] >> 10);
            w[t] = unchecked(w[t - 16] + low + w[t - 7] + high);
        }

        var (a, b, c, d, e, f, g, h) =
            (_state[0], _state[1], _state[2], _state[3], _state[4], _state[5], _state[6], _state[7]);
        for (var t = 0; t < Rounds; t++)
        {
            var high = BitOperations.RotateRight(e, 6) ^ BitOperations.RotateRight(e, 11) ^ BitOperations.RotateRight(e, 25);
            var first = unchecked(h + high + ((e & f) ^ (~e & g)) + Constants[t] + w[t]);
            var low = BitOperations.RotateRight(a, 2) ^ BitOperations.RotateRight(a, 13) ^ BitOperations.RotateRight(a, 22);
            var second = unchecked(low + ((a & b) ^ (a & c) ^ (b & c)));
            (h, g, f, e, d, c, b, a) = (g, f, e, unchecked(d + first), c, b, a, unchecked(first + second));
        }

        ReadOnlySpan<uint> mixed = [a, b, c, d, e, f, g, h];
        for (var i = 0; i < Words; i++) _state[i] = unchecked(_state[i] + mixed[i]);
    }
}
