namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// That gc lines and stops are of one process. Lines count from the start of the runtime, which comes a little after the process's;
/// they are numbered without gaps, and the stops of a process that was watched from its beginning are all there. So the collections
/// of both lie equally far apart, one for one, but for the millisecond to which lines are cut.
/// </summary>
/// <param name="Pairs">Of each collection of the lines that has stops: which collection of the stops it is. Indexes.</param>
/// <param name="OffsetNanoseconds">What is taken off the stops' times to get the lines'.</param>
internal sealed record StopMatch(IReadOnlyDictionary<int, int> Pairs, long OffsetNanoseconds)
{
    /// <summary>
    /// Printed starts are cut to milliseconds (runtime/mgc.go, itoaDiv), and the clock is read just before the stop begins.
    /// </summary>
    private const long GrainNanoseconds = 1_500_000;

    /// <summary>Where only times show that both are of one process.</summary>
    private static readonly Bar ByTimes = new(250_000_000, 0.95, 0.5);

    /// <summary>Where the recorder identifies the process: only the pairs are open then.</summary>
    private static readonly Bar ByProcess = new(5_000_000_000, 0.5, 0);

    private const int MostMissing = 10_000;

    /// <summary>The wall clocks of both: a process of this number that began at another time is another one.</summary>
    private static readonly TimeSpan FarthestStart = TimeSpan.FromSeconds(10);

    /// <summary>Compares gc lines with stops; null when they are of different processes, or nothing proves that they are of one.</summary>
    public static StopMatch? Find(Recording lines, Recording stops)
    {
        if (lines.Collections.Count == 0 || lines.Collections[0].StartNanoseconds is null) return null;
        // Where the recording begins with a later line, its zero is that line's start, and how long the runtime ran before is not recorded.
        if (lines.Collections[0].Number != 1) return RunningMatch.Find(lines, stops);
        if (new Comparison(lines, stops, ByTimes).Best() is { } byTimes) return byTimes;
        if (BetweenStarts(lines, stops) is not { } between || between.Duration() >= FarthestStart) return null;
        // Watched too late to see what its stops are for: the wall clocks of both place them.
        return stops.Collections.Count == 0
            ? new StopMatch(new Dictionary<int, int>(), between.Ticks * TimeSpan.NanosecondsPerTick)
            : new Comparison(lines, stops, ByProcess).Best();
    }

    /// <summary>How much later the lines' zero is than the stops', by their wall clocks; null unless both name one process.</summary>
    public static TimeSpan? BetweenStarts(Recording lines, Recording stops) =>
        lines.Source.ProcessId is { } process && process == stops.Source.ProcessId ? lines.Clock.StartedAt - stops.Clock.StartedAt : null;

    /// <summary>Compares them on the assumption that a collection with a number is the first of the stops; wherever both begin.</summary>
    public static StopMatch? At(Recording lines, Recording stops, long number) => new Comparison(lines, stops, ByTimes).At(number);

    /// <summary>The pairs whose difference is within a grain above the difference with the most neighbours.</summary>
    private static List<(int Line, int Stop, long Difference)> Agreeing(List<(int Line, int Stop, long Difference)> pairs)
    {
        if (pairs.Count == 0) return pairs;
        var sorted = pairs.ConvertAll(pair => pair.Difference);
        sorted.Sort();
        var (from, most) = (0L, 0);
        for (int first = 0, end = 0; first < sorted.Count; first++)
        {
            while (end < sorted.Count && sorted[end] - sorted[first] <= GrainNanoseconds) end++;
            if (end - first > most) (from, most) = (sorted[first], end - first);
        }

        return pairs.FindAll(pair => pair.Difference >= from && pair.Difference - from <= GrainNanoseconds);
    }

