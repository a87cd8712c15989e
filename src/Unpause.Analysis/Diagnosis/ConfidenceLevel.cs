namespace Unpause.Analysis.Diagnosis;

/// <summary>How certain a finding is.</summary>
public enum ConfidenceLevel
{
    /// <summary>The runtime reports it.</summary>
    Certain,

    /// <summary>The numbers show it, but other explanations are possible.</summary>
    Likely,

    /// <summary>The numbers are consistent with it, and with other causes.</summary>
    Possible,
}
