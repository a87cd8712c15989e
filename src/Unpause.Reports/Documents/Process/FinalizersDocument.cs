namespace Unpause.Reports.Documents;

/// <summary>Objects that collections retained for finalization, and the thread that runs finalizers.</summary>
public sealed record FinalizersDocument
{
    /// <summary>The number of dead objects retained for finalization.</summary>
    public required long FinalizableObjects { get; init; }

    /// <summary>The number of finalizers that ran.</summary>
    public required long? Finalized { get; init; }

    /// <summary>The number of retained objects whose finalizers had not run at the end of the recording.</summary>
    public required long? Pending { get; init; }

    /// <summary>The most bytes that one collection retained because of them.</summary>
    public required long FinalizableMaxBytes { get; init; }

    /// <summary>The time that the finalizer thread was busy.</summary>
    public required Milliseconds? BusyMs { get; init; }

    /// <summary>The longest run of the finalizer thread.</summary>
    public required Milliseconds? LongestMs { get; init; }

    /// <summary>The types of objects whose finalizers were started, the most objects first; null when not recorded.</summary>
    public required IReadOnlyList<FinalizedTypeDocument>? Types { get; init; }
}
