using Unpause.Analysis.Attribution.Join;

namespace Unpause.Analysis.Attribution.Clocks;

/// <summary>
/// Finds how far a recording's clock is from the requests' clock, from the data. While all threads are stopped no
/// request can end, so at the true offset (almost) no completion falls inside a pause, and at a wrong one about as
/// many do as chance has it. The pauses are slid over the completions; the offset with the fewest inside wins, if it
/// beats a typical offset by <see cref="SigmaNeeded"/> standard deviations and no other comes near.
/// A drift is a straight line of offsets: 64 stretches have a curve each, and the curves are added up skewed.
/// </summary>
/// <remarks>Works on at most 512 of the longest pauses and the completions near them, whatever the size of the input.</remarks>
internal sealed class ClockAligner
{
    private const long LeastReach = 2_000_000_000;
    private const long MostReach = 60_000_000_000;
    private const int StepsEachWay = 2000;
    private const int FineSteps = 20;
    private const int MostPauses = 512;
    private const int FewestPauses = 3;
    private const int MostCompletions = 2_000_000;
    private const int FewestByChance = 25;
    private const double SigmaNeeded = 5;
    private const double RunnerUpGap = 0.3;
    private const double MostDrift = 200e-6;

    private readonly long[] _starts;
    private readonly long[] _lengths;
    private readonly long[] _completions;
    private readonly long _reach;
    private readonly long _step;
    private readonly long _anchor;
    private readonly long _halfSpan;

    private ClockAligner(long[] starts, long[] lengths, long[] completions, long reach)
    {
        (_starts, _lengths, _completions, _reach) = (starts, lengths, completions, reach);
        _step = StepFor(reach);
        _anchor = (starts[0] / 2) + (starts[^1] / 2);
        _halfSpan = Math.Max(1, (starts[^1] - starts[0]) / 2);
    }

    /// <summary>Estimates the offset.</summary>
    /// <param name="requests">In order of arrival.</param>
    /// <param name="pauses">At the recording's wall time as read.</param>
    /// <param name="errorBound">How far it may be off by what the sources say.</param>
    /// <param name="resolution">How exactly requests are stamped.</param>
    public static ClockAlignment Align(RequestArray requests, PauseTimeline pauses, long errorBound, long resolution)
    {
        var reach = Math.Clamp(4 * Math.Min(errorBound, MostReach), LeastReach, MostReach);
        var (starts, lengths) = LongestPauses(requests, pauses, reach);
        if (starts.Length < FewestPauses) return ClockAlignment.AsRead(errorBound);
        var aligner = new ClockAligner(starts, lengths, CompletionsNear(requests, starts, lengths, reach), reach);
        return aligner.Align(errorBound, resolution);
    }

    private ClockAlignment Align(long errorBound, long resolution)
    {
        var curves = new OffsetCurves(StepsEachWay, MostDriftSteps());
        for (var i = 0; i < _starts.Length; i++) AddTo(curves, i);
        var best = curves.Best();
        var chance = curves.Typical;
        var asRead = CountInside(0, 0);
        var sigma = (chance - best.Count) / curves.Deviation;
        var clear = chance >= FewestByChance && sigma >= SigmaNeeded
            && curves.RunnerUp(best, (int)Math.Min(StepsEachWay, 2 * (_lengths.Max() / _step))) - best.Count
                >= RunnerUpGap * (chance - best.Count);
        var drift = best.DriftSteps * _step / (double)_halfSpan;
        double driftError = 0;
        var (low, high, inside) = Refine(best.Offset * _step, drift);
        if (best.DriftSteps != 0) (drift, driftError) = RefineDrift((low + high) / 2, drift);
        if (!clear)
        {
            return ClockAlignment.AsRead(errorBound) with
            {
                CompletionsInPauses = asRead,
                CompletionsInPausesAligned = inside,
                CompletionsByChance = chance
            };
        }

        var confirmed = drift == 0 && low <= 0 && high >= 0;
        var offset = confirmed ? 0 : (low + high) / 2;
        var slack = resolution + (_step / FineSteps) + (long)(driftError * _halfSpan);
        var bound = Math.Max(high - offset, offset - low) + slack;
        return new ClockAlignment(
            true, offset, drift * 1e6, _anchor, confirmed ? Math.Min(bound, errorBound) : bound, asRead, inside, chance);
    }

