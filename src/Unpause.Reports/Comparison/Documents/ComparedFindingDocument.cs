namespace Unpause.Reports.Comparison;

/// <summary>A root cause before and after.</summary>
public sealed record ComparedFindingDocument
{
    /// <summary>It was there before and is no more.</summary>
    public const string Gone = "gone";

    /// <summary>It is there only after.</summary>
    public const string New = "new";

    /// <summary>It is there on both sides.</summary>
    public const string Persists = "persists";

    /// <summary>It comes and goes among the runs of a side.</summary>
    public const string Intermittent = "intermittent";

    /// <summary>The rule's id.</summary>
    public required string Id { get; init; }

    /// <summary>One sentence with the headline number: of the side where it is, of both the one after.</summary>
    public required string Title { get; init; }

    /// <summary>What became of it.</summary>
    public required string State { get; init; }

    /// <summary>Runs before that have it.</summary>
    public required int RunsBefore { get; init; }

    /// <summary>Runs after that have it.</summary>
    public required int RunsAfter { get; init; }

    /// <summary>What was promised and what came; null where nothing was promised as a number, or it is new.</summary>
    public required PredictionDocument? Prediction { get; init; }
}
