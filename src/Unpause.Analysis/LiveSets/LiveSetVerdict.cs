using Unpause.Requests.Statistics;

namespace Unpause.Analysis.LiveSets;

/// <summary>
/// Leak or traffic? Whether what is live after collections of the whole heap grows, stays, or is unknown. It grows when its slope over
/// the whole time is certainly above 0 and adds up to a tenth of it or more (or it rises nearly every time, to half as much again), still
/// goes on in the second half, and the load didn't grow with it. It stays when growth of a tenth can be ruled out.
/// </summary>
/// <param name="Doubt">Why it is unknown; null where it is not.</param>
/// <param name="Points">Collections of the whole heap that show it.</param>
/// <param name="InBytes">Whether sizes are recorded; else values are nanoseconds that a collection of it took.</param>
/// <param name="SpanNanoseconds">From the first of them to the last.</param>
/// <param name="Last">The line's value at the end.</param>
/// <param name="Line">Their line over seconds since the first of them; null with too few.</param>
/// <param name="RisingShare">Of all pairs of them, the share in which the later is more: chance gives half.</param>
public sealed record LiveSetVerdict(
    LiveSetState State,
    LiveSetDoubt? Doubt,
    int Points,
    bool InBytes,
    long SpanNanoseconds,
    double Level,
    double Last,
    TheilSen? Line,
    double RisingShare)
{
    /// <summary>Fewest collections of the whole heap for an answer.</summary>
    public const int FewestPoints = 6;

    /// <summary>Least time from the first to the last.</summary>
    public const long LeastSpanNanoseconds = 5_000_000_000;

    /// <summary>Growth over the whole time, as a share of the live set, that matters.</summary>
    public const double LeastGrowth = 0.1;

    // A line may be steeper at its beginning, but what has filled is flat at its end.
    private const double LeastLateSlope = 1.0 / 3;
    private const int FewestLatePoints = 3;

    // What grows ever faster lies in a bow about its line, which looks like correlated points. But not even a random walk rises so steadily
    // so far: in simulations this adds 1 % to what stationary series are called growing wrongly.
    private const double SteadyRise = 0.92, SteadyGrowth = 0.5;

    // More are put together, so many at a time: all pairs of this many are 32,640.
    private const int MostPoints = 256;

    /// <summary>Whether there are too few points, or they are too close together, for a significant trend.</summary>
    public bool IsTooBrief => Doubt is LiveSetDoubt.TooFew or LiveSetDoubt.TooShort;

    /// <summary>What the line grew by over the whole time, as a share of <see cref="Level"/>; null without a line.</summary>
    public double? Growth => Line is { } line && Level > 0 ? line.Slope * SpanNanoseconds / 1e9 / Level : null;

    /// <summary>The verdict on a recording.</summary>
    public static LiveSetVerdict Judge(Recording recording) => Judge(LiveSetSeries.Read(recording), LoadGrowth.Compute(recording));

    /// <summary>The verdict on a series.</summary>
    /// <param name="load">How many times as much the program allocated at the end as at the beginning; null when not recorded.</param>
    public static LiveSetVerdict Judge(LiveSetSeries series, double? load)
    {
        var points = Condensed(series.Points);
        var span = points.Count == 0 ? 0 : points[^1].AtNanoseconds - points[0].AtNanoseconds;
        var x = new double[points.Count];
        var y = new double[points.Count];
        for (var i = 0; i < x.Length; i++) (x[i], y[i]) = ((points[i].AtNanoseconds - points[0].AtNanoseconds) / 1e9, points[i].Value);
        var line = TheilSen.Fit(x, y);
        var (state, doubt) = line is { } known && points.Count >= FewestPoints
            ? span < LeastSpanNanoseconds ? (LiveSetState.Unknown, LiveSetDoubt.TooShort) : Judged(x, y, known, load)
            : (LiveSetState.Unknown, LiveSetDoubt.TooFew);
        return new(
            state, doubt, series.Points.Count, series.InBytes, span, y.Length == 0 ? 0 : Median.Compute(y),
            line is { } drawn ? drawn.Intercept + (drawn.Slope * x[^1]) : 0, line, Kendall.RisingShare(y));
    }

    /// <summary>Seconds until a limit is reached if it goes on: at the slope, at its upper end, at its lower end.</summary>
    /// <returns>Null unless it grows, in bytes; the last is null where the lower end is not above 0.</returns>
    public (double Middle, double Soonest, double? Latest)? SecondsTo(long? limitBytes)
    {
        if (State != LiveSetState.Growing || !InBytes || limitBytes is not { } limit || Line is not { } line) return null;
        var left = Math.Max(0, limit - Last);
        return (left / line.Slope, left / line.High, line.Low > 0 ? left / line.Low : null);
    }

    private static (LiveSetState, LiveSetDoubt?) Judged(double[] x, double[] y, TheilSen line, double? load)
    {
        var (level, span) = (Median.Compute(y), x[^1] - x[0]);
        var half = Array.FindIndex(x, at => at >= x[0] + (span / 2));
        var (lateX, lateY) = (x[half..], y[half..]);
        var late = TheilSen.SlopeOf(lateX, lateY);
        var certain = line.Low > 0 && line.Slope * span >= level * LeastGrowth;
        if (certain || (line.Slope * span >= level * SteadyGrowth && Kendall.RisingShare(y) >= SteadyRise))
        {
            if (lateX.Length >= FewestLatePoints && late >= line.Slope * LeastLateSlope)
            {
                // What is live is what arrives times how long it stays (Little's law): as much more load explains as much more of it.
                var grown = (line.Intercept + (line.Slope * span)) / Math.Max(1, line.Intercept);
                return load > LoadGrowth.Notable && load * load >= grown
                    ? (LiveSetState.Unknown, LiveSetDoubt.LoadGrew)
                    : (LiveSetState.Growing, null);
            }

            if (!Stays(lateX, lateY, level)) return (LiveSetState.Unknown, LiveSetDoubt.Settling);
        }

        return Stays(lateX, lateY, level) || Stays(x, y, level)
            ? (LiveSetState.Plateau, null)
            : (LiveSetState.Unknown, LiveSetDoubt.Scatter);
    }

    private static bool Stays(double[] x, double[] y, double level) =>
        x.Length >= FewestPoints && TheilSen.Fit(x, y) is { } line && line.High * (x[^1] - x[0]) < level * LeastGrowth;

    private static List<LiveSetPoint> Condensed(IReadOnlyList<LiveSetPoint> points)
    {
        if (points.Count <= MostPoints) return [.. points];
        var condensed = new List<LiveSetPoint>(MostPoints);
        for (var block = 0; block < MostPoints; block++)
        {
            var from = (int)((long)points.Count * block / MostPoints);
            var to = (int)((long)points.Count * (block + 1) / MostPoints);
            var part = points.Skip(from).Take(to - from).ToList();
            condensed.Add(new(part[part.Count / 2].AtNanoseconds, Median.Compute(part.Select(point => point.Value))));
        }

        return condensed;
    }
}

