using Unpause.Fleet.Stores.Prometheus;

namespace Unpause.Fleet.Tests.Prometheus;

/// <summary>Histograms of stops whose lengths are known.</summary>
internal static class KnownStops
{
    /// <summary>Upper bounds of the watcher's classic histograms, in seconds.</summary>
    public static IReadOnlyList<double> Bounds { get; } = [0.0001, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4, 0.7, 1, 2, 5, 10];

    /// <summary>The index of a native bucket of schema 5, as the watcher has it.</summary>
    public static int BucketOf(double seconds)
    {
        var bucket = (int)Math.Ceiling(Math.Log2(seconds) * 32);
        if (seconds <= BoundOf(bucket - 1)) return bucket - 1;
        return seconds > BoundOf(bucket) ? bucket + 1 : bucket;
    }

    /// <summary>A native histogram as the server has it.</summary>
    public static PrometheusHistogram Native(IReadOnlyCollection<double> stops) => new(
        stops.Count, stops.Sum(),
        [
            .. stops.GroupBy(BucketOf).OrderBy(bucket => bucket.Key)
                .Select(bucket => new HistogramBucket(BoundOf(bucket.Key - 1), BoundOf(bucket.Key), bucket.Count())),
        ]);

    /// <summary>A percentile by nearest rank.</summary>
    public static double Exact(IReadOnlyList<double> ordered, double percent) =>
        ordered[Math.Max(1, (int)Math.Ceiling(percent / 100 * ordered.Count)) - 1];

    private static double BoundOf(int bucket) => Math.Pow(2, bucket / 32.0);
}
