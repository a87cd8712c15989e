using Unpause.Analysis.Histograms;
using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores.Prometheus;

/// <summary>
/// Stops between two moments, by subtraction of cumulative histograms. A bucket of a native histogram (schema 5, in seconds) is one bucket
/// of
/// <see cref="StopTimes"/>: bucket i ends at 2^(i/32) s, which is 318.905 buckets higher in milliseconds. 319 is whole, and the rest is
/// <see cref="Shift"/>: without it a percentile would be off by up to 1.3 %, with it by up to 1.1 %.
/// </summary>
internal static class StopBuckets
{
    /// <summary>The shift of all histograms that are made here.</summary>
    public static readonly double Shift = (PerDoubling * Math.Log2(1e3)) - InMilliseconds;

    private const int PerDoubling = 1 << ExponentialHistogram.Scale;

    // An index of StopTimes is one below that of its upper bound.
    private const int InMilliseconds = 319, ToIndex = InMilliseconds - 1;

    // Doublings of the lowest classic bucket, which starts at 0.
    private const int MostDoublings = 5;

    // Half a nanosecond: a recorded stop is 0 or longer than that.
    private const double Nothing = 5e-10;

    // Counts are whole numbers in doubles.
    private const double Rounding = 0.5;

    /// <summary>What was counted after a moment.</summary>
    /// <param name="before">The histogram at that moment; null: nothing was counted yet.</param>
    /// <param name="isClassic">Whether buckets are wide, and values in them are taken as equally spread.</param>
    public static StopTimes Between(PrometheusHistogram? before, PrometheusHistogram after, bool isClassic)
    {
        if (before is null) return Make(after, isClassic);
        if (IsReset(before, after)) return Make(after, isClassic);
        // Rounding in sums of others makes a difference of nothing a little more or less.
        if (after.Count - before.Count < Rounding) return StopTimes.None;
        var buckets = new List<HistogramBucket>(after.Buckets.Length);
        for (int i = 0, j = 0; i < after.Buckets.Length; i++)
        {
            var bucket = after.Buckets[i];
            while (j < before.Buckets.Length && before.Buckets[j].Right < bucket.Right) j++;
            var earlier = j < before.Buckets.Length && IsSame(before.Buckets[j], bucket) ? before.Buckets[j].Count : 0;
            if (bucket.Count - earlier >= Rounding) buckets.Add(bucket with { Count = bucket.Count - earlier });
        }

        // After a change of resolution the new, wider buckets have old stops too: their shares are what is left to know.
        var (count, inBuckets) = (after.Count - before.Count, buckets.Sum(bucket => bucket.Count));
        if (inBuckets > count + Rounding) buckets = [.. buckets.Select(bucket => bucket with { Count = bucket.Count * count / inBuckets })];
        return Make(new PrometheusHistogram(count, Math.Max(0, after.Sum - before.Sum), [.. buckets]), isClassic);
    }

    /// <summary>Whether counting started again between two moments: something became less.</summary>
    private static bool IsReset(PrometheusHistogram before, PrometheusHistogram after)
    {
        if (after.Count < before.Count - Rounding) return true;
        for (int i = 0, j = 0; i < before.Buckets.Length; i++)
        {
            var bucket = before.Buckets[i];
            while (j < after.Buckets.Length && after.Buckets[j].Right < bucket.Right) j++;
            if (j < after.Buckets.Length && IsSame(after.Buckets[j], bucket)
                && after.Buckets[j].Count < bucket.Count - Rounding) return true;
            // A bucket that is gone: with wider buckets the server reduced the resolution, which counts nothing anew.
            if (j == after.Buckets.Length || (after.Buckets[j].Left >= bucket.Right)) return true;
        }

        return false;
    }

    private static bool IsSame(HistogramBucket one, HistogramBucket other) => one.Left.Equals(other.Left) && one.Right.Equals(other.Right);

    private static StopTimes Make(PrometheusHistogram histogram, bool isClassic)
    {
        if (histogram.Count < Rounding) return StopTimes.None;
        var zero = 0.0;
        var fine = new List<(int Index, double Count)>();
        foreach (var bucket in histogram.Buckets)
        {
            if (bucket.Right <= Nothing || bucket.Left < 0) zero += bucket.Count;
            else Spread(bucket, isClassic, fine);
        }

        // Buckets that nobody stores: the mean is what is left.
        if (fine.Count == 0 && zero < Rounding)
            fine.Add((IndexAbove(histogram.Sum / histogram.Count), histogram.Count));
        var (indexes, counts) = Whole(fine);
        var zeros = (long)Math.Round(zero);
        return new StopTimes
        {
            Count = zeros + counts.Sum(),
            SumSeconds = Math.Max(0, histogram.Sum),
            MaxSeconds = Longest(histogram, isClassic),
            Zero = zeros,
            Shift = Shift,
            Indexes = indexes,
            Counts = counts,
        };
    }

