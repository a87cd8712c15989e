namespace Unpause.Cli.Labs;

/// <summary>What each of a lab's fixes brings of what all of them bring together.</summary>
/// <param name="Alone">The modes that have one fix each.</param>
/// <param name="All">The mode that has all of them.</param>
/// <param name="Rows">What is divided: numbers of which less is better.</param>
internal sealed record LabShares(IReadOnlyList<string> Alone, string All, IReadOnlyList<LabRow> Rows)
{
    /// <summary>Below this part of the bug's number all fixes together brought too little to be divided.</summary>
    private const double LeastGain = 0.1;

    /// <summary>Shares whose sum is off 100 % by less than so many points add up.</summary>
    private const double AddsUp = 5;

    /// <summary>The shares of one row, in percent of what all fixes bring.</summary>
    /// <param name="bug">The number with the bug.</param>
    /// <param name="alone">The same with one fix each.</param>
    /// <param name="all">The same with all fixes.</param>
    /// <returns>
    /// A share for each fix (negative: worse than the bug), and what the fixes bring together beyond the sum of these shares (negative:
    /// less than the sum). Null when a number is unknown, or when all together bring next to nothing.
    /// </returns>
    public static (IReadOnlyList<double> Alone, double Interaction)? Of(double? bug, IReadOnlyList<double?> alone, double? all)
    {
        if (bug is not > 0 || all is null || alone.Any(value => value is null)) return null;
        var gain = bug.Value - all.Value;
        if (gain < LeastGain * bug.Value) return null;
        double[] shares = [.. alone.Select(value => 100 * (bug.Value - value!.Value) / gain)];
        return (shares, 100 - shares.Sum());
    }

    /// <summary>How the table is to be read, and where shares don't add up.</summary>
    /// <param name="bug">The mode with the bug.</param>
    /// <param name="all">The mode with all fixes.</param>
    /// <param name="interactions">Of each row that was divided.</param>
    /// <param name="runsOfEach">How many runs of each mode there are.</param>
    public static string HowToRead(string bug, string all, IReadOnlyList<(string Row, double Interaction)> interactions, int runsOfEach)
    {
        var reading =
            $"A share is what one fix alone takes from {bug}, in percent of what all take in {all}; a negative one makes it worse.";
        string[] off = [.. interactions.Where(row => Math.Abs(row.Interaction) >= AddsUp).Select(row => row.Row)];
        if (off.Length > 0)
        {
            reading += $" They don't add up for {string.Join(", ", off)}: interaction is what the fixes bring only together; below 0 it is "
                + "what more than one of them would have brought.";
        }

        return reading + (runsOfEach > 1
            ? $" Medians of {runsOfEach} runs."
            : " One run of each: other runs give other shares, and --pairs 3 shows medians.");
    }
}
