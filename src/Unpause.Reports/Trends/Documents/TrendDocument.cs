using System.ComponentModel.DataAnnotations;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Trends.Documents;

/// <summary>
/// Many reports over time: the contract <c>unpause.trend/1</c>. Times are in milliseconds, sizes in bytes, and null is unknown. Version 1
/// allows additions, but no renames.
/// </summary>
public sealed record TrendDocument
{
    /// <summary>The contract's name and version.</summary>
    public const string CurrentSchema = "unpause.trend/1";

    /// <summary>The contract's name and version.</summary>
    [AllowedValues(CurrentSchema)]
    public string Schema { get; } = CurrentSchema;

    /// <summary>The version of unpause that wrote it.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The answer in two sentences: the worst report, and whether the share of paused time rises or falls.</summary>
    public required string Verdict { get; init; }

    /// <summary>
    /// The index of the run with the largest share of paused time, or where that is unknown, with the longest p99 pause; null with fewer
    /// than two runs.
    /// </summary>
    public required int? Worst { get; init; }

    /// <summary>The runs, the earliest first.</summary>
    [NotEmpty]
    public required IReadOnlyList<TrendRunDocument> Runs { get; init; }

    /// <summary>The medians of all runs.</summary>
    public required UsualRunDocument Usual { get; init; }

    /// <summary>Tests for a trend over time, one per number; empty where <see cref="TrendRefusal"/> is not null.</summary>
    public required IReadOnlyList<TrendTestDocument> Trends { get; init; }

    /// <summary>Why no trend was tested; null where it was.</summary>
    public required string? TrendRefusal { get; init; }

    /// <summary>Inputs that are not among the runs, and why.</summary>
    public required IReadOnlyList<UnreadRunDocument> Unread { get; init; }

    /// <summary>What readers of the numbers must know.</summary>
    public required IReadOnlyList<string> Notes { get; init; }
}

/// <summary>One report: a point in time.</summary>
public sealed record TrendRunDocument
{
    /// <summary>The names of numbers that are tested and checked.</summary>
    public const string Paused = "paused_percent", P99 = "p99_ms", Max = "max_ms", LiveSet = "live_set_bytes",
        AllocationRate = "allocation_rate_bytes_per_s", SlowBecauseOfGcCount = "slow_because_of_gc";

    /// <summary>The file of the report.</summary>
    public required string Name { get; init; }

    /// <summary>The process of the report that was paused for the longest total time.</summary>
    public required string Process { get; init; }

    /// <summary>Wall time of the start of the recording, in UTC.</summary>
    [DataType(DataType.DateTime)]
    public required string StartedAt { get; init; }

    /// <summary>The service.</summary>
    public required string? Service { get; init; }

    /// <summary>The version of the service.</summary>
    public required string? Version { get; init; }

    /// <summary>The host.</summary>
    public required string? Host { get; init; }

    /// <summary>The runtime's name for people.</summary>
    public required string Runtime { get; init; }

    /// <summary>The runtime's version in its own terms.</summary>
    public required string? RuntimeVersion { get; init; }

    /// <summary>The length of the recording.</summary>
    public required Milliseconds? DurationMs { get; init; }

    /// <summary>
    /// The number of pauses: stops for GC where the runtime reports stops, otherwise GC pauses. Null where the format does not record them.
    /// </summary>
    public required long? Pauses { get; init; }

    /// <summary>The median of these pauses.</summary>
    public required Milliseconds? P50Ms { get; init; }

    /// <summary>The 90th percentile.</summary>
    public required Milliseconds? P90Ms { get; init; }

    /// <summary>The 99th percentile.</summary>
    public required Milliseconds? P99Ms { get; init; }

    /// <summary>The longest of them.</summary>
    public required Milliseconds? MaxMs { get; init; }

    /// <summary>Their total time as a share of the length of the recording.</summary>
    public required double? PausedPercent { get; init; }

