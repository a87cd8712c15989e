namespace Unpause.Analysis.Diagnosis;

/// <summary>A change that a finding advises.</summary>
/// <param name="Text">One or two sentences: what to do, why it helps, for which versions.</param>
/// <param name="Setting">The exact setting, ready to copy; null if there is none.</param>
/// <param name="Code">The exact code, ready to copy; null if there is none.</param>
public sealed record Advice(string Text, string? Setting = null, string? Code = null)
{
    /// <summary>What this advice alone should bring; null where it is unknown, or where it is that of the finding.</summary>
    public Gain? Gain { get; init; }

    /// <summary>Names of the advised settings in the catalogue; empty if it advises none.</summary>
    public IReadOnlyList<string> Explained { get; init; } = [];
}
