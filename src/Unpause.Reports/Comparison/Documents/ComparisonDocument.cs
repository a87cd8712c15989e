using System.ComponentModel.DataAnnotations;

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
    [AllowedValues(CurrentSchema)]
    public string Schema { get; } = CurrentSchema;

    /// <summary>The version of unpause that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The answer in a sentence or two.</summary>
    public required string Verdict { get; init; }

    /// <summary>The verdict on the headline metric.</summary>
    [AllowedValues(
        ComparedMetricDocument.Better, ComparedMetricDocument.Worse, ComparedMetricDocument.Higher, ComparedMetricDocument.Lower,
        ComparedMetricDocument.WithinNoise, ComparedMetricDocument.TooFew, ComparedMetricDocument.NotComparable)]
    public required string Outcome { get; init; }

    /// <summary>The name of the metric that was tested first; null when nothing can be compared.</summary>
    public required string? Headline { get; init; }

    /// <summary>What the noise was estimated from: <see cref="ByRuns"/> or <see cref="WithinRun"/>.</summary>
    [AllowedValues(ByRuns, WithinRun)]
    public required string Basis { get; init; }

    /// <summary>The family-wise error rate: the probability of any false verdict where there is no difference.</summary>
    [Range(0, 1)]
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

    /// <summary>
    /// What the collector costs at least on each side, over the least run time of either without its stops; null in documents of older
    /// versions.
    /// </summary>
    public ComparedOverheadDocument? Overhead { get; init; }

    /// <summary>
    /// The least share of the time that the application had, by the length of the window; only lengths that all runs of both sides have;
    /// null in documents of older versions.
    /// </summary>
    public IReadOnlyList<ComparedUtilisationDocument>? Utilisation { get; init; }

    /// <summary>Limits of what the numbers show.</summary>
    public required IReadOnlyList<string> Caveats { get; init; }
}

/// <summary>
/// Lower-bound overhead of the collector (Cai and others, ISPASS 2022): run time over the distilled cost, which is the least run time of
/// either side after subtracting stops for GC. Barriers, allocation and concurrent work are not measured, so the true cost is higher.
/// </summary>
public sealed record ComparedOverheadDocument
{
    /// <summary>The distilled cost is that of the side before.</summary>
    public const string BaselineBefore = "before";

    /// <summary>The distilled cost is that of the side after.</summary>
    public const string BaselineAfter = "after";

    /// <summary>Both sides in a sentence, or why they are unknown.</summary>
    public required string Text { get; init; }

    /// <summary>Why it is unknown in run time, in a sentence; null where it is known.</summary>
    public required string? Refusal { get; init; }

    /// <summary>Why it is unknown in CPU time, in a sentence; null where it is known.</summary>
    public required string? CpuRefusal { get; init; }

    /// <summary>Whether run time is per request of a closed-loop load, because runs may take a fixed time.</summary>
    public required bool PerRequest { get; init; }

    /// <summary>The side with the distilled cost; null where refused.</summary>
    [AllowedValues(BaselineBefore, BaselineAfter)]
    public required string? Baseline { get; init; }

    /// <summary>The distilled cost: a geometric mean over runs; null where refused.</summary>
    public required double? DistilledMs { get; init; }

    /// <summary>The side before; null where refused.</summary>
    public required OverheadDocument? Before { get; init; }

    /// <summary>The side after; null where refused.</summary>
    public required OverheadDocument? After { get; init; }
}

/// <summary>Run time over the distilled cost.</summary>
public sealed record OverheadDocument
{
    /// <summary>1.09 where the collector costs at least 9 %.</summary>
    public required double Ratio { get; init; }

    /// <summary>Lower end of its 95 % confidence interval over runs; null with one run.</summary>
    public required double? Low { get; init; }

    /// <summary>Upper end of that interval.</summary>
    public required double? High { get; init; }
}

/// <summary>Bytes allocated by a type or call site, before and after.</summary>
public sealed record ComparedAllocationDocument
{
    /// <summary>The allocated type; null where unknown.</summary>
    public required string? Type { get; init; }

    /// <summary>The application's own frame that allocates; null for the sum of a type.</summary>
    public required string? Site { get; init; }

    /// <summary>Bytes per second before; null where there are none.</summary>
    public required double? BeforeBytesPerS { get; init; }

    /// <summary>Bytes per second after; null where there are none.</summary>
    public required double? AfterBytesPerS { get; init; }
}

/// <summary>The worst windows of one length, of each run, in percent of the window.</summary>
public sealed record ComparedUtilisationDocument
{
    /// <summary>The length of the window.</summary>
    public required double WindowMs { get; init; }

    /// <summary>The least share in a window of exactly this length (MMU), of each run before.</summary>
    public required IReadOnlyList<double> MmuBefore { get; init; }

    /// <summary>The least share in a window of exactly this length, of each run after.</summary>
    public required IReadOnlyList<double> MmuAfter { get; init; }

    /// <summary>The least share in a window of this length or longer (BMU), of each run before.</summary>
    public required IReadOnlyList<double> BmuBefore { get; init; }

    /// <summary>The least share in a window of this length or longer, of each run after.</summary>
    public required IReadOnlyList<double> BmuAfter { get; init; }
}

