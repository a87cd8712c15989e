namespace Unpause.Analysis.Comparison;

/// <summary>
/// One number of every run of two sides. The run is what is repeated: what happens within one shares its process and its minute.
/// </summary>
/// <param name="Before">One a run.</param>
/// <param name="After">One a run.</param>
public sealed record RunValues(IReadOnlyList<double> Before, IReadOnlyList<double> After)
{
    /// <summary>
    /// Whether the sides are compared as a ratio, by their geometric means: latencies and sizes spread in proportion to their size. Only
    /// where all are above 0.
    /// </summary>
    public bool IsRatio { get; } = Before.Concat(After).All(value => value > 0);

    /// <summary>The mean of the runs before: the geometric one of a ratio.</summary>
    public double MeanBefore => Back(Mean(Before));

    /// <summary>The mean of the runs after.</summary>
    public double MeanAfter => Back(Mean(After));

    /// <summary>The runs of both sides on the scale on which differences are added: logarithms of a ratio.</summary>
    public double[] Scaled() => [.. Before.Select(Scale), .. After.Select(Scale)];

    /// <summary>A difference on that scale for people: a share of what was before (−0.9), or in the number's own unit.</summary>
    public double Difference(double scaled) => IsRatio ? Math.Exp(scaled) - 1 : scaled;

    private double Mean(IReadOnlyList<double> values) => values.Average(Scale);

    private double Scale(double value) => IsRatio ? Math.Log(value) : value;

    private double Back(double scaled) => IsRatio ? Math.Exp(scaled) : scaled;
}
