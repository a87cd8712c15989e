namespace Unpause.Diagnosis;

/// <summary>A switch that records something.</summary>
/// <param name="Switch">The switch, ready to copy.</param>
/// <param name="For">For what it holds: versions, collectors; null when for all.</param>
public sealed record RecordingSwitch(string Switch, string? For = null)
{
    /// <summary>As sentences have it: the switch, and in parentheses for what it holds.</summary>
    public override string ToString() => For is null ? Switch : $"{Switch} ({For})";
}
