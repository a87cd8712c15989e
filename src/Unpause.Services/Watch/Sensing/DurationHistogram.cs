using System.Numerics;

namespace Unpause.Services.Watch.Sensing;

/// <summary>
/// Durations in buckets whose width is 2.2 % of their value: base 2^(1/32), which is scale 5 of OpenTelemetry's exponential histograms and
/// schema 5 of Prometheus' native ones. Bucket i has values above 2^((i−1)/32) and up to 2^(i/32) seconds.
/// </summary>
internal sealed class DurationHistogram
{
    /// <summary>Scale of OpenTelemetry, schema of Prometheus.</summary>
    public const int Scale = 5;

    private const double PerOctave = 1 << Scale;

    private readonly SortedDictionary<int, long> _buckets = [];

    /// <summary>How many there are.</summary>
    public long Count { get; private set; }

    /// <summary>Their sum in seconds.</summary>
    public double SumSeconds { get; private set; }

    /// <summary>Those of no length.</summary>
    public long Zeros { get; private set; }

    /// <summary>The longest.</summary>
    public long LongestNanoseconds { get; private set; }

    /// <summary>Buckets that are not empty, in order.</summary>
    public IReadOnlyCollection<KeyValuePair<int, long>> Buckets => _buckets;

    /// <summary>Adds a duration.</summary>
    public void Add(long nanoseconds)
    {
        Count++;
        LongestNanoseconds = Math.Max(LongestNanoseconds, nanoseconds);
        if (nanoseconds <= 0)
        {
            Zeros++;
            return;
        }

        var seconds = nanoseconds / 1e9;
        SumSeconds += seconds;
        var bucket = BucketOf(seconds);
        _buckets[bucket] = _buckets.GetValueOrDefault(bucket) + 1;
    }

    /// <summary>The bucket of a value above 0.</summary>
    public static int BucketOf(double seconds)
    {
        var bucket = (int)Math.Ceiling(Math.Log2(seconds) * PerOctave);
        // Rounding of the logarithm: a bound belongs to the bucket that it ends.
        if (seconds <= BoundOf(bucket - 1)) return bucket - 1;
        return seconds > BoundOf(bucket) ? bucket + 1 : bucket;
    }

    /// <summary>The upper bound of a bucket, in seconds.</summary>
    public static double BoundOf(int bucket) => Math.Pow(2, bucket / PerOctave);
}
