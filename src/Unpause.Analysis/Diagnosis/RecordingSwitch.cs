namespace Unpause.Analysis.Diagnosis;

/// <summary>A switch that records something.</summary>
/// <param name="Switch">The switch, ready to copy.</param>
/// <param name="For">The versions or collectors to which it applies; null for all.</param>
public sealed record RecordingSwitch(string Switch, string? For = null)
{
    /// <summary>For sentences: the switch, and in parentheses the versions or collectors.</summary>
    public override string ToString() => For is null ? Switch : $"{Switch} ({For})";
}
