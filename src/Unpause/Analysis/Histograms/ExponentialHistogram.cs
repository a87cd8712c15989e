using System.Runtime.CompilerServices;

namespace Unpause.Analysis.Histograms;

/// <summary>
/// Counts durations by buckets that grow by a factor of 2^(1/32): OpenTelemetry's base-2 exponential histogram at scale 5
/// (opentelemetry-proto, metrics.proto, ExponentialHistogram), of values in milliseconds. Bucket i holds values in
/// (base^i, base^(i+1)]. Two of them are merged by adding the counts of equal indexes; sum and maximum stay exact.
/// </summary>
internal sealed class ExponentialHistogram
{
    /// <summary>The scale: 2^5 buckets for each doubling.</summary>
    public const int Scale = 5;

    private const int BucketsInDoubling = 1 << Scale;
    private const double NanosecondsInMillisecond = 1e6;

    // From 1 ns (2^-19.93 ms) to the longest that nanoseconds hold (2^43.1 ms).
    private const int LowestIndex = -20 * BucketsInDoubling;
    private const int Buckets = 64 * BucketsInDoubling;

    private static readonly double[] Bounds = MakeBounds();

    private readonly int[] _counts = new int[Buckets];
    private Total _sum;
    private int _lowest = Buckets;
    private int _highest = -1;

    /// <summary>Values.</summary>
    public long Count { get; private set; }

    /// <summary>Values that are 0; a negative one counts as 0, because nothing lasts less.</summary>
    public long ZeroCount { get; private set; }

    /// <summary>The greatest value in nanoseconds; null when there are none.</summary>
    public long? MaxNanoseconds { get; private set; }

    /// <summary>The exact sum in nanoseconds, held at the greatest that 64 bits hold.</summary>
    public long SumNanoseconds => _sum.Value;

    /// <summary>Index of the first bucket that holds values; 0 when none does.</summary>
    public int Offset => _highest < 0 ? 0 : _lowest + LowestIndex;

    /// <summary>Counts of the buckets from <see cref="Offset"/> to the last that holds values.</summary>
    public ReadOnlySpan<int> Counts => _highest < 0 ? [] : _counts.AsSpan(_lowest, _highest - _lowest + 1);

    /// <summary>Counts a duration.</summary>
    public void Add(long nanoseconds)
    {
        var value = Math.Max(0, nanoseconds);
        Count++;
        _sum += value;
        MaxNanoseconds = Math.Max(MaxNanoseconds ?? 0, value);
        if (value == 0)
        {
            ZeroCount++;
            return;
        }

        var bucket = IndexOf(value) - LowestIndex;
        _counts[bucket]++;
        _lowest = Math.Min(_lowest, bucket);
        _highest = Math.Max(_highest, bucket);
    }

    /// <summary>The index of a duration's bucket.</summary>
    /// <param name="nanoseconds">Greater than 0.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int IndexOf(long nanoseconds)
    {
        var bits = BitConverter.DoubleToInt64Bits(nanoseconds / NanosecondsInMillisecond);
        var doublings = (int)(bits >> 52) - 1023;
        var mantissa = BitConverter.Int64BitsToDouble((bits & 0xFFFFFFFFFFFFF) | (1023L << 52));
        var (low, high) = (0, BucketsInDoubling);
        // The last bound below the mantissa; a bucket's own upper bound still belongs to it.
        while (high - low > 1)
        {
            var middle = (low + high) / 2;
            if (Bounds[middle] < mantissa) low = middle;
            else high = middle;
        }

        return (doublings * BucketsInDoubling) + (mantissa > 1 ? low : -1);
    }

    private static double[] MakeBounds()
    {
        var bounds = new double[BucketsInDoubling];
        for (var k = 0; k < bounds.Length; k++) bounds[k] = Math.Pow(2, (double)k / BucketsInDoubling);
        return bounds;
    }
}
