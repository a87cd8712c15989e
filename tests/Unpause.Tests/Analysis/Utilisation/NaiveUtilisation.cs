using Unpause.Analysis.Summaries;
using Unpause.Recordings;

namespace Unpause.Tests.Analysis.Utilisation;

/// <summary>
/// MMU and BMU by trying all windows, written without the code under test: MMU of every length between two edges, and BMU as the least
/// MMU of all lengths from one on.
/// </summary>
internal static class NaiveUtilisation
{
    /// <summary>By trying all windows of whole steps, for pauses of whole steps: no assumption on where the worst window lies.</summary>
    /// <param name="taken">How much of each step was taken, from 0 to 1; null where nothing is known.</param>
    /// <returns>MMU and BMU in percent by length in steps; null where no window fits.</returns>
    public static (double? Mmu, double? Bmu)[] OfSteps(double?[] taken)
    {
        var mmu = new double?[taken.Length + 1];
        for (var from = 0; from < taken.Length; from++)
        {
            var sum = 0.0;
            for (var until = from + 1; until <= taken.Length; until++)
            {
                if (taken[until - 1] is not { } more) break;
                sum += more;
                var left = 100 * (1 - (sum / (until - from)));
                mmu[until - from] = Math.Min(mmu[until - from] ?? left, left);
            }
        }

        var all = new (double? Mmu, double? Bmu)[taken.Length + 1];
        double? least = null;
        for (var length = taken.Length; length >= 1; length--)
        {
            if (mmu[length] is { } own) least = Math.Min(least ?? own, own);
            all[length] = (mmu[length], least);
        }

        return all;
    }

    /// <summary>By trying all pairs of edges, for pauses of any nanoseconds, in a recording without gaps.</summary>
    /// <param name="pauses">In any order; they may overlap.</param>
    public static (double Mmu, double Bmu) OfEdges(IReadOnlyList<(long Start, long End)> pauses, long length, long window)
    {
        var stopped = Join(pauses, length);
        var (mmu, bmu) = (double.MaxValue, double.MaxValue);
        List<long> edges = [0, length, .. stopped.Select(stop => stop.Start), .. stopped.Select(stop => stop.End)];
        foreach (var edge in edges)
        {
            if (edge + window <= length) mmu = Math.Min(mmu, Left(edge, edge + window));
            if (edge - window >= 0) mmu = Math.Min(mmu, Left(edge - window, edge));
        }

        foreach (var (from, _) in stopped)
        {
            var sum = 0L;
            foreach (var (start, end) in stopped)
            {
                if (start < from) continue;
                sum += end - start;
                if (end - from >= window) bmu = Math.Min(bmu, 100 * (1 - ((double)sum / (end - from))));
            }
        }

        return (mmu, Math.Min(mmu, bmu));

        double Left(long from, long until)
        {
            var sum = 0L;
            foreach (var (start, end) in stopped) sum += Math.Max(0, Math.Min(end, until) - Math.Max(start, from));
            return 100 * (1 - ((double)sum / (until - from)));
        }
    }

    /// <summary>The stops of a recording and the pauses outside of them, or all its pauses.</summary>
    public static List<(long Start, long End)> PausesOf(Recording recording, bool ofStops)
    {
        if (!ofStops) return [.. recording.Pauses.Select(pause => (pause.StartNanoseconds, pause.EndNanoseconds))];
        var places = PausesInStops.Place(recording)!;
        return
        [
            .. recording.Stops!.Select((stop, index) => (
                Start: stop.StartNanoseconds != Pause.NoTime
                    ? stop.StartNanoseconds
                    : recording.Pauses[places.LongestIn(index)!.Value].EndNanoseconds - stop.DurationNanoseconds,
                stop.DurationNanoseconds))
                .Select(stop => (stop.Start, stop.Start + stop.DurationNanoseconds)),
            .. places.WithoutStop.Select(index => (recording.Pauses[index].StartNanoseconds, recording.Pauses[index].EndNanoseconds)),
        ];
    }

    private static List<(long Start, long End)> Join(IReadOnlyList<(long Start, long End)> pauses, long length)
    {
        var joined = new List<(long Start, long End)>();
        foreach (var (start, end) in pauses.Select(pause => (Math.Clamp(pause.Start, 0, length), Math.Clamp(pause.End, 0, length))).Order())
        {
            if (joined.Count > 0 && start <= joined[^1].End) joined[^1] = (joined[^1].Start, Math.Max(joined[^1].End, end));
            else joined.Add((start, end));
        }

        return joined;
    }
}
