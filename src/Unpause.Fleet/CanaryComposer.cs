using Unpause.Fleet.Questions;
using Unpause.Fleet.Stores;
using Unpause.Recordings;
using Unpause.Reports.Fleets;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet;

/// <summary>Judges a candidate against a baseline.</summary>
internal static class CanaryComposer
{
    // A canary is looked at each minute; a report that covers more is a step of its own.
    // A store that takes longer steps says so in its notes.
    private const long StepSeconds = 60;

    /// <summary>The document.</summary>
    /// <exception cref="UserMistake">A side is not named.</exception>
    public static async Task<CanaryDocument> ComposeAsync(IFleetStore store, FleetRequest asked, CancellationToken stop)
    {
        var baseline = Side(asked.Baseline, asked);
        var candidate = Side(asked.Candidate, asked);
        var before = await store.SlicesAsync(baseline, stop).ConfigureAwait(false);
        var after = await store.SlicesAsync(candidate, stop).ConfigureAwait(false);
        var judged = CanaryQuestion.Judge(before, after, asked.LeastChangePercent);
        var coverage = await store.CoverageAsync(candidate, stop).ConfigureAwait(false);
        return new()
        {
            ToolVersion = ToolVersion.Text,
            Verdict = judged.Verdict,
            Text = CanaryText.Verdict(judged, asked),
            ChangePercent = judged.ChangePercent,
            Per = judged.Per,
            LeastChangePercent = asked.LeastChangePercent,
            MinutesLeft = judged.MinutesLeft,
            BaselineProcesses = judged.BaselineProcesses,
            CandidateProcesses = judged.CandidateProcesses,
            Intervals = judged.Intervals,
            Source = FleetComposer.Source(coverage),
            BaselineReport = ReportLinks.From(Longest(before)),
            CandidateReport = ReportLinks.From(Longest(after)),
            Notes = judged.Shared == 0 ? coverage.Notes : [CanaryText.Shared(judged.Shared), .. coverage.Notes],
        };
    }

    private static FleetSelection Side(string? text, FleetRequest asked) => string.IsNullOrWhiteSpace(text)
        ? throw new UserMistake("name both sides, for example --baseline service=orders,version=1.4 --candidate service=orders,version=1.5")
        : SelectionText.Parse(text, asked.From, asked.To) with { StepSeconds = StepSeconds };

    private static ReportPlace? Longest(IReadOnlyList<FleetSlice> slices) => slices.MaxBy(slice => slice.Stops.SumSeconds)?.Report;
}
