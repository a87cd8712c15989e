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

    /// <summary>
    /// Whether it names a cause. False for a symptom such as a high share of time in GC: its cause is the finding in `symptom_of`, or
    /// unknown. Null in documents of older versions.
    /// </summary>
    public bool? NamesCause { get; init; }

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

    /// <summary>
    /// The stop-the-world pauses that it is about: it can save no more than they took. Null in documents of older versions.
    /// </summary>
    public StopSumDocument? Concerns { get; init; }

    /// <summary>
    /// The stop-the-world pauses that it explains as a root cause; each pause is explained by one finding at most. Null for a symptom, and
    /// in documents of older versions.
    /// </summary>
    public StopSumDocument? Explains { get; init; }
}

/// <summary>A number of stop-the-world pauses.</summary>
public sealed record StopSumDocument
{
    /// <summary>The number of pauses.</summary>
    public required long Count { get; init; }

    /// <summary>Their total time.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>Their share of all stopped time of the process; null where nothing stopped it.</summary>
    public required double? SharePercent { get; init; }
}

/// <summary>Evidence of a finding: a number with its source.</summary>
public sealed record EvidenceDocument
{
    /// <summary>
    /// The stable name, the same in all findings: snake_case, ending in the unit (survival_percent, pause_total_ms) or in the noun that is
    /// counted (full_collections). Several items of one kind, as sites, causes or types, share a key (site_bytes), and the text names the
    /// item. Null in reports of older versions.
    /// </summary>
    public string? Key { get; init; }

    /// <summary>A phrase that describes the number and its source.</summary>
    public required string Text { get; init; }

    /// <summary>The number.</summary>
    [Signed]
    public required double? Value { get; init; }

    /// <summary>Its unit.</summary>
    public required string? Unit { get; init; }
}

/// <summary>An advice: what to change.</summary>
public sealed record AdviceDocument
{
    /// <summary>What to do, why it helps, and for which versions.</summary>
    public required string Text { get; init; }

    /// <summary>The exact setting, ready to copy.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Setting { get; init; }

    /// <summary>The exact code, ready to copy.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Code { get; init; }

    /// <summary>What this advice alone should bring; left out where that is unknown, or that of the finding.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public GainDocument? Gain { get; init; }

    /// <summary>The settings in it; `unpause explain NAME` explains each.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? SettingNames { get; init; }
}

/// <summary>The expected improvement by a change, as a range.</summary>
public sealed record GainDocument
{
    /// <summary>The metric that should change, by its name in budgets.</summary>
    public required string Metric { get; init; }

    /// <summary>The smallest expected improvement.</summary>
    [Signed]
    public required double Low { get; init; }

    /// <summary>The largest expected improvement.</summary>
    [Signed]
    public required double High { get; init; }

    /// <summary>The unit of both numbers.</summary>
    public required string Unit { get; init; }
}

/// <summary>A rule without enough data to judge a process.</summary>
public sealed record NotApplicableDocument
{
    /// <summary>The ID of the rule.</summary>
    public required string Id { get; init; }

    /// <summary>The index of the process.</summary>
    public required int Process { get; init; }

    /// <summary>The reason, and what to record.</summary>
    public required string Reason { get; init; }
}
