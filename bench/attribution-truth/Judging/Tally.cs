namespace Unpause.Bench.AttributionTruth;

/// <summary>Scores put together, all cells weighing alike.</summary>
public sealed class Tally(IReadOnlyList<Score> scores)
{
    /// <summary>The scores.</summary>
    public IReadOnlyList<Score> Scores => scores;

    /// <summary>Share of scenarios, in percent, for which a question that applies is true: first in each cell, then over the cells; null
    /// where it never applies.</summary>
    public double? Percent(Func<Score, bool?> question)
    {
        var cells = scores.GroupBy(score => score.Scenario.Cell.Name)
            .Select(cell => cell.Select(question).OfType<bool>().ToList())
            .Where(cell => cell.Count > 0)
            .Select(cell => cell.Count(value => value) / (double)cell.Count)
            .ToList();
        return cells.Count == 0 ? null : 100 * cells.Average();
    }

    /// <summary>How often a question that applies is true, of how many.</summary>
    public (int True, int All) Count(Func<Score, bool?> question)
    {
        var values = scores.Select(question).OfType<bool>().ToList();
        return (values.Count(value => value), values.Count);
    }

    /// <summary>Median of a number where there is one.</summary>
    public double? Median(Func<Score, double?> number)
    {
        var values = scores.Select(number).OfType<double>().Order().ToList();
        return values.Count == 0 ? null : values[values.Count / 2];
    }
}
