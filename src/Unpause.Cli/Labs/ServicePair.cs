namespace Unpause.Cli.Labs;

/// <summary>The service with its bug and with its fix, asked the same at the same moments.</summary>
internal sealed record ServicePair(ServiceRun Bug, ServiceRun Fix)
{
    /// <summary>What the bug's run says p99 would be without its collector; null when that was not judged.</summary>
    public long? PredictedNanoseconds => Bug.Latency.WithoutBacklog?.P99Nanoseconds;

    /// <summary>What p99 is with the fix, when the collections that the fix has left are taken out too.</summary>
    public long? ReachedNanoseconds => Fix.Latency.WithoutBacklog?.P99Nanoseconds;

    /// <summary>How far a prediction is off, in percent of what was reached; null when either is unknown.</summary>
    public static double? DeviationPercent(long? predicted, long? reached) =>
        reached is > 0 && predicted is { } known ? 100.0 * (known - reached.Value) / reached.Value : null;
}
