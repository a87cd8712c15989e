namespace Unpause.Reports.Documents;

/// <summary>One named phase over all collections; of parallel phases the average worker counts.</summary>
public sealed record PhaseDocument
{
    /// <summary>Its name in the runtime's words.</summary>
    public required string Phase { get; init; }

    /// <summary>The application ran beside it: no part of a pause.</summary>
    public required bool Concurrent { get; init; }

    /// <summary>How often.</summary>
    public required long Count { get; init; }

    /// <summary>Its time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>Mean.</summary>
    public required Milliseconds? MeanMs { get; init; }

    /// <summary>The longest.</summary>
    public required Milliseconds? MaxMs { get; init; }
}
