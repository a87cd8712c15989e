namespace Unpause.Cli.Labs;

/// <summary>The service with its bug and with its fix, under the same requests at the same times.</summary>
internal sealed record ServicePair(ServiceRun Bug, ServiceRun Fix)
{
    /// <summary>p99 without GC, predicted from the run with the bug; null when it was not judged.</summary>
    public long? PredictedNanoseconds => Bug.Latency.WithoutBacklog?.P99Nanoseconds;

    /// <summary>p99 with the fix, without the remaining GCs.</summary>
    public long? ReachedNanoseconds => Fix.Latency.WithoutBacklog?.P99Nanoseconds;

    /// <summary>The error of a prediction in percent of the measured value; null when either is unknown.</summary>
    public static double? DeviationPercent(long? predicted, long? reached) =>
        reached is > 0 && predicted is { } known ? 100.0 * (known - reached.Value) / reached.Value : null;
}
