#if NET
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Collections;

/// <summary>
/// Hash of a string's content: pairs of 64-bit words mixed by 128-bit multiplications folded to 64 bits, one for up to 16 bytes, two
/// beside each other for up to 32. The constants are random in every process, so that nobody outside can prepare colliding keys: a
/// flood needs no second hash to be answered with.
/// </summary>
internal sealed class StringHash : IEqualityComparer<string>
#if NET9_0_OR_GREATER
    , IAlternateEqualityComparer<ReadOnlySpan<char>, string>
#endif
{
    internal static readonly StringHash Comparer = new();

    private static readonly ulong Key1 = RandomKey();
    private static readonly ulong Key2 = RandomKey();
    private static readonly ulong Key3 = RandomKey();
    private static readonly ulong Key4 = RandomKey();

    public bool Equals(string? x, string? y) => string.Equals(x, y);

    public int GetHashCode(string obj) => Compute(obj);

#if NET9_0_OR_GREATER
    public bool Equals(ReadOnlySpan<char> alternate, string other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<char> alternate) => Compute(alternate);

    public string Create(ReadOnlySpan<char> alternate) => alternate.ToString();
#endif

    internal static int Compute(ReadOnlySpan<char> text)
    {
        ref var start = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(text));
        var length = (nuint)(uint)text.Length * 2;

        // The length is hidden by a key too: words of strings of different lengths may be the same.
        var first = Key1 + (length * Key3);
        if (length < 8) return Narrow(Fold(Few(ref start, length) ^ first, Key2));
        if (length <= 16) return Narrow(Fold(Word(ref start, 0) ^ first, Word(ref start, length - 8) ^ Key2));
        var last = Fold(Word(ref start, length - 16) ^ Key3, Word(ref start, length - 8) ^ Key4);
        if (length <= 32) return Narrow(last ^ Fold(Word(ref start, 0) ^ first, Word(ref start, 8) ^ Key2));
        return Narrow(last ^ Long(ref start, length, first));
    }

    private static ulong Long(ref byte start, nuint length, ulong state)
    {
        for (nuint i = 0; i + 16 < length; i += 16) state = Fold(Word(ref start, i) ^ state, Word(ref start, i + 8) ^ Key2);
        return state;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Few(ref byte start, nuint length) => length switch
    {
        0 => 0,
        2 => Unsafe.ReadUnaligned<ushort>(ref start),
        _ => HalfWord(ref start, 0) | (HalfWord(ref start, length - 4) << 32),
    };

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Narrow(ulong mixed) => (int)(mixed ^ (mixed >> 32));

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Fold(ulong a, ulong b)
    {
        var high = Math.BigMul(a, b, out var low);
        return high ^ low;
    }

    private static ulong Word(ref byte start, nuint offset) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref start, offset));

    private static ulong HalfWord(ref byte start, nuint offset) => Unsafe.ReadUnaligned<uint>(ref Unsafe.AddByteOffset(ref start, offset));

    // Odd, and with bits in all places: a factor must not lose what it is multiplied with. Guid's random numbers are the system's;
    // RandomNumberGenerator would load OpenSSL first. Each half has fixed bits where the other has random ones.
    private static ulong RandomKey()
    {
        Span<byte> bytes = stackalloc byte[16];
        Guid.NewGuid().TryWriteBytes(bytes);
        return MemoryMarshal.Read<ulong>(bytes) ^ MemoryMarshal.Read<ulong>(bytes[8..]) | 1;
    }
}
#endif
