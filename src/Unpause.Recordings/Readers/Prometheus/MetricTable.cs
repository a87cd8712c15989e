using System.Text;

namespace Unpause.Recordings.Readers.Prometheus;

/// <summary>What a metric of a runtime is.</summary>
internal enum MetricKind
{
    /// <summary>Collections since the process's start, of a generation or a collector.</summary>
    Collections,

    /// <summary>The time of all pauses since the process's start.</summary>
    PauseSum,

    /// <summary>The longest of the pauses that the exporter still has.</summary>
    PauseLongest,

    /// <summary>How many pauses since the process's start took no longer than the bucket's bound.</summary>
    PauseBucket,

    /// <summary>Collections that the program requested, of those that are counted.</summary>
    Requested,

    HeapUsed,
    HeapCommitted,
    HeapGoal,
    Allocated,

    /// <summary>When the process started, in seconds since 1970.</summary>
    StartTime,

    /// <summary>Seconds since the process's start.</summary>
    Uptime,

    /// <summary>The runtime's version is a label.</summary>
    Version,
}

/// <summary>Where sums come from; of several in one process the highest counts.</summary>
internal enum MetricOrigin
{
    /// <summary>GarbageCollectorMXBean (client_java, jmx_exporter); its times of concurrent collectors are no pauses.</summary>
    Beans,

    /// <summary>OpenTelemetry's instrumentation up to .NET 8.</summary>
    OpenTelemetry,

    /// <summary>The runtime's own numbers: Go, CPython, .NET 9.</summary>
    Runtime,

    /// <summary>Micrometer's and prometheus-net's listeners, which time pauses.</summary>
    Listener,
}

/// <summary>A metric by its name.</summary>
/// <param name="Runtime">Of which runtime; null for those of any process.</param>
/// <param name="Factor">One of its units in ours: bytes, nanoseconds.</param>
/// <param name="Generation">The label that names the generation; null where it has none.</param>
/// <param name="IsInclusive">Counts of a generation include those of older ones (GC.CollectionCount).</param>
internal sealed record Metric(
    string? Runtime, MetricKind Kind, double Factor = 1, MetricOrigin Origin = MetricOrigin.Runtime, string? Generation = null,
    bool IsInclusive = false)
{
    private readonly byte[]? _label = Generation is null ? null : Encoding.ASCII.GetBytes(Generation);

    /// <summary>The label that names the generation, as bytes.</summary>
    public ReadOnlySpan<byte> GenerationLabel => _label;
}

/// <summary>
/// The metrics that say something of GC, by the names that exporters give them: client_golang, Micrometer, client_java (also of
/// jmx_exporter), prometheus_client of Python, prometheus-net with prometheus-net.DotNetRuntime, OpenTelemetry's exporters.
/// </summary>
internal static class MetricTable
{
    private const double Second = 1e9;

