namespace Unpause.Cli.Labs;

/// <summary>The service with its bug and with its fix, asked the same at the same moments.</summary>
internal sealed record ServicePair(ServiceRun Bug, ServiceRun Fix)
{
    /// <summary>What the bug's run says p99 would be without its collector; null when that was not judged.</summary>
    public long? PredictedNanoseconds => Bug.Latency.WithoutBacklog?.P99Nanoseconds;

    /// <summary>What p99 is with the fix, when the collections that the fix has left are taken out too.</summary>
    public long? ReachedNanoseconds => Fix.Latency.WithoutBacklog?.P99Nanoseconds;

    /// <summary>How far the prediction is off, in percent of what was reached.</summary>
    public double? DeviationPercent => PredictedNanoseconds is { } predicted && ReachedNanoseconds is > 0 and { } reached ? 100.0 * (predicted - reached) / reached : null;
}
