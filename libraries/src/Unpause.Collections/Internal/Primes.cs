namespace Unpause.Collections;

/// <summary>Prime numbers for the sizes of hash tables.</summary>
internal static class Primes
{
    // The least prime above 2^i: the sizes that a growing small table asks for.
    private static readonly int[] AbovePowerOfTwo =
        [2, 3, 5, 11, 17, 37, 67, 131, 257, 521, 1031, 2053, 4099, 8209, 16411];

    /// <summary>The least prime not below <paramref name="value"/>; the argument must leave one below int.MaxValue.</summary>
    internal static int AtLeast(int value)
    {
        for (var i = 0; i < AbovePowerOfTwo.Length; i++)
        {
            if (value == 1 << i || value == AbovePowerOfTwo[i]) return AbovePowerOfTwo[i];
        }

        var candidate = Math.Max(3, value | 1);
        while (!IsPrime(candidate)) candidate += 2;
        return candidate;
    }

    private static bool IsPrime(int odd)
    {
        for (var divisor = 3L; divisor * divisor <= odd; divisor += 2)
        {
            if (odd % divisor == 0) return false;
        }

        return true;
    }
}
