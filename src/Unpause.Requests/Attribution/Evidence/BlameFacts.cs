namespace Unpause.Requests.Attribution.Evidence;

/// <summary>What a reader must know about the judgement: whether it is significant, and whether its two methods agree.</summary>
internal static class BlameFacts
{
    /// <summary>The explanations.</summary>
    public static IEnumerable<Explanation> Explain(BlameJudgement judgement)
    {
        var (atRandom, real) = ((long)Math.Round(judgement.Shifted.Mean), judgement.Shifted.Real);
        if (judgement.Chance)
        {
            yield return new Explanation.NotSignificant(atRandom, real, judgement.PValue);
            yield break;
        }

        if (judgement.ByCoincidence) yield return new Explanation.MuchAtRandom(atRandom, real, judgement.PValue);
        if (!judgement.QuietAgrees && judgement.QuietBlamed is { } quiet)
        {
            yield return new Explanation.QuietTimesDisagree(quiet, judgement.Replayed);
        }
    }
}
