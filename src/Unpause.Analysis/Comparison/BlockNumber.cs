namespace Unpause.Analysis.Comparison;

/// <summary>A number of two single runs that is made of their durations.</summary>
/// <param name="Before">The run before.</param>
/// <param name="After">The run after.</param>
/// <param name="Of">The number of stretches of a run; null where they contain too little for it.</param>
/// <param name="Fewest">Values that a run must have for an interval.</param>
/// <param name="IsSum">
/// Whether it adds values up: then one run may have few of them, or none, if the other has enough.
/// </param>
internal sealed record BlockNumber(
    BlockedValues Before, BlockedValues After, Func<BlockTotals, double?> Of, long Fewest, bool IsSum)
{
    /// <summary>Whether the runs have enough for an interval.</summary>
    public bool IsEnough => IsSum ? Math.Max(Values.Before, Values.After) >= Fewest : Least >= Fewest;

    /// <summary>Whether each of them does.</summary>
    public bool IsEnoughOfEach => Least >= Fewest;

    private long Least => Math.Min(Values.Before, Values.After);

    private (long Before, long After) Values { get; } = (Before.All().Count, After.All().Count);
}
