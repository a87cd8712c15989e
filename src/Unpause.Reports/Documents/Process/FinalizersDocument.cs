namespace Unpause.Reports.Documents;

/// <summary>Objects that collections kept because their finalizers had to run, and the thread that runs them.</summary>
public sealed record FinalizersDocument
{
    /// <summary>Objects that collections found dead and kept for their finalizers.</summary>
    public required long FinalizableObjects { get; init; }

    /// <summary>Finalizers that ran.</summary>
    public required long? Finalized { get; init; }

    /// <summary>Objects found whose finalizers had not run when the recording ended.</summary>
    public required long? Pending { get; init; }

    /// <summary>The most bytes that one collection kept because of them.</summary>
    public required long FinalizableMaxBytes { get; init; }

    /// <summary>Time that the finalizer thread was at work.</summary>
    public required Milliseconds? BusyMs { get; init; }

    /// <summary>Its longest run.</summary>
    public required Milliseconds? LongestMs { get; init; }

    /// <summary>Types of the objects whose finalizers were started, the most objects first; null when the recording doesn't tell.</summary>
    public required IReadOnlyList<FinalizedTypeDocument>? Types { get; init; }
}
