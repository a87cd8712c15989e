namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// Finds how far a recording's clock is from the requests' clock, from the data. While all threads are stopped no
/// request can end, so at the true offset (almost) no completion falls inside a pause, and at a wrong one about as
/// many do as chance has it (<see cref="PausesInData"/>). Where no offset fits the whole, a drift is tried
/// (<see cref="OffsetSearch"/>), then the recording is cut where the fit breaks and each stretch has its own.
/// </summary>
internal sealed class ClockAligner
{
    private const int FewestPauses = 3;
    private const int FewestInStretch = 4;
    private const int MostCuts = 3;

    // A cut may be anywhere, so it must be likelier than none by more than the number of places.
    private const double CutNeeds = 6;

    // Each cut tries the parts of the recording anew.
    private const double LogarithmOfParts = 2;

    // Stretches must leave so much less inside pauses than one fit for all.
    private const double BetterInStretches = 0.6;

    // Stretches that fit must contain this share of the endings expected at random: one of many may fit by chance.
    private const double LeastClear = 0.5;

    // The share of what chance would have that may end inside pauses at the true offset: another process's, rounding.
    private const double MostShare = 0.35;
    private const double Contradicts = -4.6;

    // Logs stamp pauses to the millisecond.
    private const long StampNoise = 1_000_000;

    private readonly long _slack;
    private readonly List<(int From, int To, ClockFit Fit, bool Clear)> _stretches = [];

    private ClockAligner(long resolution, long errorBound) => _slack = resolution + Math.Min(errorBound, StampNoise) + (NearScan.Step / 20);

    /// <summary>Estimates the offset.</summary>
    /// <param name="requests">In order of arrival, whether they are within the recording or not.</param>
    /// <param name="pauses">At the recording's wall time as read.</param>
    /// <param name="errorBound">How far it may be off by what the sources say.</param>
    /// <param name="resolution">How exactly requests are stamped.</param>
    public static ClockAlignment Align(RequestArray requests, PauseTimeline pauses, long errorBound, long resolution)
    {
        if (requests.Count == 0 || pauses.Count == 0) return ClockAlignment.AsRead(errorBound);
        var completions = Completions.Take(
            requests, pauses.Start(0) - OffsetSearch.Farthest, pauses.End(pauses.Count - 1) + OffsetSearch.Farthest);
        var data = PausesInData.Select(pauses, completions, resolution, NearScan.Step);
        if (data.Count < FewestPauses || completions.Count == 0) return ClockAlignment.AsRead(errorBound);
        var aligner = new ClockAligner(resolution, errorBound);
        aligner.Lay(data, 0, 0, 0);
        return aligner.Judge(data, errorBound);
    }

    private ClockAlignment Judge(PausesInData data, long errorBound)
    {
        var asRead = data.Evaluate(0, 0);
        var best = _stretches[0];
        double clearly = 0, all = 0;
        foreach (var stretch in _stretches)
        {
            if ((stretch.Clear && !best.Clear) || (stretch.Clear == best.Clear && stretch.Fit.Expected > best.Fit.Expected)) best = stretch;
            all += stretch.Fit.Expected;
            if (stretch.Clear) clearly += stretch.Fit.Expected;
        }

        if (!best.Clear || clearly < LeastClear * all) return Unreported(data, asRead, best.Fit, errorBound);
        var (low, high) = (long.MaxValue, long.MinValue);
        long inside = 0;
        foreach (var (from, to, fit, clear) in _stretches)
        {
            if (!clear) continue;
            inside += fit.Inside;
            var region = OffsetSearch.Region(data.Part(from, to), fit);
            (low, high) = (Math.Min(low, region.Low - fit.Offset), Math.Max(high, region.High - fit.Offset));
            if (_stretches.Count == 1) (low, high) = (region.Low, region.High);
        }

        if (_stretches.Count > 1) return InStretches(data, best, asRead, inside, low, high);
        var confirmed = best.Fit.Drift == 0 && low <= 0 && high >= 0;
        var offset = confirmed ? 0 : low + ((high - low) / 2);
        var bound = Math.Max(high - offset, offset - low) + _slack;
        return new ClockAlignment(
            true, offset, best.Fit.Drift * 1e6, data.Anchor, confirmed ? Math.Min(bound, errorBound) : bound, asRead.Inside,
            confirmed ? data.Inside(0, 0) : best.Fit.Inside, (long)Math.Round(asRead.Expected > 0 ? asRead.Expected : best.Fit.Expected))
        {
            State = ClockState.Verified,
            PossibleLow = low - offset - _slack,
            PossibleHigh = high - offset + _slack,
        };
    }

