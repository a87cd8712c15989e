using System.Numerics;
using System.Runtime.CompilerServices;

namespace Unpause.Analysis.Attribution;

/// <summary>
/// Latencies counted in buckets a 1024th of their size wide: enough to tell in which bucket a rank lies, so that only
/// that bucket's values need sorting.
/// </summary>
internal sealed class LatencyHistogram
{
    /// <summary>How many buckets there are: 16 bits number them.</summary>
    public const int Buckets = (64 - MantissaBits) << MantissaBits;

    private const int MantissaBits = 10;

    /// <summary>Values in each bucket.</summary>
    public int[] Counts { get; } = new int[Buckets];

    /// <summary>Ascending in the value, which must not be negative: its highest bit and the ten below it; values below 1024 have a bucket each.</summary>
    public static int Bucket(long value)
    {
        var above = Math.Max(0, 63 - BitOperations.LeadingZeroCount((ulong)value) - MantissaBits);
        return (above << MantissaBits) + (int)(value >> above);
    }

    /// <summary>Counts values. Run once and for long: it must be fast the first time.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Add(ReadOnlySpan<long> values)
    {
        var counts = Counts;
        foreach (var value in values) counts[Bucket(value)]++;
    }

    /// <summary>Adds another's counts, which may be differences.</summary>
    public void Add(LatencyHistogram other)
    {
        for (var i = 0; i < Counts.Length; i++) Counts[i] += other.Counts[i];
    }
}
