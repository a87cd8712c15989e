namespace Unpause.Reports.Comparison.Documents;

/// <summary>
/// The shift of a percentile with its own 95 % confidence interval, from resampled runs or stretches of a single run.
/// </summary>
public sealed record ShiftDocument
{
    /// <summary>The percentile.</summary>
    public required double Percentile { get; init; }

    /// <summary>The value before, within the width of a bucket (2.2 %).</summary>
    public required double BeforeMs { get; init; }

    /// <summary>The value after, with the same precision.</summary>
    public required double AfterMs { get; init; }

    /// <summary>Lower end of the confidence interval of the difference.</summary>
    public required double LowMs { get; init; }

    /// <summary>Upper end of that interval.</summary>
    public required double HighMs { get; init; }
}