/// <summary>Distributions of durations on both sides, all runs of a side together.</summary>
public sealed record ComparedDistributionDocument
{
    /// <summary>What the durations are of: <c>pauses</c> or <c>requests</c>.</summary>
    [AllowedValues("pauses", "requests")]
    public required string Kind { get; init; }

    /// <summary>Durations before.</summary>
    public required BucketsDocument Before { get; init; }

    /// <summary>Durations after.</summary>
    public required BucketsDocument After { get; init; }

    /// <summary>The shift of each percentile.</summary>
    public required IReadOnlyList<ShiftDocument> Shifts { get; init; }
}

/// <summary>
/// The shift of a percentile with its own 95 % confidence interval, from resampled runs or stretches of a single run.
/// </summary>
public sealed record ShiftDocument
{
    /// <summary>The percentile.</summary>
    [Range(0, 100)]
    public required double Percentile { get; init; }

    /// <summary>The value before, within the width of a bucket (2.2 %).</summary>
    public required double BeforeMs { get; init; }

    /// <summary>The value after, with the same precision.</summary>
    public required double AfterMs { get; init; }

    /// <summary>Lower end of the confidence interval of the difference.</summary>
    [Signed]
    public required double LowMs { get; init; }

    /// <summary>Upper end of that interval.</summary>
    [Signed]
    public required double HighMs { get; init; }
}

/// <summary>A condition that differs between the sides.</summary>
public sealed record RunConditionDocument
{
    /// <summary>A condition that may have been changed on purpose: a setting, a version.</summary>
    public const string Changed = "changed";

    /// <summary>A confounder that makes numbers incomparable: load, length, processors.</summary>
    public const string Confounder = "confounder";

    /// <summary><see cref="Changed"/> or <see cref="Confounder"/>.</summary>
    [AllowedValues(Changed, Confounder)]
    public required string Kind { get; init; }

    /// <summary>Its name: a setting, or <c>load</c>, <c>length</c>, <c>processors</c>, <c>version</c>, <c>collector</c> …</summary>
    public required string Name { get; init; }

    /// <summary>The value before; null where it was not set.</summary>
    public required string? Before { get; init; }

    /// <summary>The value after; null where it was not set.</summary>
    public required string? After { get; init; }
}

/// <summary>The runs of one side.</summary>
public sealed record ComparedSideDocument
{
    /// <summary>The name of the side, as the user passed it.</summary>
    public required string Name { get; init; }

    /// <summary>The runs of the side.</summary>
    [NotEmpty]
    public required IReadOnlyList<ComparedRunDocument> Runs { get; init; }

    /// <summary>The runtime of the compared process.</summary>
    public required string Runtime { get; init; }

    /// <summary>The version of the runtime.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>The garbage collector.</summary>
    public required string? Collector { get; init; }

    /// <summary>Mean requests per second of the runs; null where unknown.</summary>
    public required double? RequestsPerS { get; init; }

    /// <summary>Mean allocation rate of the runs.</summary>
    public required double? AllocationRateBytesPerS { get; init; }

    /// <summary>Mean length of the recordings.</summary>
    public required double? DurationMs { get; init; }
}

/// <summary>One run of a side.</summary>
public sealed record ComparedRunDocument
{
    /// <summary>The files of the run.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>The process that is compared.</summary>
    public required string Process { get; init; }

    /// <summary>The number of processes in the run.</summary>
    [Range(1, int.MaxValue)]
    public required int Processes { get; init; }
}

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
    [AllowedValues(Gone, New, Persists, Intermittent)]
    public required string State { get; init; }

    /// <summary>How many runs before have it.</summary>
    public required int RunsBefore { get; init; }

    /// <summary>How many runs after have it.</summary>
    public required int RunsAfter { get; init; }

    /// <summary>The predicted and the measured improvement; null where the finding predicted no number, or is new.</summary>
    public required PredictionDocument? Prediction { get; init; }
}

/// <summary>The improvement that a finding predicted, and the measured one. Amounts of time are per minute.</summary>
public sealed record PredictionDocument
{
    /// <summary>At least as much as predicted.</summary>
    public const string AsPredicted = "as_predicted";

    /// <summary>An improvement, but less than predicted.</summary>
    public const string LessThanPredicted = "less_than_predicted";

    /// <summary>No significant improvement, or a regression.</summary>
    public const string NoImprovement = "no_improvement";

    /// <summary>Not known.</summary>
    public const string Unknown = "unknown";

    /// <summary>The number that the finding predicted to change.</summary>
    public required string Metric { get; init; }

    /// <summary>The metric of this comparison that measures it; null where none does.</summary>
    public required string? MeasuredBy { get; init; }

    /// <summary>Unit of the three numbers.</summary>
    public required string Unit { get; init; }

    /// <summary>The smallest predicted improvement.</summary>
    [Signed]
    public required double Low { get; init; }

    /// <summary>The largest predicted improvement.</summary>
    [Signed]
    public required double High { get; init; }

    /// <summary>The measured improvement; positive is better.</summary>
    [Signed]
    public required double? Measured { get; init; }

    /// <summary>Whether the prediction came true.</summary>
    [AllowedValues(AsPredicted, LessThanPredicted, NoImprovement, Unknown)]
    public required string Outcome { get; init; }
}
