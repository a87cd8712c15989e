using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Metrics;

/// <summary>
/// Metrics under OpenTelemetry's own names, where they mean the same (semantic conventions 1.44, runtime metrics). Not there, because what
/// is seen has another meaning: <c>jvm.gc.duration</c> is of collector actions with their concurrent time, and
/// <c>jvm.memory.used_after_last_gc</c> is of each memory pool after a collection of that pool.
/// </summary>
internal sealed class StandardMetrics
{
    // In order of the generations' own words.
    private static readonly string[] Numbers = [Generations.Gen0, Generations.Gen1, Generations.Gen2];

    private readonly Dictionary<(ProcessLabels Process, string Generation), long> _collections = [];
    private readonly DurationSeries _goStops = new();
    private readonly Lock _lock = new();

    /// <summary>Counts what was seen.</summary>
    public void Add(RingProcess facts, in SeenStop seen, DateTimeOffset now)
    {
        // "From deciding to stop the world until the world is started again" is a stop.
        if (facts.Runtime == Runtimes.Go && seen is { Kind: SeenKind.Stop, Collects: true })
            _goStops.Add(facts, seen with { Generation = null, Cause = null }, now);
        // A collection of .NET may have several pauses; one of CPython is one.
        var counted = facts.Runtime == Runtimes.CPython ? SeenKind.Pause : SeenKind.Collection;
        if (seen.Kind != counted || seen.Generation is not { } generation || !Numbers.Contains(generation)) return;
        var key = (ProcessLabels.From(facts), generation);
        lock (_lock)
        {
            if (_collections.TryGetValue(key, out var count) || _collections.Count < ServiceLimits.MostSeries)
                _collections[key] = count + 1;
        }
    }

    /// <summary>The metrics at this moment.</summary>
    /// <param name="durations">Where pauses are counted.</param>
    /// <param name="native">Whether the fine buckets of histograms are needed.</param>
    public IEnumerable<MetricFamily> Families(DurationSeries durations, bool native)
    {
        yield return Collections(Runtimes.DotNet, "dotnet_gc_collections", "dotnet.gc.collections", generation =>
            new("dotnet.gc.heap.generation", generation));
        yield return Collections(Runtimes.CPython, "cpython_gc_collections", "cpython.gc.collections", generation =>
            new("cpython.gc.generation", Array.IndexOf(Numbers, generation).ToString(System.Globalization.CultureInfo.InvariantCulture))
                { IsNumber = true });
        var time = new MetricFamily("dotnet_gc_pause_time_seconds", SeriesKind.Counter, "The total amount of time paused in GC.")
            { Standard = ("dotnet.gc.pause.time", "s") };
        foreach (var process in durations.Samples(SeenKind.Pause, native: false).GroupBy(sample => ProcessLabels.From(sample.Labels)))
        {
            if (process.Key.Runtime == Runtimes.DotNet)
                time.Add(process.Key.With(), process.Sum(sample => sample.Durations?.SumSeconds ?? 0));
        }

        yield return time;
        var stops = new MetricFamily(
            "go_memory_gc_pause_duration_seconds", SeriesKind.Histogram, "Distribution of stop-the-world pause latencies of GC.")
            { Standard = ("go.memory.gc.pause.duration", "s") };
        foreach (var sample in _goStops.Samples(SeenKind.Stop, native))
            stops.Samples.Add(sample with { Labels = ProcessLabels.From(sample.Labels).With() });
        yield return stops;
    }

    private MetricFamily Collections(string runtime, string name, string standard, Func<string, MetricLabel> label)
    {
        var family = new MetricFamily(name, SeriesKind.Counter, "The number of garbage collections of a generation.")
            { Standard = (standard, "{collection}") };
        lock (_lock)
        {
            foreach (var ((process, generation), count) in _collections)
            {
                if (process.Runtime == runtime) family.Add(process.With(label(generation)), count);
            }
        }

        return family;
    }
}
