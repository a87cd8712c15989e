namespace Unpause.Reports.Comparison;

/// <summary>A number of both sides.</summary>
public sealed record ComparedMetricDocument
{
    /// <summary>Less of what is bad, or more of what is good, than chance makes.</summary>
    public const string Better = "better";

    /// <summary>The opposite.</summary>
    public const string Worse = "worse";

    /// <summary>More, where that is neither good nor bad by itself.</summary>
    public const string Higher = "higher";

    /// <summary>Less of the same.</summary>
    public const string Lower = "lower";

    /// <summary>Chance alone makes as large a difference often enough.</summary>
    public const string WithinNoise = "within_noise";

    /// <summary>With so few runs, or pauses, no difference could be told from chance.</summary>
    public const string TooFew = "too_few";

    /// <summary>Something else explains the difference as well.</summary>
    public const string NotComparable = "not_comparable";

    /// <summary>Its name: the budget's where there is one.</summary>
    public required string Name { get; init; }

    /// <summary>The same for people.</summary>
    public required string Title { get; init; }

    /// <summary><c>ms</c>, <c>bytes</c>, <c>bytes/s</c>, <c>percent</c> or <c>count</c>.</summary>
    public required string Unit { get; init; }

    /// <summary>The mean of the runs before: the geometric one where <see cref="IsRatio"/>.</summary>
    public required double? Before { get; init; }

    /// <summary>The same after.</summary>
    public required double? After { get; init; }

    /// <summary>Whether the difference is a share of what was before (−0.9); else it is in the unit.</summary>
    public required bool IsRatio { get; init; }

    /// <summary>The difference; null where one side is unknown.</summary>
    public required double? Difference { get; init; }

    /// <summary>Lower end of what it may be; null where that can't be told.</summary>
    public required double? Low { get; init; }

    /// <summary>Upper end.</summary>
    public required double? High { get; init; }

    /// <summary>How likely chance alone makes so large a difference in any of the numbers; null with one run a side.</summary>
    public required double? PValue { get; init; }

    /// <summary>What follows.</summary>
    public required string Verdict { get; init; }

    /// <summary>Why it is not comparable, or too little; null else.</summary>
    public required string? Reason { get; init; }

    /// <summary>How many runs a side would show a difference of 10 % nine times out of ten; null where that isn't known.</summary>
    public required int? RunsForTenPercent { get; init; }

    /// <summary>The number of each run before; null where a run doesn't tell it.</summary>
    public required IReadOnlyList<double?> RunsBefore { get; init; }

    /// <summary>The number of each run after.</summary>
    public required IReadOnlyList<double?> RunsAfter { get; init; }
}
