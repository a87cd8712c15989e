using System.Runtime.CompilerServices;

namespace Unpause.Analysis.Histograms;

/// <summary>
/// Counts durations by buckets that grow by a factor of 2^(1/32): OpenTelemetry's base-2 exponential histogram at scale 5
/// (opentelemetry-proto, metrics.proto, ExponentialHistogram), of values in milliseconds. Bucket i holds values in
/// (base^i, base^(i+1)]. Two of them are merged by adding the counts of equal indexes; sum and maximum stay exact.
/// </summary>
public sealed class ExponentialHistogram
{
    /// <summary>The scale: 2^5 buckets for each doubling.</summary>
    public const int Scale = 5;

    /// <summary>No index of a duration is farther from 0.</summary>
    public const int MostIndex = Buckets;

    private const int BucketsInDoubling = 1 << Scale;
    private const double NanosecondsInMillisecond = 1e6;

    // From 1 ns (2^-19.93 ms) to the longest in 64 bits of nanoseconds (2^43.1 ms).
    private const int LowestIndex = -20 * BucketsInDoubling;
    private const int Buckets = 64 * BucketsInDoubling;

    // Parts of a doubling that are narrower than its narrowest bucket: each contains at most one bound.
    private const int PartBits = 6;
    private const int MantissaBits = 52;

    private static readonly double[] Bounds = MakeBounds();
    private static readonly byte[] FirstOfPart = MakeFirstOfPart();

    // Of the buckets from _first on, as far as values came: a block of a recording's time knows few different lengths.
    private int[] _counts = [];
    private int _first;
    private Total _sum;
    private long _max = -1;
    private int _lowest = Buckets;
    private int _highest = -1;

    /// <summary>Values.</summary>
    public long Count { get; private set; }

    /// <summary>Values that are 0; a negative one counts as 0, because nothing lasts less.</summary>
    public long ZeroCount { get; private set; }

    /// <summary>The greatest value in nanoseconds; null when there are none.</summary>
    public long? MaxNanoseconds => _max < 0 ? null : _max;

    /// <summary>The exact sum in nanoseconds, limited to 64 bits.</summary>
    public long SumNanoseconds => _sum.Value;

    /// <summary>Index of the first bucket with values; 0 without one.</summary>
    public int Offset => _highest < 0 ? 0 : _lowest + LowestIndex;

    /// <summary>Counts of the buckets from <see cref="Offset"/> to the last with values.</summary>
    public ReadOnlySpan<int> Counts => _highest < 0 ? [] : _counts.AsSpan(_lowest - _first, _highest - _lowest + 1);

    /// <summary>Counts a duration.</summary>
    /// <param name="index">Its <see cref="IndexOf"/>, which several histograms share.</param>
    public void Add(long nanoseconds, int index)
    {
        var value = Math.Max(0, nanoseconds);
        Count++;
        _sum += value;
        _max = Math.Max(_max, value);
        if (value == 0)
        {
            ZeroCount++;
            return;
        }

        var bucket = index - LowestIndex;
        if ((uint)(bucket - _first) >= (uint)_counts.Length) MakeRoomFor(bucket);
        _counts[bucket - _first]++;
        _lowest = Math.Min(_lowest, bucket);
        _highest = Math.Max(_highest, bucket);
    }

    /// <summary>Room for a bucket and a doubling about it, beside what there was.</summary>
    private void MakeRoomFor(int bucket)
    {
        var (from, to) = (Math.Max(0, bucket - BucketsInDoubling), Math.Min(Buckets, bucket + BucketsInDoubling));
        if (_counts.Length > 0) (from, to) = (Math.Min(from, _first), Math.Max(to, _first + _counts.Length));
        var counts = new int[to - from];
        if (_counts.Length > 0) _counts.CopyTo(counts.AsSpan(_first - from));
        (_counts, _first) = (counts, from);
    }

    /// <summary>The index of a duration's bucket; for one that is not greater than 0, which has none, it means nothing.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static int IndexOf(long nanoseconds)
    {
        var bits = BitConverter.DoubleToInt64Bits(nanoseconds / NanosecondsInMillisecond);
        var doublings = (int)(bits >> MantissaBits) - 1023;
        var fraction = bits & ((1L << MantissaBits) - 1);
        if (fraction == 0) return (doublings * BucketsInDoubling) - 1;
        var mantissa = BitConverter.Int64BitsToDouble(fraction | (1023L << MantissaBits));
        // The last bound below the mantissa; a bucket's own upper bound still belongs to it.
        int low = FirstOfPart[fraction >> (MantissaBits - PartBits)];
        if (low + 1 < BucketsInDoubling && Bounds[low + 1] < mantissa) low++;
        return (doublings * BucketsInDoubling) + low;
    }

    /// <summary>Of each part of a doubling the last bound that is not above its begin.</summary>
    private static byte[] MakeFirstOfPart()
    {
        var first = new byte[1 << PartBits];
        for (var part = 0; part < first.Length; part++)
        {
            var begin = 1 + ((double)part / first.Length);
            while (first[part] + 1 < BucketsInDoubling && Bounds[first[part] + 1] <= begin) first[part]++;
        }

        return first;
    }

    private static double[] MakeBounds()
    {
        var bounds = new double[BucketsInDoubling];
        for (var k = 0; k < bounds.Length; k++) bounds[k] = Math.Pow(2, (double)k / BucketsInDoubling);
        return bounds;
    }
}

/// <summary>
/// Durations counted in all and in at most <see cref="MostBlocks"/> blocks of equal time, so that what recurs can still be seen.
/// </summary>
public sealed class TimedHistogram
{
    /// <summary>Blocks at most.</summary>
    public const int MostBlocks = 240;

    private readonly ExponentialHistogram?[] _blocks = new ExponentialHistogram?[MostBlocks];

    /// <summary>An empty one.</summary>
    /// <param name="lengthNanoseconds">The time that the blocks share; null when values have no place in time.</param>
    public TimedHistogram(long? lengthNanoseconds) =>
        BlockNanoseconds = lengthNanoseconds is { } length ? (Math.Max(0, length) / MostBlocks) + 1 : null;

    /// <summary>Length of a block; null when values have no place in time.</summary>
    public long? BlockNanoseconds { get; }

    /// <summary>All values.</summary>
    public ExponentialHistogram All { get; } = new();

    /// <summary>The blocks with values, by their place.</summary>
    public IEnumerable<(int Index, ExponentialHistogram Values)> Blocks
    {
        get
        {
            for (var i = 0; i < MostBlocks; i++)
            {
                if (_blocks[i] is { } block) yield return (i, block);
            }
        }
    }

    /// <summary>Counts a duration.</summary>
    /// <param name="startNanoseconds">Its start since the blocks' begin; null when it has no place in time.
    /// Before or after them is in the nearest.</param>
    public void Add(long? startNanoseconds, long durationNanoseconds)
    {
        var index = ExponentialHistogram.IndexOf(durationNanoseconds);
        All.Add(durationNanoseconds, index);
        if (startNanoseconds is not { } start || BlockNanoseconds is not { } length) return;
        (_blocks[Math.Clamp(start / length, 0, MostBlocks - 1)] ??= new()).Add(durationNanoseconds, index);
    }
}
