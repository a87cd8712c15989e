#if NET
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security.Cryptography;

namespace Unpause.Collections;

/// <summary>
/// Hash of a string's content: 16 bytes a step, two 64-bit words mixed by a 128-bit multiplication folded to 64 bits. The constants
/// are random in every process, so that nobody outside can prepare colliding keys.
/// </summary>
internal sealed class StringHash : IEqualityComparer<string>
#if NET9_0_OR_GREATER
    , IAlternateEqualityComparer<ReadOnlySpan<char>, string>
#endif
{
    internal static readonly StringHash Comparer = new();

    private static readonly ulong Key1 = RandomKey();
    private static readonly ulong Key2 = RandomKey();

    public bool Equals(string? x, string? y) => string.Equals(x, y);

    public int GetHashCode(string obj) => Of(obj);

#if NET9_0_OR_GREATER
    public bool Equals(ReadOnlySpan<char> alternate, string other) => alternate.SequenceEqual(other);

    public int GetHashCode(ReadOnlySpan<char> alternate) => Of(alternate);

    public string Create(ReadOnlySpan<char> alternate) => alternate.ToString();
#endif

    internal static int Of(ReadOnlySpan<char> text)
    {
        ref var start = ref Unsafe.As<char, byte>(ref MemoryMarshal.GetReference(text));
        var length = (nuint)(uint)text.Length * 2;
        var state = Key2 ^ length;
        ulong a, b;
        if (length > 16)
        {
            nuint i = 0;
            for (; i + 16 < length; i += 16) state = Fold(Word(ref start, i) ^ Key1, Word(ref start, i + 8) ^ state);
            a = Word(ref start, length - 16);
            b = Word(ref start, length - 8);
        }
        else if (length >= 8)
        {
            a = Word(ref start, 0);
            b = Word(ref start, length - 8);
        }
        else if (length >= 4)
        {
            a = HalfWord(ref start, 0);
            b = HalfWord(ref start, length - 4);
        }
        else
        {
            a = length == 0 ? 0UL : text[0];
            b = 0;
        }

        var mixed = Fold(Fold(a ^ Key1, b ^ state) ^ Key2, Key1 ^ length);
        return (int)(mixed ^ (mixed >> 32));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static ulong Fold(ulong a, ulong b)
    {
        var high = Math.BigMul(a, b, out var low);
        return high ^ low;
    }

    private static ulong Word(ref byte start, nuint offset) => Unsafe.ReadUnaligned<ulong>(ref Unsafe.AddByteOffset(ref start, offset));

    private static ulong HalfWord(ref byte start, nuint offset) => Unsafe.ReadUnaligned<uint>(ref Unsafe.AddByteOffset(ref start, offset));

    // Odd, and with bits in all places: a factor must not lose what it is multiplied with.
    private static ulong RandomKey()
    {
        Span<byte> bytes = stackalloc byte[8];
        RandomNumberGenerator.Fill(bytes);
        return MemoryMarshal.Read<ulong>(bytes) | 1;
    }
}
#endif
