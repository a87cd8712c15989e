namespace Unpause.Reports.Comparison;

/// <summary>
/// How far a percentile moved, with what it may be: runs, or stretches of the one run, drawn again (95 %, each by itself).
/// </summary>
public sealed record ShiftDocument
{
    /// <summary>The percentile.</summary>
    public required double Percentile { get; init; }

    /// <summary>Before, to the width of a bucket (2.2 %).</summary>
    public required double BeforeMs { get; init; }

    /// <summary>After.</summary>
    public required double AfterMs { get; init; }

    /// <summary>Lower end of the difference.</summary>
    public required double LowMs { get; init; }

    /// <summary>Upper end.</summary>
    public required double HighMs { get; init; }
}
