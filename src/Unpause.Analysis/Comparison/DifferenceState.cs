namespace Unpause.Analysis.Comparison;

/// <summary>What is known of a difference.</summary>
internal enum DifferenceState
{
    /// <summary>Chance alone makes so large a one too seldom.</summary>
    Real,

    /// <summary>Chance alone makes so large a one often enough.</summary>
    WithinNoise,

    /// <summary>Even the largest difference could be chance with so few runs, or so few pauses.</summary>
    TooFew,
}
