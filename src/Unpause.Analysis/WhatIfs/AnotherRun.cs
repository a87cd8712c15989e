using System.Numerics;

namespace Unpause.Analysis.WhatIfs;

/// <summary>
/// By how much the 99th percentile of another run with the same setting may differ. The run is cut into parts of equal length, which are
/// drawn again (block bootstrap, Künsch 1989), because requests behind one pause are slow together. The other run has the same chance, so
/// the distance is √2 times as far. Besides, processes differ from start to start in what no single run shows: addresses, compiled
/// code, the machine's other work (Kalibera and Jones, ISMM 2013).
/// </summary>
internal static class AnotherRun
{
    private const int Parts = 24, Draws = 200, Seed = 1;
    private const double OfTwoRuns = 1.4142;

    // Two starts of 100 s with each of 12 settings of four runtimes (bench/whatif): the logarithm of the 99th percentile has a standard
    // deviation of 0.084 within a setting, of which drawing the parts again explains about 0.06.
    private const double BetweenStarts = 0.06, Of95Percent = 1.96;

    // A value is known to 1 part in 64.
    private const int StepBits = 6;
    private const int Steps = 1 << StepBits, Buckets = 64 * Steps;

    /// <summary>The ends of the interval that contains 95 % of the drawn percentiles, as multiples of the percentile itself.</summary>
    /// <param name="latencies">In order of arrival, in nanoseconds.</param>
    public static (double Low, double High) Interval(ReadOnlySpan<long> arrivals, ReadOnlySpan<long> latencies)
    {
        if (latencies.IsEmpty) return (1, 1);
        var parts = new int[Parts][];
        for (var i = 0; i < Parts; i++) parts[i] = new int[Buckets];
        var (from, length) = (arrivals[0], Math.Max(1, arrivals[^1] - arrivals[0] + 1));
        var highest = 0;
        for (var i = 0; i < latencies.Length; i++)
        {
            var bucket = BucketOf(latencies[i]);
            highest = Math.Max(highest, bucket);
            parts[(int)((arrivals[i] - from) / (double)length * Parts)][bucket]++;
        }

        var whole = new int[Parts];
        for (var i = 0; i < Parts; i++) whole[i] = i;
        var real = Percentile(parts, whole, highest);
        var random = new Random(Seed);
        var drawn = new double[Draws];
        for (var draw = 0; draw < Draws; draw++)
        {
            for (var i = 0; i < Parts; i++) whole[i] = random.Next(Parts);
            drawn[draw] = Percentile(parts, whole, highest) / real;
        }

        var (low, high) = BlockBootstrap.Interval(drawn)!.Value;
        return (1 / Farther(1 / low), Farther(high));
    }

    /// <summary>The distance of one end with what differs between starts; the two are independent.</summary>
    private static double Farther(double times)
    {
        var drawn = OfTwoRuns * Math.Log(Math.Max(1, times));
        var started = OfTwoRuns * Of95Percent * BetweenStarts;
        return Math.Exp(Math.Sqrt((drawn * drawn) + (started * started)));
    }

    private static double Percentile(int[][] parts, int[] chosen, int highest)
    {
        var count = 0L;
        foreach (var part in chosen)
        {
            foreach (var some in parts[part].AsSpan(0, highest + 1)) count += some;
        }

        var above = count / 100;
        for (var bucket = highest; bucket > 0; bucket--)
        {
            foreach (var part in chosen) above -= parts[part][bucket];
            if (above < 0) return ValueOf(bucket);
        }

        return 1;
    }

    private static int BucketOf(long value)
    {
        if (value < Steps) return (int)Math.Max(0, value);
        var shift = BitOperations.Log2((ulong)value) - StepBits;
        return ((shift + 1) << StepBits) + (int)((value >> shift) - Steps);
    }

    private static double ValueOf(int bucket)
    {
        if (bucket < Steps) return Math.Max(1, bucket);
        var shift = (bucket >> StepBits) - 1;
        return (double)((long)(Steps + (bucket & (Steps - 1))) << shift);
    }
}
