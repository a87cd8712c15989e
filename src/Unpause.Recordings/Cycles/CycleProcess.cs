namespace Unpause.Cycles;

/// <summary>One process whose garbage was looked at.</summary>
public sealed record CycleProcess
{
    /// <summary>The process's id.</summary>
    public required int ProcessId { get; init; }

    /// <summary>CPython's version; null when the process's own counts are missing.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>How long it was watched; null when the process's own counts are missing.</summary>
    public required long? WatchedNanoseconds { get; init; }

    /// <summary>Its collections by generation; empty when its own counts are missing.</summary>
    public required IReadOnlyList<WatchedGeneration> Generations { get; init; }

    /// <summary>Looks that were read.</summary>
    public required long Looks { get; init; }

    /// <summary>Looks that gave nothing: no process could be made, or it ended before it was done.</summary>
    public required long LooksLost { get; init; }

    /// <summary>Looks that were given up because there are too many objects.</summary>
    public required long LooksTooLarge { get; init; }

    /// <summary>Looks of which the number of objects is exactly what the collection then freed.</summary>
    public required long LooksExact { get; init; }

    /// <summary>Looks of which it is another number.</summary>
    public required long LooksInexact { get; init; }

    /// <summary>How long the process stood still for looks, in all and at most; null when its own counts are missing.</summary>
    public required long? StopNanoseconds { get; init; }

    /// <summary>The longest of these stops.</summary>
    public required long? LongestStopNanoseconds { get; init; }

    /// <summary>Objects that lay there at the end, or when it was asked: freed by no collection that was counted.</summary>
    public required long? Left { get; init; }

    /// <summary>Bytes that were asked of CPython's allocators; null when nobody counted.</summary>
    public required long? AllocatedBytes { get; init; }

    /// <summary>Bytes that only the collector could free: estimated.</summary>
    public required double? GarbageBytes { get; init; }
}
