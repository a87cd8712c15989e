namespace Unpause.Fleet.Tests.Prometheus;

/// <summary>A process of a fleet in Prometheus, as the watcher exports it, with all its stops.</summary>
internal sealed class StoredProcess(string service, string instance, string version)
{
    /// <summary>Seconds between two samples.</summary>
    public const int Step = 15;

    private static readonly string[] Causes = ["G1 Evacuation Pause", "a \"quoted\\\" cause"];

    /// <summary>Service, instance and version.</summary>
    public (string Service, string Instance, string Version) Labels { get; } = (service, instance, version);

    /// <summary>When the first sample is, in seconds since 1970.</summary>
    public required long First { get; init; }

    /// <summary>When the last is.</summary>
    public required long Last { get; init; }

    /// <summary>When the watcher started again: counters are 0 afterwards.</summary>
    public long Restart { get; init; } = long.MaxValue;

    /// <summary>All stops: when, and how long in seconds.</summary>
    public required List<(double At, double Seconds)> Stops { get; init; }

    /// <summary>Stops at random times from the first sample on, which a sample follows before anything starts again.</summary>
    public static List<(double At, double Seconds)> Random(Random random, long first, long last, double perSecond, double median)
    {
        var stops = new List<(double, double)>();
        for (var at = first + 1.0; at < last - 1; at += -Math.Log(1 - random.NextDouble()) / perSecond)
            stops.Add((at, median * Math.Exp(
                Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(6.2831853 * random.NextDouble()))));
        return stops;
    }

    /// <summary>Writes the samples of a time: a server takes none that are much older than the latest.</summary>
    public void WriteTo(RemoteWrite request, bool native, long from, long to)
    {
        for (var cause = 0; cause < Causes.Length; cause++)
        {
            var labels = Own("unpause_stop_seconds").Append(("cause", Causes[cause])).Append(("generation", "young")).ToList();
            // A histogram starts with its first stop, and is not there before.
            var points = Times().Where(at => at >= from && at < to).Select(at => (At: at, Stops: UpTo(at, cause)))
                .Where(point => point.Stops.Count > 0).ToList();
            if (native)
            {
                request.Add(labels, Within(points.Select(point => (point.At * 1000, (Histogram?)Histogram.Of(point.Stops)))
                    .Select(point => (point.Item1, point.Item2 is { } known ? (known.Count, known.Sum, known.Buckets)
                        : ((long, double, SortedDictionary<int, long>)?)null))));
                continue;
            }

            foreach (var bound in KnownStops.Bounds.Append(double.PositiveInfinity))
            {
                var le = double.IsInfinity(bound) ? "+Inf" : bound.ToString(System.Globalization.CultureInfo.InvariantCulture);
                Classic("_bucket", stops => stops.Count(stop => stop <= bound), ("le", le));
            }

            Classic("_sum", stops => stops.Sum());
            Classic("_count", stops => stops.Count);

            void Classic(string suffix, Func<List<double>, double> value, params (string, string)[] more) => request.Add(
                labels.Select(label => label.Item1 == "__name__" ? ("__name__", "unpause_stop_seconds" + suffix) : label).Concat(more),
                Within(points.Select(point => (point.At * 1000, (double?)value(point.Stops)))));
        }

        Gauge("unpause_watched_processes", 1, ("state", "live"));
        Gauge("unpause_process_info", 1, ("pid", "7"), ("key", "7-1"), ("runtime_version", "21.0.1"), ("state", "live"));
        Gauge("unpause_memory_limit_bytes", 512 << 20);
        Gauge("unpause_heap_limit_bytes", 384 << 20);
        Gauge("unpause_heap_after_bytes", 100 << 20);
        Gauge("unpause_finding_info", 1, ("finding", "cramped-heap"), ("severity", "high"));
        Gauge("unpause_finding_info", 1, ("finding", "something-else"), ("severity", "info"));
        Gauge("unpause_finding_stop_ratio", 0.5, ("finding", "cramped-heap"));
        // In each second of two reports.
        request.Add(Own("unpause_finding_stop_ratio").Append(("finding", "low-throughput")), Within(Times()
            .Select(at => (at * 1000, at % 600 < 300 ? (double?)0.2 : null)).Where(point => point.Item2 is not null)));
        Gauge("unpause_verdict_requests", 1000);
        Gauge("unpause_verdict_slow_requests", 20);
        Gauge("unpause_verdict_slow_requests_because_of_gc", 5);
        request.Add(Own("unpause_verdict_timestamp_seconds"), Within(Times().Select(at => (at * 1000, (double?)(at - (at % 600))))));

        // A series that ends is marked as stale.
        IEnumerable<(long Milliseconds, T? Value)> Within<T>(IEnumerable<(long Milliseconds, T? Value)> points)
            where T : struct => points.Append(((Last + Step) * 1000, null))
                .Where(point => point.Milliseconds >= from * 1000 && point.Milliseconds < to * 1000);

        void Gauge(string name, double value, params (string, string)[] more) =>
            request.Add(Own(name).Concat(more), Within(Times().Select(at => (at * 1000, (double?)value))));
    }

    private IEnumerable<(string Name, string Value)> Own(string name) =>
    [
        ("__name__", name), ("job", "unpause"), ("service", Labels.Service), ("instance", Labels.Instance), ("version", Labels.Version),
        ("runtime", "jvm"),
    ];

    private IEnumerable<long> Times()
    {
        for (var at = First; at <= Last; at += Step) yield return at;
    }

    /// <summary>A series that ends is marked as stale.</summary>
    private IEnumerable<(long Milliseconds, T? Value)> Ended<T>(IEnumerable<(long Milliseconds, T? Value)> points)
        where T : struct => points.Append(((Last + Step) * 1000, null));

    private List<double> UpTo(long at, int cause) =>
    [
        .. Stops.Where((stop, i) => i % Causes.Length == cause && stop.At <= at && (at < Restart || stop.At > Restart))
            .Select(stop => stop.Seconds),
    ];

    private readonly record struct Histogram(long Count, double Sum, SortedDictionary<int, long> Buckets)
    {
        public static Histogram Of(List<double> stops)
        {
            var buckets = new SortedDictionary<int, long>();
            foreach (var stop in stops)
            {
                var bucket = KnownStops.BucketOf(stop);
                buckets[bucket] = buckets.GetValueOrDefault(bucket) + 1;
            }

            return new Histogram(stops.Count, stops.Sum(), buckets);
        }
    }
}
