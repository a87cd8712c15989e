namespace Unpause.Analysis.CostModels;

/// <summary>Why the cost of a GiB of survivors is unknown.</summary>
internal enum PauseFitDoubt
{
    /// <summary>Too few collections.</summary>
    TooFew,

    /// <summary>Nearly the same survives each of them.</summary>
    SameSurvivors,

    /// <summary>Their lengths have other reasons: the line's slope may as well be 0.</summary>
    Scatter,
}
