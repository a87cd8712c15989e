namespace Unpause.Recordings.Readers.Prometheus;

/// <summary>One series of a process that never falls while the process runs.</summary>
/// <param name="metric">Its metric.</param>
/// <param name="generation">Whose collections or pauses it counts.</param>
/// <param name="bound">Of a bucket, the longest pause in it, in nanoseconds; of the last bucket infinite.</param>
internal sealed class ScrapedSeries(Metric metric, CollectorName generation, double bound)
{
    /// <summary>Of sums in seconds, the last digits differ by rounding.</summary>
    private const double Rounding = 1e-9;

    private double _last;
    private bool _isKnown;

    public Metric Metric { get; } = metric;

    public CollectorName Collector { get; } = generation;

    public double Bound { get; } = bound;

    /// <summary>Its value in the scrape that is being read; null when it is not in it.</summary>
    public double? Now { get; set; }

    /// <summary>What it had counted at the first scrape.</summary>
    public double Before { get; private set; }

    /// <summary>What it counted between the first scrape and the last.</summary>
    public double Counted => _last - Before;

    /// <summary>What it has counted since the process's start.</summary>
    public double Last => _last;

    /// <summary>Whether the value is of another process.</summary>
    public bool Falls => _isKnown && Now < _last - (_last * Rounding);

    /// <summary>Takes the scrape's value.</summary>
    /// <param name="isFirst">Whether it is the process's first scrape; a series that comes later began at 0.</param>
    /// <returns>What was counted since the scrape before.</returns>
    public double EndScrape(bool isFirst)
    {
        if (Now is not { } now) return 0;
        if (isFirst) Before = now;
        var added = isFirst ? 0 : Math.Max(now - _last, 0);
        (_last, _isKnown, Now) = (isFirst ? now : _last + added, true, null);
        return added;
    }
}

/// <summary>What the label of a metric says whose collections it counts.</summary>
/// <param name="Generation">In the contract; null for one that has none.</param>
/// <param name="IsConcurrent">The application runs meanwhile, so its time is not one of pauses.</param>
/// <param name="IsPause">It counts pauses of a concurrent collector, and not its collections.</param>
internal readonly record struct CollectorName(string? Generation, bool IsConcurrent = false, bool IsPause = false)
{
    /// <summary>GarbageCollectorMXBean and GarbageCollectionNotificationInfo of HotSpot; numbers of .NET and CPython.</summary>
    private static readonly (byte[] Text, CollectorName Name)[] Table =
    [
        .. new (string, CollectorName)[]
        {
            ("0", new(Generations.Gen0)), ("1", new(Generations.Gen1)), ("2", new(Generations.Gen2)),
            ("gen0", new(Generations.Gen0)), ("gen1", new(Generations.Gen1)), ("gen2", new(Generations.Gen2)),
            ("end of minor GC", new(Generations.Young)), ("end of major GC", new(Generations.Full)),
            ("end of GC pause", new(null, IsPause: true)), ("end of GC cycle", new(Generations.Old, IsConcurrent: true)),
            ("end of concurrent GC pause", new(null, IsPause: true)),
            ("PS Scavenge", new(Generations.Young)), ("ParNew", new(Generations.Young)), ("Copy", new(Generations.Young)),
            ("G1 Young Generation", new(Generations.Young)), ("G1 Old Generation", new(Generations.Full)),
            ("PS MarkSweep", new(Generations.Full)), ("MarkSweepCompact", new(Generations.Full)),
            // Its time is that of the pauses (Remark, Cleanup) of JDK 20 and later.
            ("G1 Concurrent GC", new(Generations.Old)),
            ("ConcurrentMarkSweep", new(Generations.Old, IsConcurrent: true)),
            ("ZGC", new(Generations.Old, IsConcurrent: true)), ("ZGC Cycles", new(Generations.Old, IsConcurrent: true)),
            ("ZGC Minor Cycles", new(Generations.Young, IsConcurrent: true)),
            ("ZGC Major Cycles", new(Generations.Old, IsConcurrent: true)),
            ("Shenandoah Cycles", new(Generations.Old, IsConcurrent: true)),
            ("ZGC Pauses", new(null, IsPause: true)), ("ZGC Minor Pauses", new(null, IsPause: true)),
            ("ZGC Major Pauses", new(null, IsPause: true)), ("Shenandoah Pauses", new(null, IsPause: true)),
        }.Select(row => (System.Text.Encoding.ASCII.GetBytes(row.Item1), row.Item2)),
    ];

    /// <summary>Reads a label's value; of an unknown one nothing is known but that it counts.</summary>
    public static CollectorName Find(ReadOnlySpan<byte> value)
    {
        foreach (var (text, name) in Table)
        {
            if (value.SequenceEqual(text)) return name;
        }

        return default;
    }
}