    /// <summary>A comparison of lines and stops by one bar.</summary>
    private readonly record struct Comparison(Recording Lines, Recording Stops, Bar Bar)
    {
        /// <summary>The match; null when there is none, or when several fit and none is certain.</summary>
        public StopMatch? Best()
        {
            // A process that was watched from its beginning has all its stops; of another the first are missing.
            var most = Stops.LostNanoseconds == 0 ? 1 : Math.Min(MostMissing, Lines.Collections[^1].Number);
            var fits = new List<(long Missing, StopMatch Match)>();
            for (var missing = 0L; missing < most; missing++)
            {
                if (After(missing) is { } match) fits.Add((missing, match));
            }

            if (fits.Count <= 1) return fits.Count == 0 ? null : fits[0].Match;
            // So often and regularly that several fit: both go on to the process's end, where a line comes after each whole collection.
            var ended = Lines.Collections[^1].Number - Stops.Collections.Count(collection => collection.EndNanoseconds is not null);
            return fits.Find(fit => fit.Missing == ended).Match;
        }

        /// <summary>Compares them on the assumption that the stops begin with the collection of a number.</summary>
        public StopMatch? At(long number)
        {
            var differences = Differences(number).ToList();
            return Match(differences, Agreeing(differences));
        }

        /// <summary>Compares them on the assumption that the stops begin after a given number of collections.</summary>
        private StopMatch? After(long missing)
        {
            const int FirstLook = 8;
            var differences = new List<(int Line, int Stop, long Difference)>();
            foreach (var pair in Differences(missing + 1))
            {
                differences.Add(pair);
                // Of a program that collects regularly many assumptions agree; nearly all of them put its start where it can't be.
                if (differences.Count == FirstLook && Agreeing(differences) is var some
                    && (some.Count < FirstLook / 2 || !Bar.CanStart(some)))
                {
                    return null;
                }
            }

            var agreeing = Agreeing(differences);
            return agreeing.Count > 0 && Bar.CanStart(agreeing) ? Match(differences, agreeing) : null;
        }

        /// <summary>The pairs that agree, where they are enough.</summary>
        private StopMatch? Match(List<(int Line, int Stop, long Difference)> all, List<(int Line, int Stop, long Difference)> agreeing)
        {
            if (agreeing.Count == 0 || agreeing.Count < all.Count * Bar.LeastShare) return null;
            if (agreeing.Count < Stops.Collections.Count * Bar.LeastOfStops) return null;
            return new StopMatch(agreeing.ToDictionary(pair => pair.Line, pair => pair.Stop), agreeing.Min(pair => pair.Difference));
        }

        /// <summary>Each collection of the lines with that of the stops, and how much later it was seen than printed.</summary>
        /// <param name="number">The number of the stops' first collection.</param>
        private IEnumerable<(int Line, int Stop, long Difference)> Differences(long number)
        {
            for (var line = 0; line < Lines.Collections.Count; line++)
            {
                var stop = Lines.Collections[line].Number - number;
                if (stop < 0 || stop >= Stops.Collections.Count || Stops.Collections[(int)stop].StartNanoseconds is not { } seen) continue;
                if (Lines.Collections[line].StartNanoseconds is { } printed) yield return (line, (int)stop, seen - printed);
            }
        }
    }

    /// <summary>How well both must agree.</summary>
    /// <param name="SlowestStart">
    /// The runtime starts its clock within this many nanoseconds of the process's start; a loaded machine is slower.
    /// </param>
    /// <param name="LeastShare">This share of the collections in both: a thread may be delayed between the clock and the stop.</param>
    /// <param name="LeastOfStops">
    /// This share of those that have stops: many more stops than lines are another process's, because lines are lost one by one.
    /// </param>
    private readonly record struct Bar(long SlowestStart, double LeastShare, double LeastOfStops)
    {
        public bool CanStart(List<(int Line, int Stop, long Difference)> pairs) =>
            pairs.Min(pair => pair.Difference) is var least && least >= 0 && least <= SlowestStart;
    }
}
