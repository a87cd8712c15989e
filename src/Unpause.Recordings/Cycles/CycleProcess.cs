namespace Unpause.Recordings.Cycles;

/// <summary>One process with garbage snapshots.</summary>
public sealed record CycleProcess
{
    /// <summary>Process id.</summary>
    public required int ProcessId { get; init; }

    /// <summary>CPython's version; null when the process's own counts are missing.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>How long it was watched; null when the process's own counts are missing.</summary>
    public required long? WatchedNanoseconds { get; init; }

    /// <summary>Its collections by generation; empty when its own counts are missing.</summary>
    public required IReadOnlyList<WatchedGeneration> Generations { get; init; }

    /// <summary>Snapshots that were read.</summary>
    public required long Snapshots { get; init; }

    /// <summary>Failed snapshots: no child process could be created, or it ended too early.</summary>
    public required long SnapshotsLost { get; init; }

    /// <summary>Snapshots that were abandoned because there are too many objects.</summary>
    public required long SnapshotsTooLarge { get; init; }

    /// <summary>Snapshots with exactly as many objects as the collection then freed.</summary>
    public required long SnapshotsExact { get; init; }

    /// <summary>Snapshots with another number of objects.</summary>
    public required long SnapshotsInexact { get; init; }

    /// <summary>Total time for which snapshots paused the process; null when its own counts are missing.</summary>
    public required long? StopNanoseconds { get; init; }

    /// <summary>The longest of these pauses.</summary>
    public required long? LongestStopNanoseconds { get; init; }

    /// <summary>Garbage objects at the end, or on request, that no counted collection has freed.</summary>
    public required long? Left { get; init; }

    /// <summary>Bytes requested from CPython's allocators; null when they were not counted.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>Estimated bytes that only the collector could free.</summary>
    public required double? GarbageBytes { get; init; }
}
