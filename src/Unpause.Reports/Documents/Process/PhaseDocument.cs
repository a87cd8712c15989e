namespace Unpause.Reports.Documents;

/// <summary>One named phase over all collections; for parallel phases, the average worker counts.</summary>
public sealed record PhaseDocument
{
    /// <summary>The name in the runtime's own terms.</summary>
    public required string Phase { get; init; }

    /// <summary>Whether the application runs concurrently, so that it is not part of a pause.</summary>
    public required bool Concurrent { get; init; }

    /// <summary>How often the phase ran.</summary>
    public required long Count { get; init; }

    /// <summary>The total time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The mean time.</summary>
    public required Milliseconds? MeanMs { get; init; }

    /// <summary>The longest time.</summary>
    public required Milliseconds? MaxMs { get; init; }
}