    private ClockAlignment InStretches(
        PausesInData data, (int From, int To, ClockFit Fit, bool Clear) best, ClockFit asRead, long inside, long low, long high)
    {
        var stretches = new ClockStretch[_stretches.Count];
        for (var i = 0; i < stretches.Length; i++)
        {
            var (from, to, fit, clear) = _stretches[i];
            var begin = i == 0 ? long.MinValue / 4 : (data.Starts[from - 1] / 2) + (data.Starts[from] / 2);
            var end = i == stretches.Length - 1 ? long.MaxValue / 4 : (data.Starts[to - 1] / 2) + (data.Starts[to] / 2);
            stretches[i] = new ClockStretch(
                begin, end, fit.Offset, fit.Drift * 1e6, (data.Starts[from] / 2) + (data.Starts[to - 1] / 2), clear);
        }

        var bound = Math.Max(high, -low) + _slack;
        return new ClockAlignment(
            true, best.Fit.Offset, best.Fit.Drift * 1e6, (data.Starts[best.From] / 2) + (data.Starts[best.To - 1] / 2), bound,
            asRead.Inside, inside, (long)Math.Round(asRead.Expected))
        {
            State = ClockState.Verified,
            Stretches = stretches,
            PossibleLow = low - _slack,
            PossibleHigh = high + _slack,
        };
    }

    /// <summary>No offset is significant: either the data contradict the clocks as read, or there is too little data.</summary>
    private static ClockAlignment Unreported(PausesInData data, ClockFit asRead, ClockFit best, long errorBound)
    {
        var least = asRead;
        foreach (var offset in (ReadOnlySpan<long>)[-errorBound, -errorBound / 2, errorBound / 2, errorBound])
        {
            if (data.Inside(offset, 0) < least.Inside) least = data.Evaluate(offset, 0);
        }

        return ClockAlignment.AsRead(errorBound) with
        {
            State = TooMany(least.Inside, MostShare * least.Expected) ? ClockState.Contradicted : ClockState.Untestable,
            CompletionsInPauses = asRead.Inside,
            CompletionsInPausesAligned = best.Inside,
            CompletionsByChance = (long)Math.Round(asRead.Expected),
            PossibleLow = -errorBound,
            PossibleHigh = errorBound,
            OtherOffset = best.Offset,
        };
    }

    /// <summary>Chernoff's bound for a Poisson count to be so large.</summary>
    private static bool TooMany(long count, double expected)
    {
        var least = Math.Max(expected, 0.5);
        return count > least && count - least - (count * Math.Log(count / least)) <= Contradicts;
    }

    /// <summary>Finds the fits of pauses: one for all, with a drift if that is clearly better, else two stretches.</summary>
    private bool Lay(PausesInData pauses, int first, long centre, int cuts)
    {
        var fit = OffsetSearch.Best(pauses, centre, cuts * LogarithmOfParts, out var clear);
        if (clear && OffsetSearch.Clean(fit)) return Keep(first, pauses.Count, fit, clear);
        var skewed = OffsetSearch.WithDrift(pauses, fit, clear ? fit.Offset : centre);
        var drifts = skewed.Drift != 0 && (clear || skewed.Corrected + (cuts * LogarithmOfParts) <= OffsetSearch.Needed);
        if (drifts && OffsetSearch.Clean(skewed)) return Keep(first, pauses.Count, skewed, true);
        var cut = cuts == MostCuts || pauses.Count < 2 * FewestInStretch ? 0 : Cut(pauses, fit, clear);
        if (cut == 0) return Keep(first, pauses.Count, drifts ? skewed : fit, clear || drifts);
        var kept = _stretches.Count;
        var found = LayApart(pauses, first, clear ? fit.Offset : centre, cuts, cut);
        if (found && (!(clear || drifts) || InsideSince(kept) < BetterInStretches * (drifts ? skewed : fit).Inside)) return true;
        _stretches.RemoveRange(kept, _stretches.Count - kept);
        return Keep(first, pauses.Count, drifts ? skewed : fit, clear || drifts);
    }

