using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Requests.Attribution.Evidence;

/// <summary>What cannot be joined: recordings without timestamps, requests from another time.</summary>
internal static class InputFacts
{
    /// <summary>The explanations, for each recording that needs one.</summary>
    public static IEnumerable<Explanation> Explain(
        IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, RequestSelection selection, RecordedStretch?[] stretches)
    {
        if (recordings.Count == 0) yield return new Explanation.NoRecording();
        if (sets.All(set => set.Requests.Count == 0)) yield return new Explanation.NoRequests();
        for (var r = 0; r < recordings.Count; r++)
        {
            if (Explain(recordings[r], r, selection, stretches[r]) is { } explanation) yield return explanation;
        }

        if (selection.Impossible > 0) yield return new Explanation.ImpossibleTimes(selection.Impossible);
    }

    /// <summary>Whether a recording's pauses have timestamps (or it has no pauses, which is a fact, too).</summary>
    public static bool HasPlaces(Recording recording) => recording.Pauses.Count == 0 || recording.Pauses.Any(pause => pause.HasTime);

    private static Explanation? Explain(Recording recording, int index, RequestSelection selection, RecordedStretch? stretch)
    {
        var requests = (long)selection.Inside[index] + selection.Outside[index];
        if (requests == 0) return null;
        if (!HasPlaces(recording)) return new Explanation.NoTimestamps();
        if (stretch is not { } known) return new Explanation.NoWallClock(recording.Clock.Basis);
        if (selection.Inside[index] == 0) return ClockMismatch.Explain(selection.First[index], selection.Last[index], known);
        return selection.Outside[index] > 0 ? new Explanation.OutsideRecording(selection.Outside[index], requests) : null;
    }
}
