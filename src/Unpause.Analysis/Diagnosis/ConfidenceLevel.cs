namespace Unpause.Diagnosis;

/// <summary>How sure a finding is.</summary>
public enum ConfidenceLevel
{
    /// <summary>The runtime states it.</summary>
    Certain,

    /// <summary>The numbers show it; another reading of them is thinkable.</summary>
    Likely,

    /// <summary>The numbers allow it, and other causes too.</summary>
    Possible,
}
