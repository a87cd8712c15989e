namespace Unpause.Reports.Documents;

/// <summary>A sentence that a reader of the numbers must know.</summary>
public sealed record ExplanationDocument
{
    /// <summary>What was taken for granted, or found and used.</summary>
    public const string Assumption = "assumption";

    /// <summary>What looks wrong in the input.</summary>
    public const string Warning = "warning";

    /// <summary>Why something was not judged, and what to do.</summary>
    public const string NotJudged = "not-judged";

    /// <summary>What it is for.</summary>
    [Words(nameof(Vocabulary.ExplanationKinds))]
    public required string Kind { get; init; }

    /// <summary>One or two sentences with their numbers and units.</summary>
    public required string Text { get; init; }

    /// <summary>Whether it says that the requests' times look absurd.</summary>
    public bool ImplausibleTimes { get; init; }
}
