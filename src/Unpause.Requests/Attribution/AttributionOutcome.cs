namespace Unpause.Analysis.Attribution;

/// <summary>Whether the evidence was enough to judge.</summary>
public enum AttributionOutcome
{
    /// <summary>Judged: the numbers can be used.</summary>
    Judged,

    /// <summary>Pauses meet slow requests no more than chance would have it: what they meet is told, nothing is blamed.</summary>
    NotSignificant,

    /// <summary>Not judged; the refusals among the explanations say why and what to do (exit code 3).</summary>
    NotEnoughEvidence,
}
