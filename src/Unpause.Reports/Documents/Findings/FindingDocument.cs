namespace Unpause.Reports.Documents;

/// <summary>A failing state that a rule found.</summary>
public sealed record FindingDocument
{
    /// <summary>Act: users feel it.</summary>
    public const string High = "high";

    /// <summary>Worth changing.</summary>
    public const string Medium = "medium";

    /// <summary>Worth knowing; small gain.</summary>
    public const string Low = "low";

    /// <summary>An observation without a call to act.</summary>
    public const string Info = "info";

    /// <summary>The runtime states it.</summary>
    public const string Certain = "certain";

    /// <summary>The numbers show it; another reading of them is thinkable.</summary>
    public const string Likely = "likely";

    /// <summary>The numbers allow it, and other causes too.</summary>
    public const string Possible = "possible";

    /// <summary>The rule's id, a noun of the failing state; unpause explain ID says more.</summary>
    public required string Id { get; init; }

    /// <summary>Index of its process.</summary>
    public required int Process { get; init; }

    /// <summary>How much it matters.</summary>
    [Words(nameof(Vocabulary.Severities))]
    public required string Severity { get; init; }

    /// <summary>One sentence with the headline number.</summary>
    public required string Title { get; init; }

    /// <summary>The numbers, most telling first.</summary>
    public required IReadOnlyList<EvidenceDocument> Evidence { get; init; }

    /// <summary>What to change, best first.</summary>
    public required IReadOnlyList<AdviceDocument> Advice { get; init; }

    /// <summary>What the change should gain, in words.</summary>
    public required string? ExpectedGain { get; init; }

    /// <summary>What the change should gain, as numbers; null where it can't be told.</summary>
    public GainDocument? Gain { get; init; }

    /// <summary>
    /// Index of the finding that it follows from, smaller than its own: that one is to be worked on, and this one should go with it.
    /// Null for a root cause, and in reports of older versions.
    /// </summary>
    public int? SymptomOf { get; init; }

    /// <summary>How sure it is; null in reports of older versions.</summary>
    [Words(nameof(Vocabulary.Confidences))]
    public string? Confidence { get; init; }

    /// <summary>Why it is so sure and no surer, a clause.</summary>
    public string? ConfidenceReason { get; init; }

    /// <summary>The stopped time that would come back at most, by which root causes are ranked; null where it can't be told.</summary>
    public Milliseconds? SavingsMaxMs { get; init; }

    /// <summary>What that time was reckoned from.</summary>
    public string? SavingsSource { get; init; }
}
