namespace Unpause.Requests.Attribution;

/// <summary>Whether the evidence was enough to judge.</summary>
public enum AttributionOutcome
{
    /// <summary>Judged: the numbers can be used.</summary>
    Judged,

    /// <summary>The overlap of pauses and slow requests is not significant: it is reported, but no request is attributed to GC.</summary>
    NotSignificant,

    /// <summary>Not judged; the refusals among the explanations say why and what to do (exit code 3).</summary>
    NotEnoughEvidence,
}
