namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// Looks for the offset at which far fewer requests end inside pauses than at random: near where the search begins,
/// then hours and time zones away, then with a drift.
/// </summary>
internal static class OffsetSearch
{
    /// <summary>Chance must be less likely than this (natural logarithm), after correction for the tries: 1 : 2,000.</summary>
    public const double Needed = -7.6;

    /// <summary>Farthest that pauses and requests are looked for from each other: 14 hours and some.</summary>
    public const long Farthest = (OffsetTries.FarthestZone * OffsetTries.Zone) + (2 * FarScan.AlwaysReach);

    // 1 : 100, for the one offset that the sources themselves say.
    private const double NeededAtCentre = -4.6;
    private const int FineSteps = 20;
    private const double RunnerUpNeeds = 3;
    private const double RunnerUpOfAsReadNeeds = 1;
    private const double MostDrift = 320e-6;
    private const int MostDrifts = 200;

    // Offset and drift are fitted to the pauses that they are then judged by.
    private const double DriftTries = 4;
    private const int PausesForDrifts = 48;

    // An offset that moves most requests out of the recording leaves nothing to test it by.
    private const double LeastCovered = 0.5;

    private const int Around = 24, MostMisses = 3;
    private const double CleanShare = 0.03;

    /// <summary>The best offset.</summary>
    /// <param name="centre">Where to begin: zero, or what the neighbours have.</param>
    /// <param name="tried">Natural logarithm of how many other parts of the recording were tried.</param>
    /// <param name="clear">Whether it is beyond chance and no other offset comes near.</param>
    public static ClockFit Best(PausesInData pauses, long centre, double tried, out bool clear)
    {
        var tries = new OffsetTries(centre, Math.Max(NearScan.Step, pauses.Typical / 2), tried);
        var coarse = Refine(pauses, centre, 0, Math.Max(NearScan.Step, pauses.Typical / 4));
        var asRead = BestOf(pauses, [coarse], tries, NearScan.Step, out clear);
        // Pauses at an even beat fit elsewhere too; where the search begins needs less proof.
        if (clear || (Clean(asRead) && asRead.LogChance <= NeededAtCentre))
        {
            clear = true;
            if (Clean(asRead)) return asRead;
        }

        var near = new OffsetCandidates(Math.Max(NearScan.Step, pauses.Typical));
        NearScan.Add(pauses, centre, 0, tries, near);
        var best = BestOf(pauses, [centre, .. near.Offsets], tries, NearScan.Step, out clear);
        if (clear) return best;
        var far = new OffsetCandidates(Math.Max(NearScan.Step, pauses.Typical));
        FarScan.Add(pauses, tries, far);
        var around = Math.Max(NearScan.Step, pauses.Typical / 4);
        return BestOf(pauses, [best.Offset, .. near.Offsets, .. far.Offsets], tries, around, out clear);
    }

    /// <summary>Whether so few end inside that nothing is left to explain.</summary>
    public static bool Clean(in ClockFit fit) => fit.Inside <= Math.Max(2, CleanShare * fit.Expected);

    /// <summary>The best offset with a drift, near a known one; the same when no drift is clearly better.</summary>
    public static ClockFit WithDrift(PausesInData pauses, in ClockFit straight, long centre)
    {
        var half = Math.Max(1, (pauses.Starts[^1] - pauses.Starts[0]) / 2);
        var step = Math.Max(NearScan.Step, pauses.Typical / 6);
        var steps = (int)Math.Min(MostDrifts, MostDrift * half / step);
        if (steps == 0) return straight;
        var few = pauses.Thinned(PausesForDrifts);
        var (offset, drift, least) = (straight.Offset, 0.0, int.MaxValue);
        for (var i = 1; i <= steps; i++)
        {
            foreach (var signed in (ReadOnlySpan<double>)[MostDrift * i / steps, -MostDrift * i / steps])
            {
                var (at, inside) = NearScan.Best(few, centre, signed);
                if (inside < least) (offset, drift, least) = (at, signed, inside);
            }
        }

        (offset, drift) = RefineDrift(pauses, offset, drift, MostDrift / steps);
        var skewed = pauses.Evaluate(offset, drift) with
        {
            Tries = DriftTries + Math.Log(2.0 * steps * NearScan.Reach / Math.Max(NearScan.Step, pauses.Typical / 2)),
        };
        if (straight.Inside <= skewed.Inside) return straight;
        var gain = straight.Inside - skewed.Inside
            + (skewed.Inside == 0 ? 0 : skewed.Inside * Math.Log((double)skewed.Inside / straight.Inside));
        return gain >= -Needed + Math.Log(2 * steps) ? skewed : straight;
    }

