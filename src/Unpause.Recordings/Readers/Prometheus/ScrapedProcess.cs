using System.Text;

namespace Unpause.Recordings.Readers.Prometheus;

/// <summary>One process in its scrapes.</summary>
internal sealed class ScrapedProcess
{
    private const double Percent = 100, Second = 1e9;

    /// <summary>Series that are kept of a process: an exporter has some twenty of GC.</summary>
    private const int MostSeries = 4_096;

    /// <summary>Of what one series says to have happened: more is damage.</summary>
    private const int MostTogether = 1_000;

    private const int SeriesBytes = 200;

    /// <summary>How many of its last cycles Go's quantiles are of (runtime/debug.GCStats).</summary>
    private const int Ring = 256;

    private static readonly int Origins = Enum.GetValues<MetricOrigin>().Length;

    private readonly Dictionary<(Metric Metric, ulong Labels), ScrapedSeries> _series = [];
    /// <summary>Those that the scrape has.</summary>
    private readonly List<ScrapedSeries> _now = [];

    private readonly CounterSeries[] _shares;
    private readonly CounterSeries _heap = new("heap in use", "bytes"), _committed = new("heap committed", "bytes"),
        _goal = new("heap goal", "bytes");

    private readonly double[] _pauses, _longestInterval;
    private readonly bool[] _hasSums = new bool[Origins];
    private readonly HashSet<(Metric, ulong)> _gauges = [];
    private readonly RecordingBuilder _recording;
    private double? _heapNow, _committedNow, _goalNow, _started, _startedNow, _uptimeNow, _longest, _longestBefore;
    private double _mostCycles;
    private long _scrapes;
    private long? _zero, _last, _sampled;
    private bool _hasZone = true, _usesUptime;

    public ScrapedProcess(string runtime, ReadContext context)
    {
        _recording = new RecordingBuilder
        {
            Source = new SourceBuilder { Format = MetricFormats.Prometheus, Runtime = runtime, Files = context.Files },
        };
        _shares = [.. Enumerable.Range(0, Origins).Select(_ => new CounterSeries(ProcessCounter.TimeInPauses, "percent"))];
        (_pauses, _longestInterval) = (new double[Origins], new double[Origins]);
        context.Memory.Watch(() => _recording.MemoryBytes + ((long)_series.Count * SeriesBytes) + _heap.MemoryBytes + _committed.MemoryBytes
            + _goal.MemoryBytes + _shares.Sum(share => share.MemoryBytes));
    }

    public CoverageBuilder Coverage => _recording.Coverage;

    /// <summary>Whether a scrape has ended.</summary>
    public bool HasScrapes => _scrapes > 0;

    private string Runtime => _recording.Source.Runtime;

    /// <summary>Whether the scrape that is being read has a series already.</summary>
    public bool Has(Metric metric, ulong labels) =>
        _gauges.Contains((metric, labels)) || (_series.TryGetValue((metric, labels), out var series) && series.Now is not null);

    /// <summary>Takes a sample of a metric of the runtime.</summary>
    public void Take(in ScrapeLine sample, ulong labels)
    {
        if (sample.UnixNanoseconds is { } unix) _sampled = Math.Max(unix, _sampled ?? 0);
        var value = sample.Value * sample.Metric.Factor;
        switch (sample.Metric.Kind)
        {
            case MetricKind.PauseLongest: TakeLongest(sample, value, labels); return;
            case MetricKind.HeapUsed:
                if (IsHeap(sample)) TakeSize(ref _heapNow, sample.Metric, value, labels);
                return;
            case MetricKind.HeapCommitted:
                if (IsHeap(sample)) TakeSize(ref _committedNow, sample.Metric, value, labels);
                return;
            case MetricKind.HeapGoal: TakeSize(ref _goalNow, sample.Metric, value, labels); return;
            case MetricKind.Version: TakeVersion(ScrapeLabels.Find(sample.Labels, "version"u8)); return;
        }

        if (!_series.TryGetValue((sample.Metric, labels), out var series))
        {
            if (_series.Count >= MostSeries) return;
            var collector = sample.Metric.Generation is null
                ? default : CollectorName.Find(ScrapeLabels.Find(sample.Labels, sample.Metric.GenerationLabel));
            series = new ScrapedSeries(sample.Metric, collector, Bound(sample));
            _series.Add((sample.Metric, labels), series);
            if (sample.Metric.Kind == MetricKind.PauseSum) _hasSums[(int)sample.Metric.Origin] = true;
        }

        if (series.Now is null) _now.Add(series);

        // The factor of a bucket is that of its bound.
        series.Now = sample.Metric.Kind == MetricKind.PauseBucket ? sample.Value : value;
    }

