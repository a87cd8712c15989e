using Unpause.Recordings;

namespace Unpause.Reports.Comparison.Documents;

/// <summary>
/// The effect of a change: the contract <c>unpause.comparison/1</c>. Times are in milliseconds, sizes in bytes, and null is unknown.
/// Differences are after − before, or after / before − 1.
/// </summary>
public sealed record ComparisonDocument
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.comparison/1";

    /// <summary>Several runs per side: a permutation test, and confidence intervals from resampled runs.</summary>
    public const string ByRuns = "runs";

    /// <summary>One run per side: stretches of it are resampled. Run-to-run variance is unknown.</summary>
    public const string WithinRun = "within_run";

    /// <summary>The contract's name and version.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The version of unpause that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The answer in a sentence or two.</summary>
    public required string Verdict { get; init; }

    /// <summary>The verdict on the headline metric.</summary>
    public required string Outcome { get; init; }

    /// <summary>The name of the metric that was tested first; null when nothing can be compared.</summary>
    public required string? Headline { get; init; }

    /// <summary>What the noise was estimated from: <see cref="ByRuns"/> or <see cref="WithinRun"/>.</summary>
    public required string Basis { get; init; }

    /// <summary>The family-wise error rate: the probability of any false verdict where there is no difference.</summary>
    public required double FamilywiseErrorRate { get; init; }

    /// <summary>The runs before the change.</summary>
    public required ComparedSideDocument Before { get; init; }

    /// <summary>The runs after the change.</summary>
    public required ComparedSideDocument After { get; init; }

    /// <summary>The metrics, the headline first.</summary>
    public required IReadOnlyList<ComparedMetricDocument> Metrics { get; init; }

    /// <summary>Conditions that differ: settings, versions, load, length, processors.</summary>
    public required IReadOnlyList<RunConditionDocument> Conditions { get; init; }

    /// <summary>Root causes on either side, with predicted and measured improvements.</summary>
    public required IReadOnlyList<ComparedFindingDocument> Findings { get; init; }

    /// <summary>Allocated types and call sites, the largest changes first; empty unless both sides have samples.</summary>
    public required IReadOnlyList<ComparedAllocationDocument> Allocations { get; init; }

    /// <summary>Distributions of the durations of pauses and requests.</summary>
    public required IReadOnlyList<ComparedDistributionDocument> Distributions { get; init; }

    /// <summary>Limits of what the numbers show.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }
}
