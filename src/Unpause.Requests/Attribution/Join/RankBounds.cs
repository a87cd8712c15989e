namespace Unpause.Requests.Attribution.Join;

/// <summary>
/// Exact nearest-rank percentiles by picking (Floyd and Rivest 1975): a sorted sample says between which two values a
/// wanted one almost surely lies; a pass over all values counts those below and keeps those between.
/// </summary>
internal sealed class RankBounds : IDisposable
{
    /// <summary>Bounds nearer than this share of all values are one: keeping a few more costs less than comparing again.</summary>
    private const double Near = 0.015;

    private readonly long[] _ranks;
    private readonly int[] _boundsOf;
    private readonly List<(long Low, long High)> _bounds = [];
    private readonly List<RankBracket[]> _found = [];
    private readonly int _wanted;

    /// <summary>Finds the bounds.</summary>
    /// <param name="sample">Some of the values, ascending; none only when there are no values.</param>
    /// <param name="total">How many values there are.</param>
    /// <param name="perMille">Percentiles in tenths of a percent, ascending.</param>
    /// <param name="deviations">The distance of the bounds from the sample's percentile, in standard deviations.</param>
    public RankBounds(ReadOnlySpan<long> sample, long total, ReadOnlySpan<int> perMille, double deviations)
    {
        _wanted = perMille.Length;
        _ranks = new long[total == 0 ? 0 : _wanted];
        _boundsOf = new int[_ranks.Length];
        var reached = double.NegativeInfinity;
        for (var i = 0; i < _ranks.Length; i++)
        {
            _ranks[i] = Math.Max(1, ((total * perMille[i]) + 999) / 1000) - 1;
            var at = (double)_ranks[i] / total * sample.Length;
            var margin = 1 + (deviations * Math.Sqrt(at * (1 - (at / sample.Length))));
            var high = at + margin >= sample.Length ? long.MaxValue : sample[(int)(at + margin)];
            if (at - margin <= reached + (Near * sample.Length)) _bounds[^1] = (_bounds[^1].Low, high);
            else _bounds.Add((at < margin ? long.MinValue : sample[(int)(at - margin)], high));
            _boundsOf[i] = _bounds.Count - 1;
            reached = at + margin;
        }
    }

    /// <summary>Places for what one thread finds.</summary>
    public RankBracket[] NewBrackets()
    {
        RankBracket[] brackets = [.. _bounds.Select(bounds => new RankBracket(bounds.Low, bounds.High))];
        lock (_found) _found.Add(brackets);
        return brackets;
    }

    /// <summary>The percentiles, when the threads together have seen every value once; null for each when there are no values.</summary>
    /// <returns>Null when the sample misled: a wanted rank is outside its bounds.</returns>
    public long?[]? Find()
    {
        var values = new long?[_wanted];
        for (var i = 0; i < _ranks.Length; i++)
        {
            var bracket = _boundsOf[i];
            var rank = _ranks[i] - _found.Sum(brackets => brackets[bracket].Below);
            if (rank < 0 || rank >= _found.Sum(brackets => (long)brackets[bracket].Inside.Count)) return null;
            values[i] = RankNarrowing.At([.. _found.Select(brackets => brackets[bracket].Inside)], rank);
        }

        return values;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var bracket in _found.SelectMany(brackets => brackets)) bracket.Dispose();
    }
}