    /// <summary>The longest pauses in order of time, as many as keep the work bounded, none shorter than a step.</summary>
    private static (long[] Starts, long[] Lengths) LongestPauses(RequestArray requests, PauseTimeline pauses, long reach)
    {
        if (requests.Count == 0 || pauses.Count == 0) return ([], []);
        var span = Math.Max(1.0, requests.Starts[^1] - requests.Starts[0]);
        var perWindow = requests.Count / span * 2 * reach;
        var most = (int)Math.Clamp(MostCompletions / Math.Max(1, perWindow), 16, MostPauses);
        var chosen = new PriorityQueue<int, long>();
        for (var i = 0; i < pauses.Count; i++)
        {
            var length = pauses.End(i) - pauses.Start(i);
            if (length < StepFor(reach)) continue;
            if (chosen.Count < most) chosen.Enqueue(i, length);
            else chosen.EnqueueDequeue(i, length);
        }

        int[] indexes = [.. chosen.UnorderedItems.Select(item => item.Element).Order()];
        return ([.. indexes.Select(pauses.Start)], [.. indexes.Select(i => pauses.End(i) - pauses.Start(i))]);
    }

    private static long[] CompletionsNear(RequestArray requests, long[] starts, long[] lengths, long reach)
    {
        long[] from = [.. starts.Select(start => start - (2 * reach))];
        long[] length = [.. lengths.Select(pause => pause + (4 * reach))];
        var windows = PauseTimeline.Of(from, length);
        var near = new List<long>();
        for (var i = 0; i < requests.Count; i++)
        {
            var completion = requests.Starts[i] + requests.Durations[i];
            if (windows.Contains(completion)) near.Add(completion);
        }

        near.Sort();
        return [.. near];
    }

    /// <summary>Adds a pause's counts for every offset: two fingers move over the completions as the pause slides.</summary>
    private void AddTo(OffsetCurves curves, int pause)
    {
        var start = _starts[pause] - (StepsEachWay * _step);
        var from = FirstAbove(start);
        var to = FirstAbove(start + _lengths[pause] - 1);
        var curve = curves.CurveAt((double)(_starts[pause] - _anchor) / _halfSpan);
        for (var i = 0; i < curve.Length; i++, start += _step)
        {
            while (from < _completions.Length && _completions[from] <= start) from++;
            while (to < _completions.Length && _completions[to] < start + _lengths[pause]) to++;
            curve[i] += Math.Max(0, to - from);
        }
    }

    /// <summary>The offsets around the best one that are as good, to a twentieth of a step.</summary>
    private (long Low, long High, long Inside) Refine(long offset, double drift)
    {
        var fine = Math.Max(1, _step / FineSteps);
        var inside = CountInside(offset, drift);
        for (var near = offset - _step; near <= offset + _step; near += fine)
        {
            var count = CountInside(near, drift);
            if (count < inside) (inside, offset) = (count, near);
        }

        var allowed = Allowed(inside);
        var (low, high) = (offset, offset);
        while (offset - low < _reach && CountInside(low - fine, drift) <= allowed) low -= fine;
        while (high - offset < _reach && CountInside(high + fine, drift) <= allowed) high += fine;
        return (low, high, inside);
    }

    /// <summary>The middle and half the width of the drifts that are as good.</summary>
    private (double Drift, double Error) RefineDrift(long offset, double drift)
    {
        var step = (double)_step / _halfSpan;
        var allowed = Allowed(CountInside(offset, drift));
        var (low, high) = (drift, drift);
        while (drift - low < MostDrift && CountInside(offset, low - step) <= allowed) low -= step;
        while (high - drift < MostDrift && CountInside(offset, high + step) <= allowed) high += step;
        return ((low + high) / 2, ((high - low) / 2) + step);
    }

    /// <summary>Two more may be chance; where some always fall inside (another process's, rounding), twice their deviation.</summary>
    private static long Allowed(long inside) => inside + Math.Max(2, (long)(2 * Math.Sqrt(inside)));

    private long CountInside(long offset, double drift)
    {
        long count = 0;
        for (var i = 0; i < _starts.Length; i++)
        {
            var start = _starts[i] + offset + (long)((_starts[i] - _anchor) * drift);
            count += Math.Max(0, FirstAbove(start + _lengths[i] - 1) - FirstAbove(start));
        }

        return count;
    }

    private int FirstAbove(long instant)
    {
        var (low, high) = (0, _completions.Length);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (_completions[middle] > instant) high = middle;
            else low = middle + 1;
        }

        return low;
    }

    private int MostDriftSteps() => (int)Math.Min(StepsEachWay, MostDrift * _halfSpan / _step);

    private static long StepFor(long reach) => reach / StepsEachWay;
}
