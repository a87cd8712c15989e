namespace Unpause.Analysis.Diagnosis;

/// <summary>
/// How much a number improves if the advice is followed: the sentence of <see cref="Finding.ExpectedGain"/> as data.
/// </summary>
/// <param name="Metric">The number that improves, one of <see cref="GainMetrics"/>: the metric of a budget if there is one.</param>
/// <param name="Low">The smallest expected improvement; never negative. 0 if the sentence says "up to".</param>
/// <param name="High">The largest expected improvement; at least <paramref name="Low"/>, and never more than is possible.</param>
/// <param name="Unit">The unit of both: <c>ms</c>, <c>percent</c> (points), <c>bytes</c>, <c>collections</c>.</param>
public sealed record Gain(string Metric, double Low, double High, string Unit)
{
    private const int Digits = 3;

    /// <summary>Up to an amount of pause time; at most the total pause time.</summary>
    internal static Gain? PausesUpTo(AnalysedProcess process, double nanoseconds) =>
        UpTo(GainMetrics.TotalPause, Math.Min(nanoseconds, process.Summary.Pauses.TotalNanoseconds) / 1e6, "ms");

    /// <summary>Between two amounts of pause time; at most the total pause time.</summary>
    internal static Gain? PausesBetween(AnalysedProcess process, double least, double most)
    {
        var all = process.Summary.Pauses.TotalNanoseconds;
        return PausesUpTo(process, most) is { } gain
            ? gain with { Low = Math.Min(gain.High, Math.Round(Math.Clamp(least, 0, all) / 1e6, Digits)) }
            : null;
    }

    /// <summary>Up to a number of percentage points of throughput.</summary>
    internal static Gain? ThroughputUpTo(double points) => UpTo(GainMetrics.Throughput, points, "percent");

    /// <summary>Up to an amount; null if that is not finite.</summary>
    internal static Gain? UpTo(string metric, double most, string unit) =>
        double.IsFinite(most) ? new Gain(metric, 0, Math.Round(Math.Max(0, most), Digits), unit) : null;

    /// <summary>Between two amounts, in any order; null if they are not finite, or if nothing improves.</summary>
    internal static Gain? Between(string metric, double one, double other, string unit)
    {
        var (low, high) = (Math.Min(one, other), Math.Max(one, other));
        return UpTo(metric, high, unit) is { High: > 0 } most ? most with { Low = Math.Round(Math.Max(0, low), Digits) } : null;
    }

    /// <summary>A predicted amount, with low and high the same; null if that is not finite.</summary>
    internal static Gain? About(string metric, double predicted, string unit) =>
        UpTo(metric, predicted, unit) is { } most ? most with { Low = most.High } : null;
}

/// <summary>Metrics of an expected improvement. The first three are also metrics of budgets.</summary>
public static class GainMetrics
{
    /// <summary>Share of run time outside pauses; an improvement is more percentage points.</summary>
    public const string Throughput = "throughput";

    /// <summary>Total pause time; an improvement is fewer milliseconds.</summary>
    public const string TotalPause = "total_pause";

    /// <summary>The longest pause; an improvement is fewer milliseconds.</summary>
    public const string MaxPause = Recordings.Words.MetricNames.MaxPause;

    /// <summary>Number of collections; an improvement is fewer collections.</summary>
    public const string Collections = "collections";

    /// <summary>Total stopped time, including time to safepoint; an improvement is fewer milliseconds.</summary>
    public const string TotalStop = "total_stop";

    /// <summary>Total allocation stall time over all threads; an improvement is fewer milliseconds.</summary>
    public const string TotalStall = "total_stall";

    /// <summary>Memory that the heap retains; an improvement is fewer bytes.</summary>
    public const string RetainedHeap = "retained_heap";

    /// <summary>Share of the time of all processors that the collector uses; an improvement is fewer percentage points.</summary>
    public const string CollectorCpu = "collector_cpu";
}
