using Unpause.Analysis.Events;
using Unpause.Reports.Documents;

namespace Unpause.Cli.Explaining;

/// <summary>Which stop of a recording the user asks about.</summary>
/// <param name="At">A moment, as typed; null when not given.</param>
/// <param name="Collection">The runtime's number of a collection; null when not given.</param>
internal sealed record StopChoice(string? At, long? Collection)
{
    /// <summary>How far from a moment the nearest stop may be before that is said.</summary>
    private const long NearNanoseconds = 1_000_000_000;

    /// <summary>The explanation of the stop; of several processes the first that has it.</summary>
    /// <exception cref="UserMistake">No process has it.</exception>
    public (StopExplanationDocument Stop, string? Remark) Find(Report report)
    {
        StopExplanationDocument? nearest = null;
        var distance = long.MaxValue;
        var asked = "";
        var moment = At is null ? null : WindowTime.Parse(At) ?? throw new UserMistake(
            $"--at {PlainText.Clean(At)} is not a moment: give 02:58:10, 2026-11-25T02:58:10Z, or 90s since the start");
        for (var process = 0; process < report.Processes.Count; process++)
        {
            var stops = report.StopsOf(process);
            if (Collection is { } number)
            {
                if (stops.Explainer.Stops.FindCollection(number) is { } found) return (stops.Compose(found), null);
                continue;
            }

            if (At is null)
            {
                if (stops.Explainer.Stops.Longest is { } longest) return (stops.Compose(longest), null);
                continue;
            }

            var at = moment!.In(report.Processes[process].Recording);
            if (at is null || stops.Explainer.Stops.FindAt(at.Value) is not { } index) continue;
            var stop = stops.Explainer.Stops[index];
            var away = Math.Max(0, Math.Max(stop.StartNanoseconds - at.Value, at.Value - stop.EndNanoseconds));
            if (away >= distance) continue;
            (nearest, distance, asked) = (stops.Compose(index), away, At);
        }

        if (nearest is not null)
        {
            return (nearest, distance < NearNanoseconds
                ? null
                : $"nothing stopped the program at {asked}; the nearest stop is {Quantities.Duration(distance)} away");
        }

        throw new UserMistake(Collection is { } wanted
            ? $"no pause of a collection {wanted} is recorded"
            : "no pause is recorded, so there is none to explain");
    }
}