    /// <summary>Takes a sample of a metric of any process.</summary>
    public void TakeOfAny(Metric metric, double value)
    {
        if (metric.Kind == MetricKind.StartTime) _startedNow = value;
        else if (value <= Limits.LongestNanoseconds) _uptimeNow = value;
    }

    /// <summary>Whether the scrape is of another process: what is counted fell, or it has another start.</summary>
    public bool IsOfAnother()
    {
        if (_startedNow is { } now && _started is { } before && Math.Abs(now - before) > Second) return true;
        return _now.Exists(static series => series.Falls);
    }

    /// <summary>A process for the scrape that is being read, which is not of this one.</summary>
    public ScrapedProcess Restart(ReadContext context)
    {
        Coverage.Add("Counters fell between two scrapes: the process was restarted. What follows is reported as a process of its own.");
        var next = new ScrapedProcess(Runtime, context)
        {
            _heapNow = _heapNow, _committedNow = _committedNow, _goalNow = _goalNow, _startedNow = _startedNow, _uptimeNow = _uptimeNow,
            _longestBefore = _longestBefore, _sampled = _sampled,
        };
        next._recording.Source.RuntimeVersion = _recording.Source.RuntimeVersion;
        foreach (var (key, series) in _series)
        {
            if (series.Now is not { } value) continue;
            var same = new ScrapedSeries(series.Metric, series.Collector, series.Bound) { Now = value };
            next._series.Add(key, same);
            next._now.Add(same);
            series.Now = null;
        }

        _now.Clear();
        _hasSums.CopyTo(next._hasSums, 0);
        return next;
    }

    /// <summary>The scrape has ended.</summary>
    /// <param name="unixNanoseconds">The time of a line in front of it; null without.</param>
    public void EndScrape(long? unixNanoseconds, bool hasZone)
    {
        _gauges.Clear();
        if (_now.Count == 0) return;
        var isFirst = _scrapes++ == 0;
        var at = Time(unixNanoseconds, hasZone);
        var interval = at - _last;
        _last = at ?? _last;
        _started = _startedNow ?? _started;
        EndSeries(isFirst, at, interval);
        if (_heapNow is { } heap) _heap.Add(at, heap);
        if (_committedNow is { } committed) _committed.Add(at, committed);
        if (_goalNow is { } goal) _goal.Add(at, goal);
        if (_longestBefore is { } longest) _longest = Math.Max(longest, _longest ?? 0);
        (_heapNow, _committedNow, _goalNow, _startedNow, _longestBefore, _sampled) = (null, null, null, null, null, null);
    }