    /// <summary>The peak heap in use.</summary>
    public required long? PeakBytes { get; init; }

    /// <summary>The live set: heap in use right after the last full collection.</summary>
    public required long? LiveSetBytes { get; init; }

    /// <summary>Bytes allocated per second.</summary>
    public required double? AllocationRateBytesPerS { get; init; }

    /// <summary>The number of requests; null without requests.</summary>
    public required long? Requests { get; init; }

    /// <summary>The number of slow requests; null without requests.</summary>
    public required long? Slow { get; init; }

    /// <summary>The number of requests that are slow because of GC; null without requests, and where it was not judged.</summary>
    public required long? SlowBecauseOfGc { get; init; }

    /// <summary>The ID of the first finding about the process; null where there is none.</summary>
    public required string? Finding { get; init; }

    /// <summary>Its title.</summary>
    public required string? FindingTitle { get; init; }

    /// <summary>
    /// Numbers that are unusual: above the median of all runs by more than three times the median absolute deviation × 1.4826, and by at
    /// least a tenth. Empty with fewer than five runs.
    /// </summary>
    [AllowedValues(Paused, P99, Max, LiveSet, AllocationRate, SlowBecauseOfGcCount)]
    public required IReadOnlyList<string> Unusual { get; init; }

    /// <summary>Versions, limits and settings that differ from those that an earlier run recorded last.</summary>
    public required IReadOnlyList<RunConditionDocument> Changes { get; init; }

    /// <summary>The start in the order of the calendar; not part of the contract.</summary>
    internal DateTimeOffset Start { get; init; }
}

/// <summary>Medians of all runs that have the number.</summary>
public sealed record UsualRunDocument
{
    /// <summary>Share of paused time.</summary>
    public required double? PausedPercent { get; init; }

    /// <summary>The 99th percentile of pauses.</summary>
    public required double? P99Ms { get; init; }

    /// <summary>The longest pause.</summary>
    public required double? MaxMs { get; init; }

    /// <summary>The peak heap in use.</summary>
    public required double? PeakBytes { get; init; }

    /// <summary>The live set.</summary>
    public required double? LiveSetBytes { get; init; }

    /// <summary>Bytes allocated per second.</summary>
    public required double? AllocationRateBytesPerS { get; init; }

    /// <summary>The number of requests that are slow because of GC.</summary>
    public required double? SlowBecauseOfGc { get; init; }
}

/// <summary>
/// Whether a number rises or falls over time: the test by Mann and Kendall, and the median slope by Theil and Sen. It assumes that runs are
/// independent.
/// </summary>
public sealed record TrendTestDocument
{
    /// <summary>Later values are higher.</summary>
    public const string Rising = "rising";

    /// <summary>Later values are lower.</summary>
    public const string Falling = "falling";

    /// <summary>Neither is significant.</summary>
    public const string NotSignificant = "not_significant";

    /// <summary>The number that is tested.</summary>
    [AllowedValues(TrendRunDocument.Paused, TrendRunDocument.P99, TrendRunDocument.LiveSet)]
    public required string Metric { get; init; }

    /// <summary>How many runs have it.</summary>
    public required int Runs { get; init; }

    /// <summary>Whether it rises or falls significantly: at a level of 5 % for all tests of the document together.</summary>
    [AllowedValues(Rising, Falling, NotSignificant)]
    public required string Verdict { get; init; }

    /// <summary>The two-sided p-value of this test alone.</summary>
    [Range(0, 1)]
    public required double PValue { get; init; }

    /// <summary>The median slope, in the unit of the number, per day.</summary>
    [Signed]
    public required double? SlopePerDay { get; init; }

    /// <summary>The trend in a sentence.</summary>
    public required string Text { get; init; }
}

/// <summary>An input that is not among the runs.</summary>
public sealed record UnreadRunDocument
{
    /// <summary>The input.</summary>
    public required string Name { get; init; }

    /// <summary>Why, as a clause.</summary>
    public required string Reason { get; init; }
}
