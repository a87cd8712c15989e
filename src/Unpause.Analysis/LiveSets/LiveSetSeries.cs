namespace Unpause.Analysis.LiveSets;

/// <summary>
/// What was live after each collection that looked at the whole heap: of .NET after gen2, of the JVM after marking or a full collection, of
/// Go after each. Where no size is recorded (CPython), the duration of such a collection is used instead, because it looks at every object.
/// </summary>
/// <param name="Points">In order of time.</param>
/// <param name="InBytes">Whether values are bytes; else nanoseconds.</param>
public sealed record LiveSetSeries(IReadOnlyList<LiveSetPoint> Points, bool InBytes)
{
    /// <summary>From this share on, a value counts as the maximum.</summary>
    internal const double AsGoodAsAll = 0.95;

    /// <summary>The series of a recording; empty where nothing is recorded.</summary>
    public static LiveSetSeries Read(Recording recording)
    {
        var points = new List<LiveSetPoint>();
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk) Add(points, collection);
        }

        return points.Count > 0 ? new(InOrder(points), true) : new(InOrder(Lengths(recording)), false);
    }

    /// <summary>
    /// Whether it has stayed near its maximum for longer than it took to get there: filled at start-up, it does not grow.
    /// </summary>
    public bool HasSettled() => Points.Count > 0 && WhenNearMaximum(Points) is var near && Points[^1].AtNanoseconds - near > near;

    /// <summary>When it first came near its maximum, in nanoseconds since the recording's zero.</summary>
    internal static long WhenNearMaximum(IReadOnlyList<LiveSetPoint> points)
    {
        var least = points.Max(point => point.Value) * AsGoodAsAll;
        return points.First(point => point.Value >= least).AtNanoseconds;
    }

    /// <summary>
    /// A background collection that only marks (G1) leaves the garbage to collections after it: what is live is the least that is in use
    /// until the next.
    /// </summary>
    private static void Add(List<LiveSetPoint> points, Collection collection)
    {
        if (collection is { EndNanoseconds: { } end, LiveSetBytes: { } live })
            points.Add(new(end, live));
        else if (points.Count > 0 && collection is { WholeHeap: false, HeapAfterBytes: { } after } && after < points[^1].Value)
            points[^1] = points[^1] with { Value = after };
    }

    private static List<LiveSetPoint> Lengths(Recording recording)
    {
        var points = new List<LiveSetPoint>();
        if (recording.Source.Collector is not (null or PythonCollectors.Generational)) return points;
        foreach (var chunk in recording.Pauses.ChunkSpans)
        {
            foreach (ref readonly var pause in chunk)
            {
                var collection = recording.Collections[pause.Collection];
                if (collection is { WholeHeap: true, Kind: CollectionKind.Blocking, HeapAfterBytes: null } && pause.HasTime)
                    points.Add(new(pause.EndNanoseconds, pause.DurationNanoseconds));
            }
        }

        return points;
    }

    // Background collections end in another order than they begin.
    private static List<LiveSetPoint> InOrder(List<LiveSetPoint> points)
    {
        points.Sort((one, other) => one.AtNanoseconds.CompareTo(other.AtNanoseconds));
        return points;
    }
}

/// <summary>What was live at one moment.</summary>
/// <param name="AtNanoseconds">Since the recording's zero.</param>
/// <param name="Value">Bytes; or nanoseconds that a collection of it took.</param>
public readonly record struct LiveSetPoint(long AtNanoseconds, long Value);
