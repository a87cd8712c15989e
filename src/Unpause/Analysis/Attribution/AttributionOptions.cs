namespace Unpause.Analysis.Attribution;

/// <summary>What the user asks of an attribution.</summary>
/// <param name="SlowThresholdNanoseconds">Requests longer than this are slow.</param>
public sealed record AttributionOptions(long SlowThresholdNanoseconds)
{
    /// <summary>How many of the longest requests are listed.</summary>
    internal int WorstRequests { get; init; } = 10;

    /// <summary>
    /// Only requests of this service are taken, and it is the recorded process whatever the process ids say; null for all.
    /// </summary>
    public string? Service { get; init; }

    /// <summary>Whether <see cref="RequestAttribution.Each"/> is kept: 16 bytes a request.</summary>
    public bool KeepEach { get; init; }

    /// <summary>Share of the requests that were kept, as the user says, above 0 and at most 1; null for what the source says.</summary>
    public double? SampledShare { get; init; }

    /// <summary>Whether, as the user says, only slow or failed requests were kept.</summary>
    public bool OnlySlowKept { get; init; }

    /// <summary>What if a request needed this many times the service? Latency without pauses and backlog is then for that.</summary>
    public double ServiceFactor { get; init; } = 1;
}
