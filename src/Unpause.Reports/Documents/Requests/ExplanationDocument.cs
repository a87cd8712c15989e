namespace Unpause.Reports.Documents;

/// <summary>A remark that readers of the numbers must know.</summary>
public sealed record ExplanationDocument
{
    /// <summary>An assumption, or something that was found in the data and used.</summary>
    public const string Assumption = "assumption";

    /// <summary>Something implausible in the input.</summary>
    public const string Warning = "warning";

    /// <summary>Why something was not judged, and what to do.</summary>
    public const string NotJudged = "not-judged";

    /// <summary>The kind of remark.</summary>
    [Words(nameof(Vocabulary.ExplanationKinds))]
    public required string Kind { get; init; }

    /// <summary>One or two sentences with numbers and units.</summary>
    public required string Text { get; init; }

    /// <summary>Whether it says that the times of requests are implausible.</summary>
    public bool ImplausibleTimes { get; init; }
}
