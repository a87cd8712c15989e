using Unpause.Recordings;

namespace Unpause.Analysis.Attribution.Owners;

/// <summary>
/// Says when requests were served by others than the recorded process, such as other instances that write to the same log: they end
/// inside its pauses, which none of its own can.
/// </summary>
internal static class ForeignRequests
{
    private const double WarnedShare = 0.08;
    private const double NearlyAll = 0.8;

    /// <summary>Adds a sentence for each process that needs one.</summary>
    /// <returns>Whether so many are foreign that nothing can be judged.</returns>
    public static bool Explain(List<ProcessPart> parts, IReadOnlyList<Recording> recordings, List<Explanation> explanations)
    {
        var refused = false;
        foreach (var part in parts)
        {
            if (part.Facts.Clock.Shared) continue;
            var endings = PauseWitness.Endings(part.Requests, part.Pauses, part.Recorded, part.Facts.Clock);
            if (endings.LeastForeign < WarnedShare) continue;
            var counts = $"{Quantities.Count(endings.Inside)} of them end inside its pauses, by chance it would be "
                + $"{Quantities.Count((long)Math.Round(endings.ByChance))}, and while it is paused none of its own can";
            var what = OwnerSentences.Of(recordings[part.Facts.Recording]);
            var share = Quantities.Percent(Math.Round(100 * endings.Foreign));
            if (!endings.Spoilt)
            {
                explanations.Add(Explanation.Warning($"About {share} of these requests were not served by {what}: {counts}."));
                continue;
            }

            refused = true;
            explanations.Add(Explanation.Refusal(endings.Foreign >= NearlyAll
                ? $"These requests were not served by {what}, or the clocks are further apart than could be found: {counts}. Give the "
                    + "recording of the process that served them, of the same time."
                : $"About {share} of these requests were not served by {what}: {counts}. Give only its own: of several instances behind "
                    + "one log, that instance's lines; of traces, those with its service.instance.id (--instance)."));
        }

        return refused;
    }
}
