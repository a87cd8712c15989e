namespace Unpause.Analysis.Attribution;

/// <summary>A sentence that a reader of the numbers must know.</summary>
/// <param name="Kind">What it is for.</param>
/// <param name="Text">One or two sentences with their numbers and units.</param>
public sealed record Explanation(ExplanationKind Kind, string Text)
{
    internal static Explanation Assumption(string text) => new(ExplanationKind.Assumption, text);

    internal static Explanation Warning(string text) => new(ExplanationKind.Warning, text);

    internal static Explanation Refusal(string text) => new(ExplanationKind.Refusal, text);
}
