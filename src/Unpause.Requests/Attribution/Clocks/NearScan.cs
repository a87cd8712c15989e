using Unpause.Requests.Statistics;

namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// Counts completions inside pauses at every offset within two seconds of one: two fingers move over the completions
/// as a pause slides.
/// </summary>
internal static class NearScan
{
    /// <summary>Farther offsets are for <see cref="FarScan"/>.</summary>
    public const long Reach = 2_000_000_000;

    private const int StepsEachWay = 2000;

    /// <summary>Offsets are tried so far apart.</summary>
    public const long Step = Reach / StepsEachWay;

    /// <summary>Adds the offsets that fit best.</summary>
    /// <param name="centre">The offset in the middle.</param>
    /// <param name="drift">The drift that all are tried with.</param>
    /// <param name="tries">What far offsets cost.</param>
    /// <param name="candidates">Where the best are kept.</param>
    public static void Add(PausesInData pauses, long centre, double drift, OffsetTries tries, OffsetCandidates candidates)
    {
        var curve = Curve(pauses, centre, drift);
        var typical = Median.Compute(curve);
        for (var i = 0; i < curve.Length; i++)
        {
            if (curve[i] >= typical) continue;
            var offset = centre + ((i - StepsEachWay) * Step);
            candidates.Add(offset, curve[i], typical, tries.Logarithm(offset));
        }
    }

    /// <summary>The fewest completions at any offset, and where.</summary>
    public static (long Offset, int Inside) Best(PausesInData pauses, long centre, double drift)
    {
        var curve = Curve(pauses, centre, drift);
        var best = StepsEachWay;
        for (var i = 1; i <= StepsEachWay; i++)
        {
            if (curve[StepsEachWay - i] < curve[best]) best = StepsEachWay - i;
            if (curve[StepsEachWay + i] < curve[best]) best = StepsEachWay + i;
        }

        return (centre + ((best - StepsEachWay) * Step), curve[best]);
    }

    private static int[] Curve(PausesInData pauses, long centre, double drift)
    {
        var curve = new int[(2 * StepsEachWay) + 1];
        var instants = pauses.Completions.Instants;
        for (var pause = 0; pause < pauses.Count; pause++)
        {
            var start = pauses.Start(pause, centre, drift) - (StepsEachWay * Step);
            var end = start + pauses.Lengths[pause];
            var from = pauses.Completions.Before(start);
            var to = pauses.Completions.Before(end);
            for (var i = 0; i < curve.Length; i++, start += Step, end += Step)
            {
                while (from < instants.Length && instants[from] < start) from++;
                while (to < instants.Length && instants[to] < end) to++;
                curve[i] += to - from;
            }
        }

        return curve;
    }
}