    /// <summary>Whole counts with the same sum, by rounding sums from the lowest on.</summary>
    private static (short[] Indexes, long[] Counts) Whole(List<(int Index, double Count)> fine)
    {
        var indexes = new List<short>(fine.Count);
        var counts = new List<long>(fine.Count);
        var sum = 0.0;
        var before = 0L;
        foreach (var (index, count) in fine)
        {
            sum += count;
            var now = (long)Math.Round(Math.Min(sum, long.MaxValue / 2));
            if (now > before)
            {
                indexes.Add((short)index);
                counts.Add(now - before);
            }

            before = now;
        }

        return ([.. indexes], [.. counts]);
    }

    private static void Spread(HistogramBucket bucket, bool isClassic, List<(int Index, double Count)> fine)
    {
        // What is above the highest bound of a classic histogram is taken as just above it, as histogram_quantile does.
        if (double.IsInfinity(bucket.Right))
        {
            Add(fine, IndexAbove(bucket.Left), bucket.Count);
            return;
        }

        var left = Math.Max(bucket.Left, bucket.Right / (1 << MostDoublings));
        var (first, last) = (IndexAbove(left), IndexUpTo(bucket.Right));
        if (first >= last)
        {
            Add(fine, last, bucket.Count);
            return;
        }

        // Below the lowest index it goes to 0.
        var from = bucket.Left;
        for (var index = first; index <= last; index++)
        {
            var to = index == last ? bucket.Right : BoundOf(index);
            Add(fine, index, bucket.Count * (isClassic ? (to - from) / (bucket.Right - bucket.Left) : 1.0 / (last - first + 1)));
            from = to;
        }
    }

    private static void Add(List<(int Index, double Count)> fine, int index, double count)
    {
        if (fine.Count > 0 && fine[^1].Index >= index) fine[^1] = (fine[^1].Index, fine[^1].Count + count);
        else fine.Add((index, count));
    }

    /// <summary>The bucket with values just above a bound.</summary>
    private static int IndexAbove(double seconds) => Clamped(Math.Floor(Logarithm(seconds)) + 1);

    /// <summary>The bucket with a value, which may be its upper bound.</summary>
    private static int IndexUpTo(double seconds) => Clamped(Math.Ceiling(Logarithm(seconds)));

    /// <summary>In buckets; a bound of the grid is a whole number in spite of rounding.</summary>
    private static double Logarithm(double seconds)
    {
        var exact = Math.Log2(Math.Max(seconds, Nothing)) * PerDoubling;
        var whole = Math.Round(exact);
        return Math.Abs(exact - whole) < 1e-6 ? whole : exact;
    }

    private static int Clamped(double bound) =>
        (int)Math.Clamp(bound + ToIndex, -ExponentialHistogram.MostIndex, ExponentialHistogram.MostIndex);

    private static double BoundOf(int index) => Math.Pow(2, (index - ToIndex) / (double)PerDoubling);

    /// <summary>
    /// The longest: of the highest bucket the middle, of a classic one the upper bound; but within what the sum and the bounds of all
    /// others
    /// leave for it, and not shorter than the mean.
    /// </summary>
    private static double Longest(PrometheusHistogram histogram, bool isClassic)
    {
        var sum = Math.Max(0, histogram.Sum);
        var mean = sum / histogram.Count;
        if (histogram.Buckets.Length == 0) return mean;
        var highest = histogram.Buckets[^1];
        if (highest.Right <= Nothing) return 0;
        var (least, most) = (sum - ((highest.Count - 1) * highest.Right), sum - ((highest.Count - 1) * Math.Max(0, highest.Left)));
        for (var i = 0; i < histogram.Buckets.Length - 1; i++)
        {
            var other = histogram.Buckets[i];
            least -= other.Count * Math.Max(0, other.Right);
            most -= other.Count * Math.Max(0, other.Left);
        }

        // Without an upper bound, other stops in the highest bucket leave no least: not a number, or less than nothing.
        least = Math.Max(Math.Max(highest.Left, mean), double.IsFinite(least) ? least : 0);
        most = Math.Max(least, Math.Min(highest.Right, most));
        return isClassic ? most : Math.Clamp(Math.Sqrt(Math.Max(0, highest.Left) * highest.Right), least, most);
    }
}
