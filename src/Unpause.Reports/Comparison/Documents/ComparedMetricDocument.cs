using System.ComponentModel.DataAnnotations;

namespace Unpause.Reports.Comparison.Documents;

/// <summary>A metric of both sides, with its difference and verdict.</summary>
public sealed record ComparedMetricDocument
{
    /// <summary>A significant improvement.</summary>
    public const string Better = "better";

    /// <summary>A significant regression.</summary>
    public const string Worse = "worse";

    /// <summary>Significantly higher, where that is neither good nor bad by itself.</summary>
    public const string Higher = "higher";

    /// <summary>Significantly lower, where that is neither good nor bad by itself.</summary>
    public const string Lower = "lower";

    /// <summary>Not significant: within run-to-run variance.</summary>
    public const string WithinNoise = "within_noise";

    /// <summary>Too few runs, pauses or requests to detect any difference.</summary>
    public const string TooFew = "too_few";

    /// <summary>A confounder explains the difference as well: load, length of the recording, processors.</summary>
    public const string NotComparable = "not_comparable";

    /// <summary>Its name: that of the budget metric where there is one.</summary>
    public required string Name { get; init; }

    /// <summary>Its name for people.</summary>
    public required string Title { get; init; }

    /// <summary><c>ms</c>, <c>bytes</c>, <c>bytes/s</c>, <c>percent</c> or <c>count</c>.</summary>
    [AllowedValues("ms", "bytes", "bytes/s", "percent", "count")]
    public required string Unit { get; init; }

    /// <summary>The mean of the runs before; the geometric mean where <see cref="IsRatio"/>.</summary>
    public required double? Before { get; init; }

    /// <summary>The mean of the runs after; the geometric mean where <see cref="IsRatio"/>.</summary>
    public required double? After { get; init; }

    /// <summary>Whether the difference is relative to before (−0.9 is −90 %); else it is in the unit.</summary>
    public required bool IsRatio { get; init; }

    /// <summary>The difference; null where one side is unknown.</summary>
    [Signed]
    public required double? Difference { get; init; }

    /// <summary>Lower end of the 95 % confidence interval of the difference; null where unknown.</summary>
    [Signed]
    public required double? Low { get; init; }

    /// <summary>Upper end of that interval.</summary>
    [Signed]
    public required double? High { get; init; }

    /// <summary>The p-value, corrected for all metrics that are tested; null with one run per side.</summary>
    [Range(0, 1)]
    public required double? PValue { get; init; }

    /// <summary>The verdict on the difference.</summary>
    [AllowedValues(Better, Worse, Higher, Lower, WithinNoise, TooFew, NotComparable)]
    public required string Verdict { get; init; }

    /// <summary>Reason it is not comparable, or has too few values; otherwise null.</summary>
    public required string? Reason { get; init; }

    /// <summary>How many runs per side would detect a difference of 10 % with a power of 90 %; null where unknown.</summary>
    [Range(4, int.MaxValue)]
    public required int? RunsForTenPercent { get; init; }

    /// <summary>The value of each run before; null where a run lacks it.</summary>
    public required IReadOnlyList<double?> RunsBefore { get; init; }

    /// <summary>The value of each run after; null where a run lacks it.</summary>
    public required IReadOnlyList<double?> RunsAfter { get; init; }
}