    /// <summary>The offsets around one that are as good.</summary>
    public static (long Low, long High) Region(PausesInData pauses, in ClockFit fit)
    {
        var fine = Math.Max(1, NearScan.Step / FineSteps);
        var most = Math.Max(NearScan.Step, pauses.Longest);
        var allowed = Allowed(fit.Inside);
        var (low, high) = (fit.Offset, fit.Offset);
        while (fit.Offset - low < most && pauses.Inside(low - fine, fit.Drift) <= allowed) low -= fine;
        while (high - fit.Offset < most && pauses.Inside(high + fine, fit.Drift) <= allowed) high += fine;
        if (fit.Drift != 0)
        {
            var atTheEnds = AtTheEnds(pauses, fit, allowed);
            (low, high) = (Math.Min(low, fit.Offset - atTheEnds), Math.Max(high, fit.Offset + atTheEnds));
        }

        return (low, high);
    }

    /// <summary>
    /// How far the first or the last pause may be off: offset and drift are off together, so the farthest of all pairs that are as good.
    /// </summary>
    private static long AtTheEnds(PausesInData pauses, in ClockFit fit, long allowed)
    {
        var half = Math.Max(1, (pauses.Starts[^1] - pauses.Starts[0]) / 2);
        long farthest = 0;
        foreach (var way in (ReadOnlySpan<int>)[1, -1])
        {
            var (offset, misses) = (0L, 0);
            for (var turned = 0L; turned <= MostDrift * half && misses < MostMisses; turned += NearScan.Step)
            {
                var (low, high) = AsGood(pauses, fit, way * turned, half, offset, allowed);
                misses = low > high ? misses + 1 : 0;
                if (low > high) continue;
                offset = low + ((high - low) / 2);
                farthest = Math.Max(farthest, turned + Math.Max(Math.Abs(low), Math.Abs(high)));
            }
        }

        return farthest + NearScan.Step;
    }

    /// <summary>The offsets that are as good with the drift turned by so much at the ends, around one; an empty range for none.</summary>
    private static (long Low, long High) AsGood(
        PausesInData pauses, in ClockFit fit, long turned, long half, long around, long allowed)
    {
        var (low, high) = (long.MaxValue, long.MinValue);
        var drift = fit.Drift + ((double)turned / half);
        for (var offset = around - (Around * NearScan.Step); offset <= around + (Around * NearScan.Step); offset += NearScan.Step)
        {
            if (pauses.Inside(fit.Offset + offset, drift) > allowed) continue;
            (low, high) = (Math.Min(low, offset), Math.Max(high, offset));
        }

        return (low, high);
    }

    /// <summary>Two more may be chance; where some always fall inside (another process's, rounding), twice their deviation.</summary>
    private static long Allowed(long inside) => inside + Math.Max(2, (long)(2 * Math.Sqrt(inside)));

    private static ClockFit BestOf(PausesInData pauses, long[] offsets, OffsetTries tries, long around, out bool clear)
    {
        var fits = new List<ClockFit>(offsets.Length);
        var needed = LeastCovered * pauses.Covered(tries.Centre);
        foreach (var offset in offsets)
        {
            var refined = Refine(pauses, offset, 0, around);
            if (fits.Exists(fit => fit.Offset == refined)) continue;
            if (fits.Count > 0 && pauses.Covered(refined) < needed) continue;
            fits.Add(pauses.Evaluate(refined, 0) with { Tries = tries.Logarithm(refined) });
        }

        fits.Sort((a, b) => a.Corrected.CompareTo(b.Corrected));
        var best = fits[0];
        var gap = double.PositiveInfinity;
        foreach (var fit in fits)
        {
            if (Math.Abs(fit.Offset - best.Offset) > pauses.Typical) gap = Math.Min(gap, fit.Corrected - best.Corrected);
        }

        var asRead = Math.Abs(best.Offset - tries.Centre) <= pauses.Typical / 2;
        clear = best.Corrected <= Needed && gap >= (asRead ? RunnerUpOfAsReadNeeds : RunnerUpNeeds);
        return best;
    }

