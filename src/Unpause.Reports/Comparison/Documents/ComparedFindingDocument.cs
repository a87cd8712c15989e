namespace Unpause.Reports.Comparison.Documents;

/// <summary>A root cause before and after.</summary>
public sealed record ComparedFindingDocument
{
    /// <summary>Found before, not after.</summary>
    public const string Gone = "gone";

    /// <summary>Found after, not before.</summary>
    public const string New = "new";

    /// <summary>Found on both sides.</summary>
    public const string Persists = "persists";

    /// <summary>Found in some runs of a side only.</summary>
    public const string Intermittent = "intermittent";

    /// <summary>The rule's id.</summary>
    public required string Id { get; init; }

    /// <summary>The finding's title with its headline number; from the side after, where it is found on both.</summary>
    public required string Title { get; init; }

    /// <summary>Whether it is gone, new, unchanged, or in some runs only.</summary>
    public required string State { get; init; }

    /// <summary>How many runs before have it.</summary>
    public required int RunsBefore { get; init; }

    /// <summary>How many runs after have it.</summary>
    public required int RunsAfter { get; init; }

    /// <summary>The predicted and the measured improvement; null where the finding predicted no number, or is new.</summary>
    public required PredictionDocument? Prediction { get; init; }
}
