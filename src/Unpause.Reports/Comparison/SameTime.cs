namespace Unpause.Reports.Comparison;

/// <summary>Groups recordings that overlap in time: the workers of one service are one run.</summary>
public static class SameTime
{
    /// <summary>The runs, in the order of their first recordings. A recording without a start time is its own run.</summary>
    public static IEnumerable<IReadOnlyList<Recording>> Group(IReadOnlyList<Recording> recordings)
    {
        var runs = new List<(DateTimeOffset? From, DateTimeOffset To, List<Recording> Recordings)>();
        foreach (var recording in recordings)
        {
            var from = recording.Clock.StartedAt;
            var to = from is { } start ? End(start, recording.DurationNanoseconds ?? 0) : default;
            var at = runs.FindIndex(run => run.From is { } begin && from is { } own && own < run.To && begin < to);
            if (at < 0)
            {
                runs.Add((from, to, [recording]));
                continue;
            }

            var run = runs[at];
            run.Recordings.Add(recording);
            runs[at] = (from < run.From ? from : run.From, to > run.To ? to : run.To, run.Recordings);
        }

        return runs.Select(run => run.Recordings);
    }

    private static DateTimeOffset End(DateTimeOffset start, long nanoseconds)
    {
        var ticks = nanoseconds / TimeSpan.NanosecondsPerTick;
        return ticks < (DateTimeOffset.MaxValue - start).Ticks ? start.AddTicks(ticks) : DateTimeOffset.MaxValue;
    }
}