    /// <summary>The middle of the offsets nearby with the fewest inside.</summary>
    private static long Refine(PausesInData pauses, long offset, double drift, long around)
    {
        var fine = Math.Max(1, around / FineSteps);
        var (least, first, last) = (pauses.Inside(offset, drift), offset, offset);
        for (var at = offset - around; at <= offset + around; at += fine)
        {
            var inside = pauses.Inside(at, drift);
            if (inside < least) (least, first, last) = (inside, at, at);
            else if (inside == least && at - fine == last) last = at;
        }

        return first + ((last - first) / 2);
    }

    /// <summary>The middle of the drifts nearby with the fewest inside, each with its best offset.</summary>
    private static (long Offset, double Drift) RefineDrift(PausesInData pauses, long offset, double drift, double around)
    {
        for (var pass = 0; pass < 3; pass++, around /= 4)
        {
            var (least, first, last) = (long.MaxValue, drift, drift);
            for (var i = -FineSteps; i <= FineSteps; i++)
            {
                var at = Math.Clamp(drift + (around * i / FineSteps), -MostDrift, MostDrift);
                var inside = pauses.Inside(offset, at);
                if (inside < least) (least, first, last) = (inside, at, at);
                else if (inside == least) last = at;
            }

            drift = (first + last) / 2;
            offset = Refine(pauses, offset, drift, 4 * NearScan.Step);
        }

        return (offset, drift);
    }
}

/// <summary>How well an offset fits.</summary>
/// <param name="Offset">Added to the recording's wall times, in nanoseconds.</param>
/// <param name="Drift">How much faster the requests' clock runs; 1e-6 is one microsecond a second.</param>
/// <param name="Inside">Requests that end inside pauses.</param>
/// <param name="Expected">How many would at random: the mean at offsets nearby.</param>
/// <param name="LogChance">Natural logarithm of a bound of the probability that chance puts so few inside.</param>
internal readonly record struct ClockFit(long Offset, double Drift, long Inside, double Expected, double LogChance)
{
    /// <summary>What the number of offsets that could have been tried with the same right adds to the logarithm.</summary>
    public double Tries { get; init; }

    /// <summary>The logarithm, corrected for the tries.</summary>
    public double Corrected => LogChance + Tries;
}

/// <summary>The best few offsets of a scan, none within reach of a better one.</summary>
/// <param name="apart">Offsets nearer to each other than this are one.</param>
internal sealed class OffsetCandidates(long apart)
{
    private const int Most = 12;
    private readonly List<(long Offset, double Score)> _best = [];

    /// <summary>Offsets, the best first.</summary>
    public IReadOnlyList<long> Offsets => [.. _best.Select(item => item.Offset)];

    /// <summary>Adds an offset if it is among the best.</summary>
    /// <param name="offset">In nanoseconds.</param>
    /// <param name="inside">Completions inside pauses.</param>
    /// <param name="expected">How many at random.</param>
    /// <param name="tries">Natural logarithm of the number of tries.</param>
    public void Add(long offset, double inside, double expected, double tries)
    {
        if (inside >= expected) return;
        // -ln of Chernoff's bound for a Poisson count.
        var score = (inside == 0 ? 0 : inside * Math.Log(inside / expected)) - inside + expected - tries;
        if (_best.Count == Most && score <= _best[^1].Score) return;
        for (var i = 0; i < _best.Count; i++)
        {
            if (Math.Abs(_best[i].Offset - offset) >= apart) continue;
            if (_best[i].Score >= score) return;
            _best.RemoveAt(i--);
        }

        var place = _best.Count;
        while (place > 0 && _best[place - 1].Score < score) place--;
        _best.Insert(place, (offset, score));
        if (_best.Count > Most) _best.RemoveAt(Most);
    }
}
