using Unpause.Analysis.Statistics;

namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>
/// Completions inside pauses as a function of the clock's offset, one curve for each stretch of the recording, so
/// that a drift can be tried by adding the curves up skewed.
/// </summary>
/// <param name="stepsEachWay">Offsets go from minus to plus this many steps.</param>
/// <param name="driftSteps">Drifts go from minus to plus this many steps at the recording's ends.</param>
internal sealed class OffsetCurves(int stepsEachWay, int driftSteps)
{
    private const int Stretches = 64;
    private const int CoarseDrifts = 250;
    private readonly int[][] _curves = [.. Enumerable.Range(0, Stretches).Select(_ => new int[(2 * stepsEachWay) + 1])];
    private int[]? _sums;

    /// <summary>An offset, a drift, and how many completions fall inside pauses with them.</summary>
    public readonly record struct Candidate(int Offset, int DriftSteps, long Count);

    /// <summary>The count at a typical offset (the median).</summary>
    public long Typical => Median.Of(Sums);

    /// <summary>How far counts scatter over the offsets, robustly; at least the square root that chance alone gives.</summary>
    public double Deviation
    {
        get
        {
            var typical = Typical;
            var away = Median.Of(Array.ConvertAll(Sums, count => (int)Math.Abs(count - typical)));
            return Math.Max(1.4826 * away, Math.Max(1, Math.Sqrt(typical)));
        }
    }

    private int[] Sums => _sums ??= SumsWithoutDrift();

    /// <summary>The curve of the stretch at a place, from -1 (the first pause) to 1 (the last).</summary>
    public int[] CurveAt(double place) => _curves[Math.Clamp((int)((place + 1) / 2 * Stretches), 0, Stretches - 1)];

    /// <summary>The best offset; with a drift only when that is clearly better than without.</summary>
    public Candidate Best()
    {
        var straight = BestWith(0, 1, 0, stepsEachWay);
        var stride = Math.Max(1, driftSteps / CoarseDrifts);
        var skewed = straight;
        for (var drift = -driftSteps; drift <= driftSteps; drift += stride)
        {
            skewed = Better(skewed, BestWith(drift, stride, 0, stepsEachWay));
        }

        var coarse = skewed;
        for (var drift = coarse.DriftSteps - stride; drift <= coarse.DriftSteps + stride; drift++)
        {
            skewed = Better(skewed, BestWith(drift, 1, coarse.Offset, stride));
        }

        var gain = straight.Count - skewed.Count;
        return gain >= 10 && gain >= 4 * Math.Sqrt(straight.Count) ? skewed : straight;
    }

    /// <summary>The least count at the same drift outside the neighbourhood of the best.</summary>
    public long RunnerUp(Candidate best, int neighbourhood)
    {
        var least = long.MaxValue;
        for (var offset = -stepsEachWay; offset <= stepsEachWay; offset++)
        {
            if (Math.Abs(offset - best.Offset) > neighbourhood) least = Math.Min(least, CountAt(offset, best.DriftSteps));
        }

        return least;
    }

    private static Candidate Better(Candidate a, Candidate b) => b.Count < a.Count ? b : a;

    /// <summary>Of equally good offsets the one nearest to a centre.</summary>
    private Candidate BestWith(int drift, int stride, int centre, int reach)
    {
        var best = new Candidate(centre, drift, CountAt(centre, drift));
        for (var distance = stride; distance <= reach; distance += stride)
        {
            best = Better(best, new Candidate(centre + distance, drift, CountAt(centre + distance, drift)));
            best = Better(best, new Candidate(centre - distance, drift, CountAt(centre - distance, drift)));
        }

        return best;
    }

    private long CountAt(int offset, int drift)
    {
        if (Math.Abs(offset) > stepsEachWay) return long.MaxValue;
        if (drift == 0) return Sums[offset + stepsEachWay];
        long count = 0;
        for (var stretch = 0; stretch < Stretches; stretch++)
        {
            var place = ((2.0 * stretch) + 1 - Stretches) / Stretches;
            var at = offset + stepsEachWay + (int)Math.Round(drift * place);
            if (at < 0 || at > 2 * stepsEachWay) return long.MaxValue;
            count += _curves[stretch][at];
        }

        return count;
    }

    private int[] SumsWithoutDrift()
    {
        var sums = new int[(2 * stepsEachWay) + 1];
        foreach (var curve in _curves)
        {
            for (var i = 0; i < sums.Length; i++) sums[i] += curve[i];
        }

        return sums;
    }
}
