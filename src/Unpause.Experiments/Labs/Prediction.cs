using Unpause.Requests.Attribution;
using Unpause.Requests.Statistics;

namespace Unpause.Experiments.Labs;

/// <summary>p99 without GC over all pairs: predicted from the runs with the bug, and measured in the runs with the fix.</summary>
/// <param name="Predicted">With its interval.</param>
/// <param name="Reached">With its interval.</param>
/// <param name="DeviationPercent">The error of the prediction, with its interval.</param>
/// <param name="BugServiceNanoseconds">Median service time of a request outside GC, with the bug.</param>
/// <param name="FixServiceNanoseconds">The same with the fix. The prediction does not use it.</param>
/// <param name="AtFixServiceNanoseconds">The prediction with the service time of the runs with the fix.</param>
internal sealed record Prediction(
    Estimate Predicted, Estimate Reached, Estimate DeviationPercent, long BugServiceNanoseconds, long FixServiceNanoseconds,
    long AtFixServiceNanoseconds)
{
    private const int P99 = 990;

    /// <summary>Combines the pairs; null when one was not judged.</summary>
    public static Prediction? Combine(IReadOnlyList<ServicePair> pairs)
    {
        if (pairs.Any(pair => pair.Bug.Latency.Each is null || pair.Fix.Latency.Each is null)) return null;
        if (Service(pairs.Select(pair => pair.Bug)) is not { } bugService
            || Service(pairs.Select(pair => pair.Fix)) is not { } fixService || bugService == 0)
        {
            return null;
        }

        var factor = (double)fixService / bugService;
        var (bug, fix) = (pairs.Select(pair => pair.Bug.Latency).ToList(), pairs.Select(pair => pair.Fix.Latency).ToList());
        var (predicted, reached) = (Value(bug), Value(fix));
        var (drawnPredicted, drawnReached) = (Drawn(bug, 1), Drawn(fix, 2));
        // The drawn values are ascending: one list is shuffled to pair them at random.
        new Random(3).Shuffle(drawnReached);
        return new Prediction(
            Estimate.From(predicted, drawnPredicted.Select(value => (double)value)),
            Estimate.From(reached, drawnReached.Select(value => (double)value)),
            Estimate.From(Off(predicted, reached), drawnPredicted.Zip(drawnReached, (a, b) => Off(a, b))),
            bugService,
            fixService,
            (long)Value([.. pairs.Select(pair => pair.Bug.AtService(factor))]));
    }

    private static double Off(double predicted, double reached) => reached == 0 ? 0 : 100 * (predicted - reached) / reached;

    private static double Value(IEnumerable<RequestAttribution> runs)
    {
        long[] all = [.. runs.SelectMany(run => run.Each!.WithoutGcNanoseconds.ToArray()).Order()];
        return Percentiles.NearestRank(all, P99) ?? 0;
    }

    private static long[] Drawn(IEnumerable<RequestAttribution> runs, int seed) =>
        BlockBootstrap.Percentiles(runs.Select(run => (run.Each!.StartsUnixNanoseconds, run.Each.WithoutGcNanoseconds)), P99, seed);

    private static long? Service(IEnumerable<ServiceRun> runs)
    {
        long[] medians = [.. runs.Select(run => run.SpanLatency.WithoutOwnOverlap?.P50Nanoseconds).OfType<long>().Order()];
        return Percentiles.NearestRank(medians, 500);
    }
}

/// <summary>A number with its 95 % interval.</summary>
internal readonly record struct Estimate(double Value, double Low, double High)
{
    /// <summary>The interval is that of the drawn values.</summary>
    public static Estimate From(double value, IEnumerable<double> drawn) =>
        BlockBootstrap.Interval(drawn) is { } interval
            ? new Estimate(value, interval.Low, interval.High)
            : new Estimate(value, value, value);
}
