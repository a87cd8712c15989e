namespace Unpause.Experiments.Labs;

/// <summary>Each fix's share of the improvement that all fixes bring together.</summary>
/// <param name="Alone">The modes that have one fix each.</param>
/// <param name="All">The mode that has all of them.</param>
/// <param name="Rows">The metrics to divide; lower is better for all of them.</param>
public sealed record LabShares(IReadOnlyList<string> Alone, string All, IReadOnlyList<LabRow> Rows)
{
    /// <summary>Below this share of the bug's number, the total improvement is too small to divide.</summary>
    private const double LeastGain = 0.1;

    /// <summary>The tolerance, in percentage points, within which shares add up to 100 %.</summary>
    private const double AddsUp = 5;

    /// <summary>The shares of one row, in percent of the total improvement.</summary>
    /// <param name="bug">The number with the bug.</param>
    /// <param name="alone">The same with one fix each.</param>
    /// <param name="all">The same with all fixes.</param>
    /// <returns>
    /// A share for each fix (negative: worse than the bug), and the interaction: the total improvement less the sum of these shares.
    /// Null when a number is unknown, or when the total improvement is negligible.
    /// </returns>
    public static (IReadOnlyList<double> Alone, double Interaction)? Compute(double? bug, IReadOnlyList<double?> alone, double? all)
    {
        if (bug is not > 0 || all is null || alone.Any(value => value is null)) return null;
        var gain = bug.Value - all.Value;
        if (gain < LeastGain * bug.Value) return null;
        double[] shares = [.. alone.Select(value => 100 * (bug.Value - value!.Value) / gain)];
        return (shares, 100 - shares.Sum());
    }

    /// <summary>Explains the table, and names rows whose shares do not add up.</summary>
    /// <param name="bug">The mode with the bug.</param>
    /// <param name="all">The mode with all fixes.</param>
    /// <param name="interactions">Of each row that was divided.</param>
    /// <param name="runsOfEach">How many runs of each mode there are.</param>
    public static string HowToRead(string bug, string all, IReadOnlyList<(string Row, double Interaction)> interactions, int runsOfEach)
    {
        var reading =
            $"A share is the improvement of one fix alone over {bug}, in percent of the improvement of {all}. "
                + "Negative: it makes things worse.";
        string[] off = [.. interactions.Where(row => Math.Abs(row.Interaction) >= AddsUp).Select(row => row.Row)];
        if (off.Length > 0)
        {
            reading += $" They don't add up for {string.Join(", ", off)}. Interaction is the improvement that "
                + "needs several fixes together; "
                + "negative: several fixes remove the same cost.";
        }

        return reading + (runsOfEach > 1
            ? $" Medians of {runsOfEach} runs."
            : " One run each: run-to-run variance is unknown. --pairs 3 shows medians.");
    }
}