    private static readonly Dictionary<string, Metric> Rows = new(StringComparer.Ordinal)
    {
        // debug.ReadGCStats: a value is the sum of the stops of a cycle, the quantiles are of the last 256 cycles.
        ["go_gc_duration_seconds"] = new(Runtimes.Go, MetricKind.PauseLongest, Second),
        ["go_gc_duration_seconds_sum"] = new(Runtimes.Go, MetricKind.PauseSum, Second),
        ["go_gc_duration_seconds_count"] = new(Runtimes.Go, MetricKind.Collections),
        ["go_gc_cycles_forced_gc_cycles_total"] = new(Runtimes.Go, MetricKind.Requested),
        // runtime/metrics: single stops. Their _sum is an estimate of client_golang from the buckets, and is not read.
        ["go_sched_pauses_total_gc_seconds_bucket"] = new(Runtimes.Go, MetricKind.PauseBucket, Second),
        ["go_gc_pauses_seconds_bucket"] = new(Runtimes.Go, MetricKind.PauseBucket, Second),
        ["go_gc_pauses_seconds_total_bucket"] = new(Runtimes.Go, MetricKind.PauseBucket, Second),
        ["go_memstats_heap_alloc_bytes"] = new(Runtimes.Go, MetricKind.HeapUsed),
        ["go_memstats_next_gc_bytes"] = new(Runtimes.Go, MetricKind.HeapGoal),
        ["go_memstats_alloc_bytes_total"] = new(Runtimes.Go, MetricKind.Allocated),
        ["go_info"] = new(Runtimes.Go, MetricKind.Version),
        ["jvm_gc_pause_seconds_count"] =
            new(Runtimes.Jvm, MetricKind.Collections, Origin: MetricOrigin.Listener, Generation: "action"),
        ["jvm_gc_pause_seconds_sum"] = new(Runtimes.Jvm, MetricKind.PauseSum, Second, MetricOrigin.Listener),
        ["jvm_gc_pause_seconds_max"] = new(Runtimes.Jvm, MetricKind.PauseLongest, Second, MetricOrigin.Listener),
        ["jvm_gc_pause_seconds_bucket"] = new(Runtimes.Jvm, MetricKind.PauseBucket, Second, MetricOrigin.Listener),
        ["jvm_gc_collection_seconds_count"] = new(Runtimes.Jvm, MetricKind.Collections, Origin: MetricOrigin.Beans, Generation: "gc"),
        ["jvm_gc_collection_seconds_sum"] =
            new(Runtimes.Jvm, MetricKind.PauseSum, Second, MetricOrigin.Beans, Generation: "gc"),
        ["jvm_memory_used_bytes"] = new(Runtimes.Jvm, MetricKind.HeapUsed),
        ["jvm_memory_bytes_used"] = new(Runtimes.Jvm, MetricKind.HeapUsed),
        ["jvm_memory_committed_bytes"] = new(Runtimes.Jvm, MetricKind.HeapCommitted),
        ["jvm_memory_bytes_committed"] = new(Runtimes.Jvm, MetricKind.HeapCommitted),
        ["jvm_info"] = new(Runtimes.Jvm, MetricKind.Version),
        ["python_gc_collections_total"] = new(Runtimes.CPython, MetricKind.Collections, Generation: "generation"),
        ["python_info"] = new(Runtimes.CPython, MetricKind.Version),
        ["dotnet_collection_count_total"] =
            new(Runtimes.DotNet, MetricKind.Collections, Origin: MetricOrigin.Beans, Generation: "generation", IsInclusive: true),
        ["dotnet_gc_collections_total"] = new(Runtimes.DotNet, MetricKind.Collections, Generation: "gc_heap_generation"),
        ["dotnet_gc_pause_time_seconds_total"] = new(Runtimes.DotNet, MetricKind.PauseSum, Second),
        ["process_runtime_dotnet_gc_collections_count_total"] =
            new(Runtimes.DotNet, MetricKind.Collections, Origin: MetricOrigin.OpenTelemetry, Generation: "generation"),
        ["process_runtime_dotnet_gc_collections_count"] =
            new(Runtimes.DotNet, MetricKind.Collections, Origin: MetricOrigin.OpenTelemetry, Generation: "generation"),
        ["process_runtime_dotnet_gc_duration_nanoseconds_total"] =
            new(Runtimes.DotNet, MetricKind.PauseSum, Origin: MetricOrigin.OpenTelemetry),
        ["process_runtime_dotnet_gc_duration_ns"] = new(Runtimes.DotNet, MetricKind.PauseSum, Origin: MetricOrigin.OpenTelemetry),
        ["dotnet_gc_collection_count_total"] =
            new(Runtimes.DotNet, MetricKind.Collections, Origin: MetricOrigin.Listener, Generation: "gc_generation"),
        ["dotnet_gc_pause_seconds_sum"] = new(Runtimes.DotNet, MetricKind.PauseSum, Second, MetricOrigin.Listener),
        ["dotnet_gc_pause_seconds_bucket"] = new(Runtimes.DotNet, MetricKind.PauseBucket, Second, MetricOrigin.Listener),
        ["dotnet_total_memory_bytes"] = new(Runtimes.DotNet, MetricKind.HeapUsed),
        ["dotnet_gc_last_collection_heap_size_bytes"] = new(Runtimes.DotNet, MetricKind.HeapUsed),
        ["dotnet_gc_last_collection_memory_committed_size_bytes"] = new(Runtimes.DotNet, MetricKind.HeapCommitted),
        ["process_runtime_dotnet_gc_committed_memory_size_bytes"] = new(Runtimes.DotNet, MetricKind.HeapCommitted),
        ["process_start_time_seconds"] = new(null, MetricKind.StartTime, Second),
        ["process_uptime_seconds"] = new(null, MetricKind.Uptime, Second),
    };

    private static readonly Dictionary<string, Metric>.AlternateLookup<ReadOnlySpan<char>> Lookup =
        Rows.GetAlternateLookup<ReadOnlySpan<char>>();

    private static readonly int Longest = Rows.Keys.Max(name => name.Length);

    /// <summary>The metric of a name; null for one that says nothing of GC.</summary>
    public static Metric? Find(ReadOnlySpan<byte> name)
    {
        if (name.Length > Longest) return null;
        Span<char> text = stackalloc char[name.Length];
        return Ascii.ToUtf16(name, text, out _) == System.Buffers.OperationStatus.Done && Lookup.TryGetValue(text, out var found)
            ? found : null;
    }

    /// <summary>Whether a metric counts collections or the time of their pauses.</summary>
    public static bool IsOfCollector(Metric metric) =>
        metric.Kind is MetricKind.Collections or MetricKind.PauseSum or MetricKind.PauseBucket;
}
