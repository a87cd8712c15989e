namespace Unpause.Reports.Comparison;

/// <summary>
/// What a change did, as data: the contract <c>unpause.comparison/1</c>. Times are milliseconds, sizes bytes, unknown is null; differences
/// are after less before, or after divided by before less one.
/// </summary>
public sealed record ComparisonDocument
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.comparison/1";

    /// <summary>Several runs a side: they were dealt to the sides in other ways, and drawn again.</summary>
    public const string ByRuns = "runs";

    /// <summary>One run a side: stretches of it were drawn again; how far runs lie apart is not known.</summary>
    public const string WithinRun = "within_run";

    /// <summary>The contract's name and version.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The version of unpause that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The answer in a sentence or two.</summary>
    public required string Verdict { get; init; }

    /// <summary>The verdict of the headline metric.</summary>
    public required string Outcome { get; init; }

    /// <summary>The metric that was tested first, by its name; null when nothing can be compared.</summary>
    public required string? Headline { get; init; }

    /// <summary>What differences were held against: <see cref="ByRuns"/> or <see cref="WithinRun"/>.</summary>
    public required string Basis { get; init; }

    /// <summary>How often all verdicts together may be wrong by chance where there is no difference.</summary>
    public required double FamilywiseErrorRate { get; init; }

    /// <summary>The runs before the change.</summary>
    public required ComparedSideDocument Before { get; init; }

    /// <summary>The runs after it.</summary>
    public required ComparedSideDocument After { get; init; }

    /// <summary>The numbers, the headline first.</summary>
    public required IReadOnlyList<ComparedMetricDocument> Metrics { get; init; }

    /// <summary>What was changed, or was not the same: settings, versions, load, length, processors.</summary>
    public required IReadOnlyList<RunConditionDocument> Conditions { get; init; }

    /// <summary>Root causes that rules found, with what was promised and what came.</summary>
    public required IReadOnlyList<ComparedFindingDocument> Findings { get; init; }

    /// <summary>Allocated types and places, those that changed most first; empty where not both sides have samples.</summary>
    public required IReadOnlyList<ComparedAllocationDocument> Allocations { get; init; }

    /// <summary>How long pauses and requests were, laid over each other.</summary>
    public required IReadOnlyList<ComparedDistributionDocument> Distributions { get; init; }

    /// <summary>What the numbers don't tell.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }
}
