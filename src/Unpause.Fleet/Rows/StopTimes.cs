using Unpause.Analysis.Histograms;

namespace Unpause.Fleet.Rows;

/// <summary>
/// The lengths of stops: counts by the buckets of <see cref="ExponentialHistogram"/> (scale 5, in milliseconds), with the exact count, sum
/// and maximum. Two are merged by adding counts. Sparse: indexes rise.
/// </summary>
internal sealed record StopTimes
{
    /// <summary>None.</summary>
    public static StopTimes None { get; } = new() { Indexes = [], Counts = [] };

    /// <summary>All stops, those of 0 included.</summary>
    public long Count { get; init; }

    /// <summary>Their sum, in seconds.</summary>
    public double SumSeconds { get; init; }

    /// <summary>The longest, in seconds.</summary>
    public double MaxSeconds { get; init; }

    /// <summary>Stops of 0.</summary>
    public long Zero { get; init; }

    /// <summary>Buckets with stops, in rising order.</summary>
    public required short[] Indexes { get; init; }

    /// <summary>How many stops each has.</summary>
    public required long[] Counts { get; init; }

    /// <summary>
    /// How far above those of <see cref="ExponentialHistogram"/> the bounds are, in buckets. Prometheus has buckets of seconds, and 1,000
    /// is no
    /// power of 2^(1/32).
    /// </summary>
    public double Shift { get; init; }

    /// <summary>Both together, which have the same shift.</summary>
    public StopTimes With(StopTimes other)
    {
        var indexes = new List<short>(Indexes.Length + other.Indexes.Length);
        var counts = new List<long>(Indexes.Length + other.Indexes.Length);
        for (int i = 0, j = 0; i < Indexes.Length || j < other.Indexes.Length;)
        {
            var mine = i < Indexes.Length ? Indexes[i] : short.MaxValue;
            var theirs = j < other.Indexes.Length ? other.Indexes[j] : short.MaxValue;
            indexes.Add(Math.Min(mine, theirs));
            counts.Add((mine <= theirs ? Counts[i++] : 0) + (theirs <= mine ? other.Counts[j++] : 0));
        }

        return new()
        {
            Count = Count + other.Count,
            SumSeconds = SumSeconds + other.SumSeconds,
            MaxSeconds = Math.Max(MaxSeconds, other.MaxSeconds),
            Zero = Zero + other.Zero,
            Shift = Count == 0 ? other.Shift : Shift,
            Indexes = [.. indexes],
            Counts = [.. counts],
        };
    }

    /// <summary>
    /// A percentile by nearest rank, in seconds: the geometric middle of its bucket, so at most 1.1 % from the exact value; null without
    /// stops.
    /// </summary>
    public double? Percentile(double percent)
    {
        if (Count == 0) return null;
        var left = Math.Max(1, (long)Math.Ceiling(percent / 100 * Count));
        left -= Zero;
        if (left <= 0) return 0;
        for (var i = 0; i < Indexes.Length; i++)
        {
            left -= Counts[i];
            if (left <= 0)
                return Math.Min(MaxSeconds, Math.Pow(2, (Indexes[i] + Shift + 0.5) / (1 << ExponentialHistogram.Scale)) / 1e3);
        }

        return MaxSeconds;
    }
}
