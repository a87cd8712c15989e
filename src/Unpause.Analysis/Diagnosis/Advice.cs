namespace Unpause.Diagnosis;

/// <summary>What to change.</summary>
/// <param name="Text">One or two sentences: what to do, why it helps, for which versions.</param>
/// <param name="Setting">The exact setting, ready to copy; null when the advice is none.</param>
/// <param name="Code">The exact code, ready to copy; null when the advice is none.</param>
public sealed record Advice(string Text, string? Setting = null, string? Code = null)
{
    /// <summary>Names under which the catalogue of settings has what is advised; empty where it is none of them.</summary>
    public IReadOnlyList<string> Explained { get; init; } = [];
}
