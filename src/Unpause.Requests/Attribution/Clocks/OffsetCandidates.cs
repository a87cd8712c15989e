namespace Unpause.Requests.Attribution.Clocks;

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