    private long InsideSince(int stretch)
    {
        long inside = 0;
        for (; stretch < _stretches.Count; stretch++)
        {
            var (_, _, fit, clear) = _stretches[stretch];
            inside += clear ? fit.Inside : (long)fit.Expected;
        }

        return inside;
    }

    /// <summary>Lays the pauses before and after a cut, and finds where one fit ends and the other begins.</summary>
    private bool LayApart(PausesInData pauses, int first, long centre, int cuts, int cut)
    {
        var kept = _stretches.Count;
        var left = Lay(pauses.Part(0, cut), first, centre, cuts + 1);
        var middle = _stretches.Count;
        var right = Lay(pauses.Part(cut, pauses.Count), first + cut, left ? _stretches[^1].Fit.Offset : centre, cuts + 1);
        if (!left && !right) return false;
        if (!left)
        {
            // The right one's offset is a better place to begin.
            var known = _stretches.GetRange(middle, _stretches.Count - middle);
            _stretches.RemoveRange(kept, _stretches.Count - kept);
            Lay(pauses.Part(0, cut), first, known[0].Fit.Offset, cuts + 1);
            middle = _stretches.Count;
            _stretches.AddRange(known);
        }

        MoveCut(pauses, first, middle);
        return true;
    }

    /// <summary>Moves the border of two stretches to where the fewest requests end inside pauses.</summary>
    private void MoveCut(PausesInData pauses, int first, int right)
    {
        var (before, after) = (_stretches[right - 1], _stretches[right]);
        if (!before.Clear || !after.Clear || before.Fit.Drift != 0 || after.Fit.Drift != 0) return;
        if (before.Fit.Offset == after.Fit.Offset) return;
        long change = 0, least = 0;
        var border = before.To;
        for (var i = before.To; i < after.To - 1; i++)
        {
            change += pauses.Inside(i - first, before.Fit.Offset, 0) - pauses.Inside(i - first, after.Fit.Offset, 0);
            if (change < least) (least, border) = (change, i + 1);
        }

        change = 0;
        for (var i = before.To - 1; i > before.From; i--)
        {
            change += pauses.Inside(i - first, after.Fit.Offset, 0) - pauses.Inside(i - first, before.Fit.Offset, 0);
            if (change < least) (least, border) = (change, i);
        }

        if (border == before.To) return;
        _stretches[right - 1] = before with { To = border, Fit = Again(pauses.Part(before.From - first, border - first), before.Fit) };
        _stretches[right] = after with { From = border, Fit = Again(pauses.Part(border - first, after.To - first), after.Fit) };
    }

    private static ClockFit Again(PausesInData pauses, ClockFit fit) => pauses.Evaluate(fit.Offset, 0) with { Tries = fit.Tries };

    private bool Keep(int first, int count, ClockFit fit, bool clear)
    {
        _stretches.Add((first, first + count, fit, clear));
        return clear;
    }

    /// <summary>
    /// Before which pause the fit breaks, by the likelihood of the counts before and after; 0 where it does not. Where
    /// nothing fits, in the middle.
    /// </summary>
    private static int Cut(PausesInData pauses, ClockFit fit, bool clear)
    {
        var (best, cut) = (0.0, 0);
        pauses.Evaluate(fit.Offset, fit.Drift);
        double all = 0, allExpected = 0, before = 0, beforeExpected = 0;
        for (var i = 0; i < pauses.Count; i++)
        {
            all += Capped(pauses, i, fit);
            allExpected += pauses.Expected[i];
        }

        for (var i = 0; i < pauses.Count - FewestInStretch; i++)
        {
            before += Capped(pauses, i, fit);
            beforeExpected += pauses.Expected[i];
            if (i + 1 < FewestInStretch) continue;
            var gain = Likelihood(before, beforeExpected) + Likelihood(all - before, allExpected - beforeExpected)
                - Likelihood(all, allExpected);
            if (gain > best) (best, cut) = (gain, i + 1);
        }

        return best >= CutNeeds ? cut : clear ? 0 : pauses.Count / 2;
    }

    /// <summary>Completions come in bunches, so one pause counts as no more than a few.</summary>
    private static double Capped(PausesInData pauses, int pause, ClockFit fit) => Math.Min(3, pauses.Inside(pause, fit.Offset, fit.Drift));

    private static double Likelihood(double count, double expected) =>
        count <= 0 || expected <= 0 ? 0 : count * Math.Log(count / expected);
}
