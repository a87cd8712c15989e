namespace Unpause.Bench.Laws;

/// <summary>Some measurements of one thing.</summary>
/// <param name="Values">At least one.</param>
internal readonly record struct Spread(IReadOnlyList<double> Values)
{
    /// <summary>The one in the middle.</summary>
    public double Median => Values.Order().ElementAt(Values.Count / 2);

    /// <summary>The median with the ends.</summary>
    public string Text(string format, string unit) =>
        $"{Median.ToString(format)} {unit} ({Values.Min().ToString(format)} to {Values.Max().ToString(format)})";
}
