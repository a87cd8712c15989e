namespace Unpause.Reports.Documents;

/// <summary>Stop-the-world pauses with one reason.</summary>
public sealed record StopReasonDocument
{
    /// <summary>The reason, in plain words: collection, heap inspection, deoptimization.</summary>
    public required string Reason { get; init; }

    /// <summary>The reason in the runtime's own terms.</summary>
    public required IReadOnlyList<string> Operations { get; init; }

    /// <summary>Whether these are stops for GC.</summary>
    public required bool IsGc { get; init; }

    /// <summary>The number of stops.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of the stops.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest stop.</summary>
    public required Milliseconds MaxMs { get; init; }

    /// <summary>The part of that time until all threads had stopped; null where the runtime does not report it.</summary>
    public required Milliseconds? TimeToSafepointTotalMs { get; init; }
}
