namespace Unpause.Analysis.Diagnosis;

/// <summary>How much a finding matters.</summary>
public enum Severity
{
    /// <summary>Act on it: users notice it.</summary>
    High,

    /// <summary>Worth changing.</summary>
    Medium,

    /// <summary>Worth knowing; small improvement.</summary>
    Low,

    /// <summary>An observation that needs no action.</summary>
    Info,
}
