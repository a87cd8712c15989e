namespace Unpause.Requests.Attribution.Owners;

/// <summary>
/// How many requests end inside pauses, and how many would at random. While a process is paused none of its requests can end, so
/// their ratio is about the share of requests that others served (or of clocks that are wrong, where it is near 1).
/// </summary>
/// <param name="Inside">Requests that end inside a pause, further from its edges than the clocks' error.</param>
/// <param name="ByChance">Those that would if they had nothing to do with the pauses, by how many end around them.</param>
/// <param name="Pauses">Pauses that are long enough for the clocks' error.</param>
public readonly record struct EndingsInPauses(long Inside, double ByChance, int Pauses)
{
    private const int MostPieces = 64;
    private const int PausesAPiece = 8;
    private const int MostRequests = 500_000;

    // One-sided normal quantiles: 95 % and 99 %.
    private const double Likely = 1.645;
    private const double NearlySure = 2.326;

    // A quiet moment may fall on one pause or two.
    private const int FewestPauses = 5;
    private const int FewestByChance = 10;

    // Cached answers, static files and timeouts of a proxy end inside pauses, too: a few do not spoil the counts.
    private const double SpoilingShare = 0.25;

    // A process's own requests: next to none end inside its pauses (stamps are rounded, answers still go out).
    private const double OwnShare = 0.3;

    /// <summary>The share that others served: at least, with 99 % confidence; 0 when it is unknown.</summary>
    public double LeastForeign => ByChance <= 0 ? 0 : Math.Min(1, AtLeast(Inside, NearlySure) / ByChance);

    /// <summary>Whether others served so many that nothing can be counted, with 99 % confidence.</summary>
    public bool Spoilt => LeastForeign >= SpoilingShare;

    /// <summary>The share that others served, as likely as not; 0 when it is unknown.</summary>
    public double Foreign => ByChance <= 0 ? 0 : Math.Min(1, Inside / ByChance);

    /// <summary>Whether there are enough pauses, and requests around them, to decide whose they are.</summary>
    public bool Tells => Pauses >= FewestPauses && ByChance >= FewestByChance;

    /// <summary>Whether the requests are the paused process's own, with 95 % confidence.</summary>
    public bool Fits => Tells && AtMost(Inside, Likely) <= OwnShare * ByChance;

    /// <summary>Whether clearly fewer end inside pauses than another's, each against chance (95 % either way).</summary>
    public bool ClearlyBelow(EndingsInPauses other) =>
        ByChance > 0 && other.ByChance > 0 && AtMost(Inside, Likely) / ByChance < AtLeast(other.Inside, Likely) / other.ByChance;

    /// <summary>Counts; very many requests are thinned evenly.</summary>
    /// <param name="starts">When requests begin, on their clock.</param>
    /// <param name="durations">How long each takes, to count where they end; empty to count where they begin.</param>
    /// <param name="pauses">Pauses on the same clock.</param>
    /// <param name="error">How far the clocks may be off, either way.</param>
    /// <param name="from">Start of the recorded stretch on that clock.</param>
    public static EndingsInPauses Count(
        ReadOnlySpan<long> starts, ReadOnlySpan<long> durations, PauseTimeline pauses, long error, long from, long to)
    {
        var cores = Cores(pauses, error);
        if (cores.Count == 0 || to <= from) return default;
        var pieces = Math.Clamp(cores.Count / PausesAPiece, 1, MostPieces);
        var length = ((to - from) / pieces) + 1;
        Span<long> ends = stackalloc long[pieces];
        var inside = 0L;
        var step = Math.Max(1, starts.Length / MostRequests);
        for (var i = 0; i < starts.Length; i += step)
        {
            var instant = starts[i] + (durations.IsEmpty ? 0 : durations[i]);
            if (instant < from || instant >= to) continue;
            ends[(int)((instant - from) / length)]++;
            inside += cores.Contains(instant) ? 1 : 0;
        }

        double chance = 0;
        for (var i = 0; i < pieces; i++)
        {
            chance += (double)ends[i] * cores.Stopped(from + (i * length), from + ((i + 1) * length)) / length;
        }

        return new EndingsInPauses(inside, chance, cores.Count);
    }

    /// <summary>Pauses without their edges.</summary>
    private static PauseTimeline Cores(PauseTimeline pauses, long error)
    {
        var starts = new List<long>();
        var lengths = new List<long>();
        for (var i = 0; i < pauses.Count; i++)
        {
            var length = pauses.End(i) - pauses.Start(i);
            if (length / 2 <= error) continue;
            starts.Add(pauses.Start(i) + error);
            lengths.Add(length - (2 * error));
        }

        return PauseTimeline.Merge([.. starts], [.. lengths]);
    }

    /// <summary>The bounds of a Poisson mean from one count (Byar; Breslow and Day 1987, eq. 2.13).</summary>
    private static double AtLeast(long count, double quantile) =>
        count == 0 ? 0 : count * Math.Pow(Math.Max(0, 1 - (1 / (9.0 * count)) - (quantile / (3 * Math.Sqrt(count)))), 3);

    private static double AtMost(long count, double quantile) =>
        (count + 1) * Math.Pow(1 - (1 / (9.0 * (count + 1))) + (quantile / (3 * Math.Sqrt(count + 1))), 3);
}