    /// <summary>The recording.</summary>
    /// <param name="lines">Lines of the input.</param>
    public Recording Finish(long lines)
    {
        Coverage.Lines = lines;
        var span = _scrapes > 1 && _last > 0 ? _last : null;
        _recording.DurationNanoseconds = span;
        if (!_usesUptime && _zero is { } zero && Clock.Since1970(zero, 0, "times of the scrapes") is { StartedAt: not null } clock)
        {
            _recording.Clock = clock with
            {
                UncertaintyNanoseconds = null,
                Basis = _hasZone ? clock.Basis : "times of the scrapes, whose zone is not known: taken as UTC",
            };
        }

        if (_scrapes == 1)
        {
            Coverage.Add("There is one scrape: what happened when is known only from several. Scrape again, with a time before each: "
                + "while true; do date +%s; curl -s URL/metrics; sleep 10; done >> metrics.txt");
        }

        var collections = OriginOf(MetricKind.Collections);
        if (_scrapes > 1 && collections is { } counting) ListCollections(counting);
        AddTotals(collections, OriginOf(MetricKind.PauseSum), span);
        AddBounds();
        var allocated = Sum(MetricKind.Allocated, MetricOrigin.Runtime, since: false);
        if (_scrapes > 1 && allocated is > 0 and < long.MaxValue / 2)
        {
            (_recording.AllocatedBytes, _recording.AllocatedSource) = ((long)allocated, AllocatedSources.Counter);
        }

        var share = OriginOf(MetricKind.PauseSum) is { } origin ? _shares[(int)origin] : _shares[0];
        _recording.ProcessCounters = CounterSeries.Build(0, share, _heap, _committed, _goal);
        return _recording.Build();
    }

    private static bool IsHeap(in ScrapeLine sample) =>
        ScrapeLabels.Find(sample.Labels, "area"u8) is var area && (area.IsEmpty || area.SequenceEqual("heap"u8));

    private static double Share(double part, double span) => Math.Min(Percent * part / span, Percent);

    private static double Bound(in ScrapeLine sample)
    {
        var text = ScrapeLabels.Find(sample.Labels, "le"u8);
        return sample.Metric.Kind == MetricKind.PauseBucket && System.Buffers.Text.Utf8Parser.TryParse(text, out double bound, out var used)
            && used == text.Length && bound >= 0 ? bound * sample.Metric.Factor : double.PositiveInfinity;
    }

    private void TakeLongest(in ScrapeLine sample, double value, ulong labels)
    {
        var quantile = ScrapeLabels.Find(sample.Labels, "quantile"u8);
        if (!_gauges.Add((sample.Metric, labels)) || !(quantile.IsEmpty || quantile.SequenceEqual("1"u8))) return;
        if (value <= Limits.PauseNanoseconds) _longestBefore = Math.Max(value, _longestBefore ?? 0);
    }

    private void TakeSize(ref double? sum, Metric metric, double bytes, ulong labels)
    {
        if (_gauges.Count < MostSeries && _gauges.Add((metric, labels)) && bytes <= Limits.HeapBytes) sum = (sum ?? 0) + bytes;
    }

    private void TakeVersion(ReadOnlySpan<byte> text)
    {
        if (text.StartsWith("go"u8)) text = text[2..];
        if (text.Length is > 0 and <= Limits.VersionChars) _recording.Source.RuntimeVersion = Encoding.UTF8.GetString(text);
    }

    private long? Time(long? unixNanoseconds, bool hasZone)
    {
        if ((unixNanoseconds ?? _sampled) is not { } unix)
        {
            // Without a time, the process's own uptime tells how long it was between scrapes.
            if (_uptimeNow is not { } uptime || (_scrapes > 1 && !_usesUptime)) return null;
            _usesUptime = true;
            unix = (long)uptime;
        }
        else
        {
            if (_usesUptime) return null;
            _hasZone &= hasZone;
        }

        _zero ??= unix;
        return Math.Max(unix - _zero.Value, _last ?? 0);
    }

    private void EndSeries(bool isFirst, long? at, long? interval)
    {
        Span<double> pauses = stackalloc double[Origins];
        foreach (var series in _now)
        {
            var added = series.EndScrape(isFirst);
            if (series.Metric.Kind == MetricKind.PauseSum && !series.Collector.IsConcurrent) pauses[(int)series.Metric.Origin] += added;
            if (series.Metric.Kind == MetricKind.Collections) _mostCycles = Math.Max(_mostCycles, added);
        }

        _now.Clear();
        if (isFirst) return;
        for (var origin = 0; origin < Origins; origin++)
        {
            _pauses[origin] += pauses[origin];
            _longestInterval[origin] = Math.Max(_longestInterval[origin], pauses[origin]);
            // A pause of a long interval is counted when it ends.
            if (interval > 0 && _hasSums[origin]) _shares[origin].Add(at, Share(pauses[origin], interval.Value));
        }
    }

