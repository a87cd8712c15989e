namespace Unpause.Bench.AttributionTruth;

/// <summary>
/// Intervals in which nothing is served. They map wall time to operational time, the time in which work is done: work that takes
/// d seconds and begins at operational time τ ends at operational time τ + d, however many stops lie between.
/// </summary>
public sealed class Stops
{
    private readonly double[] starts;
    private readonly double[] lengths;
    private readonly double[] before;
    private readonly double[] operational;

    /// <param name="intervals">Start and length in seconds, ordered, not overlapping.</param>
    public Stops(IReadOnlyList<(double Start, double Length)> intervals)
    {
        starts = new double[intervals.Count];
        lengths = new double[intervals.Count];
        before = new double[intervals.Count + 1];
        operational = new double[intervals.Count];
        for (var i = 0; i < intervals.Count; i++)
        {
            (starts[i], lengths[i]) = intervals[i];
            if (i > 0 && starts[i] < starts[i - 1] + lengths[i - 1]) throw new ArgumentException("Stops overlap.", nameof(intervals));
            before[i + 1] = before[i] + lengths[i];
            operational[i] = starts[i] - before[i];
        }
    }

    /// <summary>No stops: the world without GC.</summary>
    public static Stops None { get; } = new([]);

    /// <summary>Seconds of work possible until this moment.</summary>
    public double Operational(double wall)
    {
        var stop = Below(starts, wall, orEqual: true);
        return stop < 0 ? wall : wall - before[stop] - Math.Min(wall - starts[stop], lengths[stop]);
    }

    /// <summary>The moment at which so much work was possible; at the border of a stop the moment before it.</summary>
    public double Wall(double work) => work + before[Below(operational, work, orEqual: false) + 1];

    /// <summary>This moment, or the end of the stop that it lies in.</summary>
    public double Released(double wall)
    {
        var stop = Below(starts, wall, orEqual: true);
        return stop < 0 ? wall : Math.Max(wall, starts[stop] + lengths[stop]);
    }

    private static int Below(double[] values, double limit, bool orEqual)
    {
        var (low, high) = (0, values.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (values[middle] < limit || (orEqual && values[middle] == limit)) low = middle + 1;
            else high = middle;
        }

        return low - 1;
    }
}
