namespace Unpause.Diagnosis;

/// <summary>How much a finding matters.</summary>
public enum Severity
{
    /// <summary>Act: users feel it.</summary>
    High,

    /// <summary>Worth changing.</summary>
    Medium,

    /// <summary>Worth knowing; small gain.</summary>
    Low,

    /// <summary>An observation without a call to act.</summary>
    Info,
}
