namespace Unpause.Reports.Documents;

/// <summary>A problem that a rule found.</summary>
public sealed record FindingDocument
{
    /// <summary>Act: users notice it.</summary>
    public const string High = "high";

    /// <summary>Worth changing.</summary>
    public const string Medium = "medium";

    /// <summary>Worth knowing, small improvement.</summary>
    public const string Low = "low";

    /// <summary>An observation that requires no action.</summary>
    public const string Info = "info";

    /// <summary>The runtime reports it.</summary>
    public const string Certain = "certain";

    /// <summary>The numbers show it, but other interpretations are possible.</summary>
    public const string Likely = "likely";

    /// <summary>The numbers are consistent with it, but also with other causes.</summary>
    public const string Possible = "possible";

    /// <summary>The ID of the rule: a noun for the problem. `unpause explain ID` has the details.</summary>
    public required string Id { get; init; }

    /// <summary>The index of its process.</summary>
    public required int Process { get; init; }

    /// <summary>The severity.</summary>
    [Words(nameof(Vocabulary.Severities))]
    public required string Severity { get; init; }

    /// <summary>The title, one sentence with the headline number.</summary>
    public required string Title { get; init; }

    /// <summary>The evidence, the most important first.</summary>
    public required IReadOnlyList<EvidenceDocument> Evidence { get; init; }

    /// <summary>What to change, the best advice first.</summary>
    public required IReadOnlyList<AdviceDocument> Advice { get; init; }

    /// <summary>The expected improvement, as text.</summary>
    public required string? ExpectedGain { get; init; }

    /// <summary>The expected improvement, as numbers; null where unknown.</summary>
    public GainDocument? Gain { get; init; }

    /// <summary>
    /// The index of the root cause that this finding is a symptom of, smaller than its own. Fixing the root cause should also fix the
    /// symptom. Null for a root cause, and in reports of older versions.
    /// </summary>
    public int? SymptomOf { get; init; }

    /// <summary>The confidence; null in reports of older versions.</summary>
    [Words(nameof(Vocabulary.Confidences))]
    public string? Confidence { get; init; }

    /// <summary>The reason of the confidence, as a clause.</summary>
    public string? ConfidenceReason { get; init; }

    /// <summary>The most stopped time that the change can save, by which root causes are ranked; null where unknown.</summary>
    public Milliseconds? SavingsMaxMs { get; init; }

    /// <summary>How that time was estimated.</summary>
    public string? SavingsSource { get; init; }
}