    /// <summary>The best origin of a kind of metric; null where there is none.</summary>
    private MetricOrigin? OriginOf(MetricKind kind)
    {
        MetricOrigin? best = null;
        foreach (var series in _series.Values)
        {
            if (series.Metric.Kind == kind && !(series.Metric.Origin < best)) best = series.Metric.Origin;
        }

        return best;
    }

    /// <summary>The sum over series.</summary>
    /// <param name="since">Since the process's start; else between the first scrape and the last.</param>
    private double Sum(MetricKind kind, MetricOrigin origin, bool since, Func<ScrapedSeries, bool>? which = null)
    {
        double sum = 0;
        foreach (var series in _series.Values)
        {
            if (series.Metric.Kind != kind || series.Metric.Origin != origin || which?.Invoke(series) == false) continue;
            sum += since ? series.Last : series.Counted;
        }

        return sum;
    }

    /// <summary>How many collections of each generation there were.</summary>
    private List<(CollectorName Collector, double Count)> Counts(MetricOrigin origin, bool since)
    {
        var counts = new List<(CollectorName Collector, double Count)>();
        foreach (var series in _series.Values)
        {
            if (series.Metric.Kind != MetricKind.Collections || series.Metric.Origin != origin || series.Collector.IsPause) continue;
            var count = since ? series.Last : series.Counted;
            var older = series.Collector.Generation switch
            {
                Generations.Gen0 => Generations.Gen1,
                Generations.Gen1 => Generations.Gen2,
                _ => null,
            };
            if (series.Metric.IsInclusive && older is not null)
            {
                count -= Sum(MetricKind.Collections, origin, since, other => other.Collector.Generation == older);
            }

            var at = counts.FindIndex(one => one.Collector == series.Collector);
            if (at < 0) counts.Add((series.Collector, Math.Max(count, 0)));
            else counts[at] = (series.Collector, counts[at].Count + Math.Max(count, 0));
        }

        counts.Sort(static (one, other) => string.CompareOrdinal(one.Collector.Generation, other.Collector.Generation));
        return counts;
    }

    /// <summary>Collections are counted without times.</summary>
    private void ListCollections(MetricOrigin origin)
    {
        var isGo = Runtime == Runtimes.Go;
        var requested = Sum(MetricKind.Requested, origin, since: false);
        foreach (var (collector, count) in Counts(origin, since: false))
        {
            for (var i = 0; i < Math.Min(count, MostTogether * _scrapes); i++)
            {
                if (_recording.Collections.Count >= MostTogether * MostTogether) return;
                var collection = _recording.Begin(_recording.Collections.Count);
                collection.Generation = collector.Generation;
                collection.Kind = isGo || collector.IsConcurrent ? CollectionKind.Background : CollectionKind.Blocking;
                collection.WholeHeap = isGo;
                collection.Induced = isGo && i < requested;
            }
        }
    }

    private void AddTotals(MetricOrigin? collections, MetricOrigin? sums, long? span)
    {
        var age = Age();
        var ago = age is { } known ? $", {Quantities.Duration(known)} before the last scrape," : "";
        Coverage.Add($"Since the process's start{ago} there were "
            + $"{Number(collections, since: true)}{Total(sums is { } all ? PauseSum(all, since: true) : null, age)}.");
        if (_scrapes == 1)
        {
            if (age > 0 && sums is { } one) _shares[(int)one].Add(null, Share(PauseSum(one, since: true), age.Value));
        }
        else
        {
            if (span > 0 && sums is { } between) _shares[(int)between].Mean = Share(_pauses[(int)between], span.Value);
            Coverage.Add($"{Number(collections, since: false)} between the first and the last of {Quantities.Count(_scrapes)} scrapes"
                + $"{Total(sums is { } counted ? _pauses[(int)counted] : null, span)}.");
        }

        Coverage.Add("Metrics are counts and sums: when a collection ran and how long a pause was is not in them. "
            + (sums is null ? "None of them says how long pauses took. " : "")
            + "unpause record PID has each pause.");
    }

