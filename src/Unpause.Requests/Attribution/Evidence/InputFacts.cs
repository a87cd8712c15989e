using Unpause.Analysis.Attribution.Clocks;
using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Analysis.Attribution.Evidence;

/// <summary>Sentences about what can't be joined: recordings without times, requests from another time.</summary>
internal static class InputFacts
{
    /// <summary>Adds a sentence for each recording and count that needs one.</summary>
    public static void Explain(
        IReadOnlyList<RequestSet> sets,
        IReadOnlyList<Recording> recordings,
        RequestSelection selection,
        RecordedStretch?[] stretches,
        List<Explanation> explanations)
    {
        if (recordings.Count == 0) explanations.Add(Explanation.Refusal("There is no recording to judge the requests by."));
        if (sets.All(set => set.Requests.Count == 0)) explanations.Add(Explanation.Refusal("There is no request in what was read."));
        for (var r = 0; r < recordings.Count; r++) Explain(recordings[r], r, selection, stretches[r], explanations);
        if (selection.Impossible > 0)
        {
            explanations.Add(Explanation.Warning(
                $"{Quantities.Count(selection.Impossible)} requests have a time before 1970 or after 2200, or a latency below 0 or above "
                + "ten years, and are left out: wrong units?"));
        }
    }

    /// <summary>Whether a recording's pauses have places in time (or it has none at all, which is a fact too).</summary>
    public static bool HasPlaces(Recording recording) => recording.Pauses.Count == 0 || recording.Pauses.Any(pause => pause.HasTime);

    private static void Explain(
        Recording recording, int index, RequestSelection selection, RecordedStretch? stretch, List<Explanation> explanations)
    {
        var requests = (long)selection.Inside[index] + selection.Outside[index];
        if (requests == 0) return;
        if (!HasPlaces(recording))
        {
            explanations.Add(Explanation.Refusal(
                "The recording has no time stamps, so its pauses have no place among the requests: record again with them (JVM: "
                + "-Xlog:gc*:file=gc.log:time,uptime)."));
        }
        else if (stretch is not { } known)
        {
            explanations.Add(Explanation.Refusal(
                $"The recording doesn't say what time of day it was ({recording.Clock.Basis}): record again with wall time (JVM: "
                + "-Xlog:gc*:file=gc.log:time,uptime; others: unpause run -- CMD…)."));
        }
        else if (selection.Inside[index] == 0)
        {
            explanations.Add(ClockMismatch.Explain(selection.First[index], selection.Last[index], known));
        }
        else if (selection.Outside[index] > 0)
        {
            explanations.Add(Explanation.Warning(
                $"{Quantities.Count(selection.Outside[index])} of {Quantities.Count(requests)} requests came before or after the "
                + "recording and are left out."));
        }
    }
}
