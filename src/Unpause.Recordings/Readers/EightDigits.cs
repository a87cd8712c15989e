using System.Numerics;

namespace Unpause.Recordings.Readers;

/// <summary>Decimal digits in the bytes of one word, the first in its lowest byte, taken all at once.</summary>
internal static class EightDigits
{
    /// <summary>Digits that fit into a word.</summary>
    public const int Most = sizeof(ulong);

    private const ulong Zeros = 0x3030_3030_3030_3030;

    /// <summary>How many digits the word begins with.</summary>
    public static int CountOf(ulong bytes)
    {
        var values = bytes ^ Zeros;
        // A byte above 9 gets its upper bit; what it carries only reaches bytes behind the first such one.
        var others = ((values + 0x7676_7676_7676_7676) | values) & 0x8080_8080_8080_8080;
        return BitOperations.TrailingZeroCount(others) / 8;
    }

    /// <summary>The number that the first <paramref name="count"/> digits spell; 0 for none.</summary>
    public static long ValueOf(ulong bytes, int count)
    {
        if (count == 0) return 0;
        // The digits move up, so that zeros precede them; then pairs, fours and all eight are joined.
        var digits = (bytes ^ Zeros) << ((Most - count) * 8);
        digits = (digits * 10) + (digits >> 8);
        return (long)((((digits & 0x0000_00FF_0000_00FF) * 0x000F_4240_0000_0064)
            + (((digits >> 16) & 0x0000_00FF_0000_00FF) * 0x0000_2710_0000_0001)) >> 32);
    }
}