    private double? Age() => _usesUptime || _uptimeNow is not null ? _uptimeNow
        : _zero + _last - _started is > 0 and <= Limits.LongestNanoseconds and { } age ? age : null;

    private double PauseSum(MetricOrigin origin, bool since) =>
        Sum(MetricKind.PauseSum, origin, since, static series => !series.Collector.IsConcurrent);

    private string Number(MetricOrigin? origin, bool since)
    {
        if (origin is not { } counting) return "an unknown number of collections";
        var counts = Counts(counting, since);
        var all = Quantities.Count((long)Math.Min(counts.Sum(one => one.Count), long.MaxValue / 2), "collection");
        var parts = counts.Where(one => one.Collector.Generation is not null && one.Count >= 1)
            .Select(one => $"{one.Collector.Generation} {Quantities.Count((long)Math.Min(one.Count, long.MaxValue / 2))}").ToList();
        return parts.Count > 0 ? $"{all} ({string.Join(", ", parts)})" : all;
    }

    private static string Total(double? nanoseconds, double? span)
    {
        if (nanoseconds is not { } sum) return "";
        var share = span > 0 ? $", {Quantities.Percent(Share(sum, span.Value))} of the time" : "";
        return $", pauses took {Quantities.Duration(sum)} in all{share}";
    }

    private void AddBounds()
    {
        if (_longest is { } longest)
        {
            Coverage.Add(Runtime == Runtimes.Go
                ? $"The stops of one cycle took {Quantities.Duration(longest)} together at most, by quantile 1 of go_gc_duration_seconds: "
                    + $"each scrape has it for the last {Ring} cycles, and a cycle mostly has two stops."
                    + (_mostCycles > Ring ? $" Between two scrapes there were more than {Ring} cycles: some are not in it." : "")
                : $"The longest pause that a scrape shows took {Quantities.Duration(longest)}. The exporter drops it after some minutes.");
        }

        // Go's quantiles are the better bound where each scrape has all cycles since the one before.
        var isKnown = Runtime == Runtimes.Go && _longest is not null && _mostCycles <= Ring;
        if (_scrapes > 1 && !isKnown && OriginOf(MetricKind.PauseSum) is { } origin && _longestInterval[(int)origin] > 0)
        {
            Coverage.Add($"No pause between the scrapes is longer than {Quantities.Duration(_longestInterval[(int)origin])}, "
                + "the most between two of them.");
        }

        if (Buckets() is var (count, bound))
        {
            var since = _scrapes > 1 ? "between the first scrape and the last" : "since the process's start";
            Coverage.Add($"The histogram counts {Quantities.Count(count, "pause")} {since}: "
                + (double.IsFinite(bound) ? $"none took longer than {Quantities.Duration(bound)}." : "some are above its largest bound."));
        }

        if (_series.Values.Any(series => series.Metric.Kind == MetricKind.PauseSum && series.Collector.IsConcurrent))
        {
            Coverage.Add("Times of cycles in which the application runs (ZGC, Shenandoah, CMS) are not added to the pauses.");
        }
    }

    /// <summary>How many pauses the histogram counts, and the least bound that all of them have.</summary>
    private (long Count, double Bound)? Buckets()
    {
        var bounds = new SortedDictionary<double, double>();
        var metric = _series.Values.FirstOrDefault(series => series.Metric.Kind == MetricKind.PauseBucket)?.Metric;
        foreach (var series in _series.Values)
        {
            if (series.Metric != metric) continue;
            var count = _scrapes > 1 ? series.Counted : series.Last;
            bounds[series.Bound] = bounds.GetValueOrDefault(series.Bound) + count;
        }

        if (bounds.Count == 0 || !bounds.TryGetValue(double.PositiveInfinity, out var all) || all is < 1 or > 1e15) return null;
        foreach (var (bound, count) in bounds)
        {
            if (count >= all) return ((long)all, bound);
        }

        return null;
    }
}
