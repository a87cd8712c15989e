using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// Makes one recording of a Go process's gc lines and of its stops as the kernel saw them. Collections, sizes and pauses stay the
/// lines' (a lower bound: the runtime stops its clock before it resumes the application), stops are the kernel's (an upper bound), and
/// so is the clock.
/// </summary>
internal static class LinesAndStops
{
    /// <summary>Joins what certainly belongs together, and notes what may.</summary>
    public static IReadOnlyList<Recording> Join(IReadOnlyList<Recording> recordings)
    {
        var seen = recordings.Where(recording => recording.Source.Format == GoDescriptor.Stops).ToList();
        var printed = recordings.Where(recording => recording.Source.Format == GoDescriptor.Gctrace).ToList();
        if (seen.Count == 0 || printed.Count == 0) return recordings;
        var joined = new Dictionary<Recording, Recording>();
        var gone = new HashSet<Recording>();
        foreach (var lines in printed)
        {
            var matches = seen.Where(stops => !gone.Contains(stops)).Select(stops => (Stops: stops, Match: StopMatch.Find(lines, stops)))
                .Where(found => found.Match is not null).ToList();
            // Two programs that do the same at the same time: whose lines these are cannot be determined.
            joined[lines] = matches switch
            {
                [var only] => With(lines, only.Stops, only.Match!),
                _ => lines with { Coverage = lines.Coverage.With(matches.Count == 0
                    ? "No process watched by kernel probes is certain to have printed these lines: they are listed separately"
                    : $"{Quantities.Count(matches.Count)} processes watched by kernel probes may have printed these lines: "
                        + "all are listed, do not add their numbers") },
            };
            if (matches.Count == 1) gone.Add(matches[0].Stops);
        }

        var kept = recordings.Where(recording => !gone.Contains(recording));
        return [.. kept.Select(recording => joined.GetValueOrDefault(recording, recording))];
    }

    private static Recording With(Recording lines, Recording stops, StopMatch match)
    {
        // Both from the middle of the process on: stops may lie before the first line, which is where the lines' times begin.
        var later = lines.Collections[0].Number == 1 ? 0 : Math.Max(0, match.OffsetNanoseconds);
        var more = stops.Collections.Count - match.Pairs.Count;
        var coverage = lines.Coverage.With(
            $"gctrace lines and kernel probes are of one process ({Agreement(match.Pairs.Count)}). "
            + "Pauses are what the runtime prints. Stops are what the probes measured, from the call that stops the world "
            + "to the return of the call that starts it. The true length is in between");
        if (more > 0)
            coverage = coverage.With($"{Quantities.Count(more, "collection")} {(more == 1 ? "has" : "have")} stops but no gctrace line");
        foreach (var note in stops.Coverage.Notes.Where(note => note.Text != StopsProcess.SeenFromOutside))
            coverage = coverage.With(note.Text, note.Unreadable);
        return lines with
        {
            Coverage = coverage,
            AssistRanges = stops.AssistRanges ?? lines.AssistRanges,
            Clock = stops.Clock.StartedAt is { } started
                ? stops.Clock with { StartedAt = started.AddTicks((match.OffsetNanoseconds - later) / TimeSpan.NanosecondsPerTick) }
                : lines.Clock,
            DurationNanoseconds = Math.Max(
                (lines.DurationNanoseconds ?? 0) + later, stops.DurationNanoseconds.GetValueOrDefault() + later - match.OffsetNanoseconds),
            Collections = later == 0 ? lines.Collections : Collection.Moved(lines.Collections, later),
            Pauses = Placed(lines, stops, match, later),
            ProcessCounters = stops.ProcessCounters?.Select(counter => Moved(counter, later - match.OffsetNanoseconds)).ToList(),
            Stops = Moved(stops.Stops!, later - match.OffsetNanoseconds),
            Source = lines.Source with
            {
                Files = [.. lines.Source.Files, .. stops.Source.Files],
                ContentId = lines.Source.ContentId is { } first && stops.Source.ContentId is { } second
                    ? ContentHash.Joined([first, second]) : null,
                RuntimeVersion = stops.Source.RuntimeVersion,
                ProcessId = stops.Source.ProcessId,
                Command = stops.Source.Command,
            },
        };
    }

    private static string Agreement(int collections) => collections > 0
        ? $"{Quantities.Count(collections)} collections agree in time"
        : "by its id; the wall clock places the stops, to some ten milliseconds";

    /// <summary>The pauses as they were printed, begun when the kernel saw them begin: lines are stamped to the millisecond.</summary>
    private static Column<Pause> Placed(Recording lines, Recording stops, StopMatch match, long later)
    {
        var starts = new Dictionary<(int Collection, string Name), long>();
        foreach (var pause in stops.Pauses)
            starts[(pause.Collection, pause.Name)] = pause.StartNanoseconds + later - match.OffsetNanoseconds;
        var placed = new PauseList();
        foreach (var pause in lines.Pauses)
        {
            placed.Add(match.Pairs.TryGetValue(pause.Collection, out var other) && starts.TryGetValue((other, pause.Name), out var start)
                ? pause with { StartNanoseconds = start }
                : pause with { StartNanoseconds = pause.StartNanoseconds + later });
        }

        return new Column<Pause>(placed);
    }

    private static ProcessCounter Moved(ProcessCounter counter, long by) => counter with
    {
        Values = [.. counter.Values.Select(value => value with { TimeNanoseconds = value.TimeNanoseconds + by })],
    };

    private static Column<Stop> Moved(Column<Stop> stops, long by)
    {
        var moved = new StopList();
        foreach (var stop in stops) moved.Add(stop with { StartNanoseconds = stop.StartNanoseconds + by });
        return new Column<Stop>(moved);
    }
}
