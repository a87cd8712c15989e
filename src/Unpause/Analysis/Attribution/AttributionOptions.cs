namespace Unpause.Analysis.Attribution;

/// <summary>What the user asks of an attribution.</summary>
/// <param name="SlowThresholdNanoseconds">Requests longer than this are slow.</param>
public sealed record AttributionOptions(long SlowThresholdNanoseconds)
{
    /// <summary>How many of the longest requests are listed.</summary>
    public int WorstRequests { get; init; } = 10;

    /// <summary>Only requests of this service are taken, and it is the recorded process whatever the process ids say; null for all.</summary>
    public string? Service { get; init; }
}
