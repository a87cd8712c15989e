namespace Unpause.Analysis.Attribution.Evidence;

/// <summary>Sentences about whose pauses they are, and whether they made requests slow.</summary>
internal static class BlameFacts
{
    /// <summary>Adds the sentences; what stands in the way of blaming comes first.</summary>
    public static void Explain(BlameJudgement judgement, List<Explanation> explanations)
    {
        if (judgement.Chance)
        {
            explanations.Insert(0, Explanation.Refusal(Chance(judgement)));
            return;
        }

        if (judgement.ByCoincidence) explanations.Add(Explanation.Assumption(Coincidence(judgement)));
        if (Disagreement(judgement) is { } doubt) explanations.Add(Explanation.Warning(doubt));
    }

    private static string Chance(BlameJudgement judgement) =>
        $"Pauses at other times would be blamed for {Others(judgement)} slow requests, and too few requests end near the pauses to tell "
        + "whose "
        + "they are: nothing is blamed on the collector. More pauses, from a longer recording, would tell.";

    private static string Coincidence(BlameJudgement judgement) =>
        $"Slow requests are so long, or pauses so frequent, that pauses at other times would be blamed for {Others(judgement)}: the "
        + "fewest that "
        + "are certainly more than coincidence is the lower end of the range.";

    private static string Others(BlameJudgement judgement) =>
        $"{Quantities.Count((long)Math.Round(judgement.Shifted.Mean))} on average, where these are for "
        + $"{Quantities.Count(judgement.Shifted.Real)} (p = {judgement.PValue:0.###})";

    private static string? Disagreement(BlameJudgement judgement)
    {
        if (judgement.QuietAgrees || judgement.QuietBlamed is not { } quiet) return null;
        return quiet.Low > judgement.Replayed.High
            ? $"More requests are slow after pauses than in quiet times, by {Range(quiet)}, than the pauses explain ("
              + $"{Range(judgement.Replayed)}): something else happens with them, or requests wait where their times don't show it."
            : $"Requests are slow in quiet times too: by those {Range(quiet)} are because of the collector, by the pauses inside them "
              + $"{Range(judgement.Replayed)}. Waits for something else that go on during a pause would explain it.";
    }

    private static string Range((long Low, long High) range) =>
        range.Low == range.High ? Quantities.Count(range.Low) : $"{Quantities.Count(range.Low)} to {Quantities.Count(range.High)}";
}