/// <summary>Leak or traffic: what becomes of the live set while a program runs.</summary>
public enum LiveSetState
{
    /// <summary>Unknown from these points.</summary>
    Unknown,

    /// <summary>It grew all the time, to the end: a leak, a cache without bound, or one that still fills.</summary>
    Growing,

    /// <summary>It stays, or falls: what the program allocates is traffic.</summary>
    Plateau,
}

/// <summary>Why it is unknown whether a live set grows.</summary>
public enum LiveSetDoubt
{
    /// <summary>Too few collections of the whole heap.</summary>
    TooFew,

    /// <summary>The first and the last of them are too close together.</summary>
    TooShort,

    /// <summary>The program allocated more and more as well: more work at a time has more objects alive.</summary>
    LoadGrew,

    /// <summary>It grew first and then didn't, as a cache does that has filled.</summary>
    Settling,

    /// <summary>It varies too much to show a trend.</summary>
    Scatter,
}

/// <summary>How much more a program allocates a second at the end of its recording than at its beginning.</summary>
internal static class LoadGrowth
{
    /// <summary>From how many times as much on the load has grown, and the program didn't just warm up or vary.</summary>
    public const double Notable = 1.5;

    private const int Thirds = 3;

    /// <summary>The last third's rate ÷ the first third's; null where allocation or times are not recorded.</summary>
    public static double? Compute(Recording recording)
    {
        if (Ends(recording) is not { } ends) return null;
        var (begin, length) = (ends.Begin, ends.End - ends.Begin);
        Span<double> allocated = stackalloc double[Thirds];
        long? previous = null;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                if (collection.StartNanoseconds is not { } start) continue;
                var third = (int)Math.Clamp(Thirds * (double)(start - begin) / length, 0, Thirds - 1);
                // What is in use more than after the collection before was allocated between them.
                var grown = collection.HeapBeforeBytes - previous;
                allocated[third] += Math.Max(0, collection.AllocatedBytes ?? grown ?? 0);
                previous = collection.HeapAfterBytes ?? previous;
            }
        }

        return allocated[0] > 0 ? allocated[Thirds - 1] / allocated[0] : null;
    }

    private static (long Begin, long End)? Ends(Recording recording)
    {
        long? begin = null, end = null;
        foreach (var chunk in recording.Collections.ChunkSpans)
        {
            foreach (var collection in chunk)
            {
                begin ??= collection.StartNanoseconds;
                end = collection.StartNanoseconds ?? end;
            }
        }

        return begin < end ? (begin.Value, end!.Value) : null;
    }
}
