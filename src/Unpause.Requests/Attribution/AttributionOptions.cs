namespace Unpause.Requests.Attribution;

/// <summary>What the user asks of an attribution.</summary>
/// <param name="SlowThresholdNanoseconds">Requests longer than this are slow.</param>
public sealed record AttributionOptions(long SlowThresholdNanoseconds)
{
    /// <summary>How many of the longest requests are listed.</summary>
    internal int WorstRequests { get; init; } = 10;

    /// <summary>
    /// Only requests of this service are taken, and it is the recorded process whatever the process ids say; null for the one that was
    /// recorded, as far as known. A service of another runtime is taken only when the data agree.
    /// </summary>
    public string? Service { get; init; }

    /// <summary>Only requests of this instance of a service: its instance id, pod, container, host or process id; null for any.</summary>
    public string? Instance { get; init; }

    /// <summary>
    /// Whether only what runs in the recorded runtime is taken, whatever the user names: another's pauses may make its requests slow, but
    /// are none of its own.
    /// </summary>
    public bool SameRuntimeOnly { get; init; }

    /// <summary>Whose run was recorded, from its environment and the user's options.</summary>
    public RunIdentity Identity { get; init; } = RunIdentity.Unknown;

    /// <summary>Whether <see cref="RequestAttribution.Each"/> is kept: 16 bytes a request.</summary>
    public bool KeepEach { get; init; }

    /// <summary>Share of the requests that were kept, as the user says, above 0 and at most 1; null for what the source says.</summary>
    public double? SampledShare { get; init; }

    /// <summary>Whether, as the user says, only slow or failed requests were kept.</summary>
    public bool TailSampled { get; init; }

    /// <summary>What if a request needed this many times the service? Latency without pauses and backlog is then for that.</summary>
    public double ServiceFactor { get; init; } = 1;
}
