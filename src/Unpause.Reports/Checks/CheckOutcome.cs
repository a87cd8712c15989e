namespace Unpause.Checks;

/// <summary>What became of a budget, the best first.</summary>
public enum CheckOutcome
{
    /// <summary>It holds.</summary>
    Kept,

    /// <summary>It doesn't hold, by no more than it tolerates.</summary>
    Tolerated,

    /// <summary>It could not be judged.</summary>
    NoData,

    /// <summary>It doesn't hold.</summary>
    Broken,
}
