namespace Unpause.Analysis.Tuning;

/// <summary>What trials say of all settings together.</summary>
public enum TuneOutcome
{
    /// <summary>Too few trials to say anything.</summary>
    TooFewTrials,

    /// <summary>No setting that keeps the constraints differs from the default for the better beyond noise.</summary>
    WithinNoise,

    /// <summary>A setting is better than the default, but others are within noise of it.</summary>
    Tied,

    /// <summary>One setting is better than the default, and than all others.</summary>
    Winner,

    /// <summary>No setting keeps the constraints.</summary>
    NoneKeeps,
}
