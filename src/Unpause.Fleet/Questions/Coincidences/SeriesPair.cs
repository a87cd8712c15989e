using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Coincidences;

/// <summary>Two series, held against each other.</summary>
internal sealed class SeriesPair
{
    // Times are moved by more than stops last, so that a coincidence is undone, and by less than load takes to change.
    public const long LeastMove = 30 * 1_000_000_000L, MostMove = 15 * 60 * 1_000_000_000L;

    private readonly StopSeries _one, _other;
    private readonly long _tolerance;

    public SeriesPair(StopSeries one, StopSeries other, long tolerance)
    {
        (_one, _other, _tolerance) = (one, other, tolerance);
        (Together, First, FirstOther) = Count(0);
    }

    /// <summary>Stops of one that overlap with a stop of the other.</summary>
    public long Together { get; }

    /// <summary>The first of these.</summary>
    public TimedStop? First { get; }

    /// <summary>The other's stop with it.</summary>
    public TimedStop? FirstOther { get; }

    /// <summary>
    /// How many there are with the times of one moved by some seconds to minutes, and the probability of as many as there are. Short moves
    /// keep what the load of the hour does to both (A. Amarasingham and others, Conditional modeling and the jitter method of spike
    /// resampling, 2012).
    /// </summary>
    public (double Expected, double PValue) Test(Random random)
    {
        var counts = new MovedCounts();
        for (var i = 0; i < MovedCounts.Moves; i++)
        {
            var move = random.NextInt64(LeastMove, MostMove) * ((i % 2 * 2) - 1);
            counts.Add(Count(move).Together);
        }

        return (counts.Mean, counts.PValue(Together));
    }

    private (long Together, TimedStop? First, TimedStop? Other) Count(long move)
    {
        var (together, at) = (0L, 0);
        TimedStop? first = null, with = null;
        // The greatest end of the other's stops so far: one long stop may cover many short ones after it.
        var (end, ending) = (long.MinValue, default(TimedStop));
        foreach (var stop in _one.Stops)
        {
            var start = stop.At + move;
            while (at < _other.Stops.Count && _other.Stops[at].At <= start + stop.Length + _tolerance)
            {
                var next = _other.Stops[at++];
                if (next.At + next.Length > end) (end, ending) = (next.At + next.Length, next);
            }

            if (end < start - _tolerance || ending is null) continue;
            together++;
            if (first is null) (first, with) = (stop, ending);
        }

        return (together, first, with);
    }
}
