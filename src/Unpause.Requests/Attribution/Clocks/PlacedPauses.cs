namespace Unpause.Requests.Attribution.Clocks;

/// <summary>A process's stopped time on the requests' clock.</summary>
/// <param name="Timeline">Pauses that are longer than the clocks' error.</param>
/// <param name="Stretch">The wall time that the recording covers.</param>
/// <param name="Clock">How the clocks were aligned.</param>
public sealed record PlacedPauses(PauseTimeline Timeline, RecordedStretch Stretch, ClockAlignment Clock)
{
    /// <summary>One for each recording; null for those that the attribution did not judge.</summary>
    public static IReadOnlyList<PlacedPauses?> CreateAll(IReadOnlyList<Recording> recordings, RequestAttribution attribution)
    {
        var placed = new PlacedPauses?[recordings.Count];
        foreach (var process in attribution.Processes)
        {
            var recording = recordings[process.Recording];
            if (RecordedStretch.Find(recording) is not { } stretch) continue;
            placed[process.Recording] = new PlacedPauses(GcIntervals.From(recording, stretch).Placed(process.Clock), stretch,
                process.Clock);
        }

        return placed;
    }
}
