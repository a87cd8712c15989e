namespace Unpause.Analysis.Utilisation;

/// <summary>
/// The bounded mutator utilisation, BMU(w): the least share of a window of length w or longer that the application had, which is the
/// minimum of MMU over all lengths from w on. It never falls as w grows. Sachindran, Moss and Berger, "MC²: High-Performance Garbage
/// Collection for Memory-Constrained Environments", OOPSLA 2004.
/// </summary>
/// <remarks>
/// A window of twice the length or more has a half that is no better, so only windows shorter than that matter. One that is longer than w
/// and worse than all of length w starts where a pause starts and ends where one ends: else it would be worse without its end. So it is a
/// pair of edges. For a share d, f(t) = taken(t) − d·t rises over such a pair exactly when the window is worse than d; the least f of all
/// starts that are at least w before an end decides. The share of a worse pair becomes the next d at once; ends before it need no second
/// look, because no pair rises more for a greater d (Newton's method for a ratio: Dinkelbach, Management Science 13, 1967). Most edges
/// are not looked at: the rise up to an end can grow from there on by what is taken and no faster, so while it is negative, ends are
/// skipped, and so are the starts that come to lie w before. Every share is computed from whole nanoseconds; f itself is a floating-point
/// number, exact to nanoseconds in a month of recording.
/// </remarks>
internal static class DensestWindows
{
    /// <summary>The share that is taken in the worst window of a length or longer, from 0 to 1.</summary>
    /// <param name="taken">What was taken.</param>
    /// <param name="stretches">In which the window must lie, in order of time.</param>
    /// <param name="length">Its least length in nanoseconds.</param>
    /// <param name="known">The share of the worst window of exactly that length, or of a longer one that is worse.</param>
    public static double Find(TakenTime taken, IReadOnlyList<ObservedStretch> stretches, long length, double known)
    {
        var share = known;
        foreach (var stretch in stretches)
        {
            if (stretch.Length <= length) continue;
            var pass = new DensestPass(taken, stretch, length, share);
            while (share < 1 && !pass.Run(ref share)) pass = new DensestPass(taken, stretch, length, share);
        }

        return share;
    }
}

/// <summary>One pass over the ends of a stretch.</summary>
internal struct DensestPass
{
    private readonly TakenTime _taken;
    private readonly long _from;
    private readonly long _until;
    private readonly long _length;
    private readonly long _zero;
    private double _share;

    // Starts from here on have not been looked at. How many may be looked at again, so that a pass stays linear.
    private int _next;
    private long _again;
    private double _least = double.MaxValue;
    private long _leastAt;
    private long _leastTaken;

    // A lower bound of f for the starts that are skipped.
    private double _bound = double.MaxValue;

    public DensestPass(TakenTime taken, ObservedStretch stretch, long length, double share)
    {
        (_taken, _from, _until, _length, _share) = (taken, stretch.StartNanoseconds, stretch.EndNanoseconds, length, share);
        _next = taken.FirstEndingAfter(_from, 0);
        _zero = taken.TakenUntil(_from, _next);
        _again = taken.Count;
    }

    /// <summary>Whether no window is worse than the share, which becomes that of the worst one found.</summary>
    public bool Run(ref double share)
    {
        var first = _next;
        var (end, border, borderAt, borderTaken) = (first, first, _from, 0L);
        while (end < _taken.Count && _taken.Start(end) < _until)
        {
            var endAt = Math.Min(_taken.End(end), _until);
            var endTaken = _taken.TakenUntil(endAt, _taken.End(end) <= _until ? end + 1 : end) - _zero;
            var here = endTaken - (_share * (endAt - _from));
            // Starts after the border before, up to this one: what was taken only grows, so that f is at least this.
            var at = Math.Max(_from, endAt - _length);
            _bound = Math.Min(_bound, borderTaken - (_share * (at - _from)));
            border = _taken.FirstEndingAfter(at, border);
            (borderAt, borderTaken) = (at, _taken.TakenUntil(at, border) - _zero);
            // Half as far as allowed, because the bound for what is skipped is lower by as much as is taken of it.
            var next = Skip(end, endTaken, (here - Math.Min(_least, _bound)) / 2);
            if (next == end + 1)
            {
                // Too little is skipped: the bound becomes exact.
                Look(endAt - (2 * _length), endAt - _length);
                for (; here > _least && (double)(endTaken - _leastTaken) / (endAt - _leastAt) is var found && found > share;)
                {
                    share = found;
                    if (_again <= 0) break;
                    _share = share;
                    here = endTaken - (_share * (endAt - _from));
                    _least = double.MaxValue;
                    var seen = _next;
                    _next = first;
                    Look(endAt - (2 * _length), endAt - _length);
                    _again -= _next - _taken.FirstEndingAfter(endAt - (2 * _length), first);
                    _next = Math.Max(_next, seen);
                }

                _bound = borderTaken - (_share * (borderAt - _from));
                next = Skip(end, endTaken, here - Math.Min(_least, _bound));
            }

            end = next;
        }

        return _share == share;
    }

    /// <summary>The next end to look at.</summary>
    private readonly int Skip(int end, long endTaken, double rise) =>
        rise < 0 ? _taken.FirstBeyond(_zero + endTaken + (long)-rise, end + 1) : end + 1;

    /// <summary>Looks at the starts that are left, between two moments.</summary>
    private void Look(long from, long until)
    {
        if (from > _from) _next = _taken.FirstEndingAfter(from, _next);
        for (; _next < _taken.Count; _next++)
        {
            var at = Math.Max(_taken.Start(_next), _from);
            if (at > until) break;
            var taken = Math.Max(0, _taken.Before(_next) - _zero);
            var f = taken - (_share * (at - _from));
            if (f >= _least) continue;
            (_least, _leastAt, _leastTaken) = (f, at, taken);
        }
    }
}
