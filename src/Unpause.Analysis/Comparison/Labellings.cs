using System.Numerics;

namespace Unpause.Analysis.Comparison;

/// <summary>
/// The ways in which runs may be dealt to two sides: all of them where they are few, else a sample, which has the dealt one in it. What
/// was seen is then one of equally likely ways, if the change made no difference (R. A. Fisher, The Design of Experiments, 1935).
/// </summary>
public static class Labellings
{
    /// <summary>All are gone through up to so many: 8 runs against 8 have 12,870.</summary>
    public const int MostExact = 50_000;

    private const int Sampled = 20_000;

    // As many as a machine word has bits to go through them exactly; far fewer are needed for that to be possible.
    private const int MostRuns = 62;

    /// <summary>How many there are, limited to a number above what is enumerated.</summary>
    public static long Count(int before, int after)
    {
        var count = BigInteger.One;
        for (var i = 1; i <= after; i++) count = count * (before + i) / i;
        return count > long.MaxValue ? long.MaxValue : (long)count;
    }

    /// <summary>The least p-value of a two-sided test that can come out.</summary>
    public static double LeastP(int before, int after)
    {
        // With sides of equal size the mirrored way differs by as much.
        var count = Count(before, after);
        return count > MostExact ? 1.0 / Sampled : (before == after ? 2.0 : 1.0) / count;
    }

    /// <summary>
    /// The runs that are dealt to the side after, way by way; the first is the one that was. A way and its mirrored one are one way.
    /// </summary>
    /// <param name="before">Runs before.</param>
    /// <param name="after">Runs after; they follow the others in number.</param>
    /// <param name="seed">The same one samples the same.</param>
    /// <returns>One array, which is overwritten with the next way.</returns>
    public static IEnumerable<int[]> All(int before, int after, int seed) =>
        before + after <= MostRuns && Count(before, after) <= MostExact ? Exact(before, after) : Drawn(before, after, seed);

    private static IEnumerable<int[]> Exact(int before, int after)
    {
        var dealt = new int[after];

        // Of sides of equal size the mirrored way differs by as much: the first run stays where it is.
        var kept = before == after ? 1 : 0;
        var dealtSo = ((1L << after) - 1) << (before - kept);
        for (var i = 0; i < after; i++) dealt[i] = before + i;
        yield return dealt;

        // The next greater number with as many bits set (HAKMEM, item 175).
        var end = 1L << (before + after - kept);
        for (var ways = (1L << after) - 1; ways < end;)
        {
            if (ways != dealtSo)
            {
                var at = 0;
                for (var rest = ways; rest != 0; rest &= rest - 1) dealt[at++] = kept + BitOperations.TrailingZeroCount(rest);
                yield return dealt;
            }

            var lowest = ways & -ways;
            var ripple = ways + lowest;
            ways = ripple | (((ways ^ ripple) >> 2) / lowest);
        }
    }

    private static IEnumerable<int[]> Drawn(int before, int after, int seed)
    {
        var random = new Random(seed);
        var runs = new int[before + after];
        for (var i = 0; i < runs.Length; i++) runs[i] = i;
        yield return runs[before..];
        var dealt = new int[after];
        for (var way = 1; way < Sampled; way++)
        {
            for (var i = 0; i < after; i++)
            {
                var other = random.Next(i, runs.Length);
                (runs[i], runs[other]) = (runs[other], runs[i]);
            }

            Array.Copy(runs, dealt, after);
            yield return dealt;
        }
    }
}
