namespace Unpause.Reports.Documents;

/// <summary>Stops that were made for one thing.</summary>
public sealed record StopReasonDocument
{
    /// <summary>What for, in plain words: collection, heap inspection, deoptimization.</summary>
    public required string Reason { get; init; }

    /// <summary>The same in the runtime's words.</summary>
    public required IReadOnlyList<string> Operations { get; init; }

    /// <summary>Whether collections made them.</summary>
    public required bool IsGc { get; init; }

    /// <summary>Stops.</summary>
    public required long Count { get; init; }

    /// <summary>Their time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds MaxMs { get; init; }

    /// <summary>Of their time, bringing threads to a halt; null where the runtime doesn't tell.</summary>
    public required Milliseconds? TimeToSafepointTotalMs { get; init; }
}
