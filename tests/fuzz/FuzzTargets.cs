using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Unpause.Analysis.Settings;
using Unpause.Recorder.Probes;
using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Recorder.Stderr;
using Unpause.Recordings;
using Unpause.Recordings.Cycles;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.Loading;
using Unpause.Recordings.PythonHeaps;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Archives;
using Unpause.Recordings.Readers.Jvm.PerfData;
using Unpause.Reports;
using Unpause.Reports.Checks;
using Unpause.Reports.Comparison;
using Unpause.Reports.Cycles;
using Unpause.Reports.Filling;
using Unpause.Reports.Heap;
using Unpause.Reports.Html;
using Unpause.Requests;
using Unpause.Requests.Latencies;
using Unpause.Requests.Logs;

namespace Unpause.Fuzz;

/// <summary>Every reader of foreign bytes, one row each.</summary>
[SupportedOSPlatform("linux")]
internal static class FuzzTargets
{
    // When a load test began whose file counts from there: any moment will do.
    private const long BeganUnixNanoseconds = 1_700_000_000_000_000_000;

    /// <summary>The table.</summary>
    public static IReadOnlyList<FuzzTarget> All { get; } =
    [
        new("jvm-unified", Recording, "samples/jvm/*.log", "samples/jvm/*.log.gz", "tests/Unpause.Tests/fixtures/jvm/*.log*")
            { Takes = IsRecording("jvm-unified") },
        new("jvm-legacy", Recording, "tests/Unpause.Tests/fixtures/jvm/*jdk8.log.gz", "tests/Unpause.Tests/fixtures/jvm/*legacy*")
            { Takes = IsRecording("jvm-legacy"), Words = ["[GC", "[Full GC", "[ParNew", "[CMS-concurrent-mark", "[Times: user="] },
        new("openj9", Recording, "tests/Unpause.Tests/fixtures/jvm/openj9/*.xml")
        {
            Takes = IsRecording("openj9"),
            Words = ["<exclusive-start id=\"1\" timestamp=\"", "<exclusive-end ", " durationms=\"", " contextid=\"", "<gc-op ", "<mem "],
        },
        new("jvm-native-image", Recording, "tests/Unpause.Tests/fixtures/jvm/native-image/*.log")
        {
            Takes = IsNativeImage, Words = ["[Incremental GC (", " msec: Full GC (", "GC(1) Pause Incremental GC (", "  Eden: "],
        },
        new("jvm-monitor", Recording, "tests/Unpause.Tests/fixtures/jvm/monitors/*.log")
        {
            Takes = IsRecording("jvm-monitor"), Words = ["[gc][", "] duration [", "GC pool '", "No GCs detected", " GC in ", "GC for "],
        },
        new("spark-events", Recording, "tests/Unpause.Tests/fixtures/jvm/spark/*.json")
        {
            Takes = IsRecording("spark-events"),
            Words = ["{\"Event\":\"SparkListenerTaskEnd\"", "\"Task Info\":{", "\"Task Metrics\":{", "\"JVM GC Time\":"],
        },
        new("jstat", Recording, "tests/Unpause.Tests/fixtures/jvm/jstat/*.txt")
        {
            Takes = IsRecording("jstat"), Words = ["Timestamp ", " YGC YGCT FGC FGCT CGC CGCT GCT\n", " 1 0.001", " - -", " 0.00"],
        },
        new("hotspot-events", Recording, "tests/Unpause.Tests/fixtures/jvm/event-logs/*.txt")
        {
            Takes = IsRecording("hotspot-events"),
            Words =
            [
                "Event: 1.234 GC heap before\n{Heap before GC invocations=4 (full 1):\n",
                "Event: 1.240 {heap After GC invocations=5 (full 1):\n",
                "Event: 1.230 Executing VM operation: G1PauseRemark", " done\n", " PSYoungGen      total 2560K, used 2480K [", "\n}\n",
            ],
        },
        new("hsperfdata-recording", Recording, "tests/Unpause.Tests/fixtures/jvm/hsperfdata/*.hsperfdata")
            { Takes = IsRecording("hsperfdata") },
        new("jvm-jfr", Recording, "samples/jvm/killed-*.jfr.gz") { Takes = IsRecording("jfr") },
        new("nettrace", Recording, "samples/dotnet/*.nettrace.gz") { Takes = IsRecording("nettrace") },
        new("dotnet-counters", Recording, "tests/Unpause.Tests/fixtures/dotnet/counters/*.*")
        {
            Takes = IsRecording("dotnet-counters"),
            Words =
            [
                ",System.Runtime,", "Gen 0 GC Count (Count / 1 sec),Rate,", "\"counterType\": \"Rate\"", "[gc.heap.generation=gen0]", " AM",
            ],
        },
        new("perfview-gcstats", Recording, "tests/Unpause.Tests/fixtures/dotnet/gcstats/*.*")
        {
            Takes = IsRecording("perfview-gcstats"),
            Words =
            [
                "GC Stats for Process ", "GC Rollup By Generation", "<TR><TD>", "<GCEvent GCNumber=\"", " PauseDurationMSec=\"",
                "</GCEvent>",
            ],
        },
        new("go-memstats", Recording, "tests/Unpause.Tests/fixtures/go/memstats/*.json")
        {
            Takes = IsRecording("go-memstats"), Words = ["\"PauseNs\":[", "\"PauseEnd\":[", "\"NumGC\":", "\"memstats\":{"],
        },
        new("gctrace", Recording, "samples/go/*.gctrace", "tests/Unpause.Tests/fixtures/go/pacer/*.txt")
            { Takes = IsRecording("gctrace"), Words = ["pacer: assist ratio=", "% CPU (25 exp.) for "] },
        new("gcpacertrace", Recording, "tests/Unpause.Tests/fixtures/go/pacer/*.txt")
        {
            Takes = IsRecording("gcpacertrace"),
            Words = ["pacer: assist ratio=+1.0e+000 (scan ", "pacer: 43% CPU (25 exp.) for ", " B exp.) in ", "pacer: H_m_prev=", " u_a="],
        },
        new("prometheus", Recording, "tests/Unpause.Tests/fixtures/prometheus/*.txt")
        {
            Takes = IsRecording("prometheus"),
            Words =
            [
                "go_gc_duration_seconds{quantile=\"1\"} ", "go_gc_duration_seconds_count ", "jvm_gc_pause_seconds_sum{action=\"end of ",
                "jvm_gc_collection_seconds_count{gc=\"", "dotnet_collection_count_total{generation=\"0\"} ", " 1763722800000", "# EOF\n",
            ],
        },
        new("go-stops", Recording, "samples/go/*.stops") { Takes = IsRecording("go-stops") },
        new("go-trace", Recording, "samples/go/*.trace.gz", "tests/Unpause.Tests/fixtures/go/*.trace*")
            { Takes = IsRecording("go-trace") },
        new("go-pprof", Recording, "samples/go/profiles/*/*.pb.gz", "samples/go/profiles/*.pb.gz") { Takes = IsRecording("pprof") },
        new("go-agent", Recording, "samples/go/*.upgo.gz") { Takes = IsRecording("go-agent") },
        new("v8-heap-snapshot", Heap, "tests/fuzz/seeds/heap-snapshot/*")
        {
            Takes = IsRecording("v8-heap-snapshot"),
            IsDocumented = fault => fault is IOException or InvalidDataException,
            Words = ["\"nodes\":[", "\"edges\":[", "\"strings\":[", "\"node_fields\":[", "part of key (", ",3,0,1,0,3,0"],
        },
        new("v8-cpu-profile", Recording, "samples/node/profiles/*.cpuprofile")
        {
            Takes = IsRecording("v8-cpu-profile"),
            Words = ["\"callFrame\":{", "\"children\":[", "\"samples\":[", "\"timeDeltas\":[", "(garbage collector)", "\"hitCount\":"],
        },
        new("v8-heap-profile", Recording, "samples/node/profiles/*.heapprofile")
        {
            Takes = IsRecording("v8-heap-profile"), Words = ["{\"head\":{", "\"callFrame\":{", "\"selfSize\":", "\"children\":[{"],
        },
        new("node-report", Recording, "samples/node/rules/*.report.gz")
        {
            Takes = IsRecording("node-report"),
            Words = ["\"header\": {", "\"javascriptHeap\": {", "\"heapSpaces\": {", "\"memoryLimit\": ", "heap out of memory"],
        },
        new("python-agent", Recording, "samples/python/*.upgc", "samples/python/*.upgc.gz") { Takes = IsRecording("python-agent") },
        new("python-debug", Recording) { Takes = IsRecording("python-debug") },
        new("python-callback", Recording, "tests/Unpause.Tests/fixtures/python/callbacks/*.log")
        {
            Takes = IsRecording("python-callback"),
            Words = ["GC took ", "ms to complete. Collected ", "GC gen2 ", "ms collected=", " | Duration: ", "collected {'generation': "],
        },
        new("rails-gc", Recording, "tests/Unpause.Tests/fixtures/ruby/*.log")
            { Takes = IsRecording("rails"), Words = ["Completed 200 OK in 4ms (", " | GC: ", "ms)", " #12]"] },
        new("perf-script", Recording, "samples/cpu/*.perf.txt.gz") { Takes = IsRecording("perf-script") },
        new("perf-folded", Recording) { Takes = IsRecording("folded-stacks") },
        new("wrapped-lines", Recording) { Takes = IsWrapped },
        new("zip", Recording, "samples/go/profiles/*.zip", "samples/python/cycles/*.zip") { Takes = input => ZipInput.Is(input) },
        new("archive", Recording, "tests/Unpause.Tests/fixtures/archives/*.7z", "tests/Unpause.Tests/fixtures/archives/*.xz")
            { Takes = IsArchive },
        new("otlp-json", Requests) { Takes = IsOfRequests("otlp-json") },
        new("otlp-protobuf", Requests, "tests/Unpause.Tests/fixtures/traces/*.pb") { Takes = IsOfRequests("otlp-protobuf") },
        new("zipkin", Requests) { Takes = IsOfRequests("zipkin") },
        new("jaeger", Requests) { Takes = IsOfRequests("jaeger") },
        new("access-log", Requests)
        {
            Takes = IsOfRequests(
                "access-log", "nginx", "gunicorn", "apache", "iis", "haproxy", "aws-load-balancer", "envoy", "traefik", "key-value",
                "lograge"),
        },
        new("log-format", FormattedLog, "tests/fuzz/seeds/log-format/*"),
        new("json-log", Requests)
        {
            Takes = IsOfRequests(
                "json", "caddy", "pino", "serilog", "gcp-load-balancer", "azure-front-door", "azure-application-gateway", "traefik",
                "envoy"),
        },
        new("csv", Requests, "samples/requests/*.csv") { Takes = IsOfRequests("csv", "locust") },
        new("load-test", Requests, "samples/requests/load-tests/*") { Takes = IsOfRequests("k6", "vegeta", "gatling", "jmeter", "ab") },
        new(
            "load-test-own-clock",
            input => Requests(input, RequestOptions.Default with { BeganUnixNanoseconds = BeganUnixNanoseconds }),
            "samples/requests/load-tests/*")
            { Takes = IsOfRequests("hey", "oha") },
        new("latencies", Latencies, "samples/requests/load-tests/*") { Takes = IsOfRequests("wrk", "latencies") },
        new("fill", Filled) { Takes = IsOfRequests("otlp-json", "otlp-protobuf", "zipkin", "jaeger") },
        new("stored-report", Stored, "tests/Unpause.Tests/fixtures/reports/*/*", "samples/*/*.json")
            { Takes = input => StoredReports.Recognises(input) },
        new("budgets", Budgets, "tests/fuzz/seeds/budgets/*", "docs/*.md") { IsDocumented = fault => fault is YamlFault },
        new("python-cycles", Cycles, "samples/python/cycles/*/*.gz")
            { Takes = input => GarbageSnapshotReader.Recognises(input) || WatchedProcess.Recognises(input) },
        new("heap-file", Heap, "samples/python/heaps/*.gz", "samples/jvm/*.histogram.txt.gz", "samples/dotnet/held*.gz")
        {
            Takes = input => PythonHeapReader.Recognises(input) || IsRecording("nettrace")(input),
            IsDocumented = fault => fault is IOException or InvalidDataException,
        },
        new("gcdump-report", GcDump, "tests/Unpause.Tests/fixtures/dotnet/gcdump/*.txt")
        {
            Takes = input => GcDumpReport.Recognises(input), IsDocumented = fault => fault is IOException or InvalidDataException,
            Words = ["  1,234  GC Heap bytes\n", "   Object Bytes     Count  Type\n", " (Bytes > 100K)", "  [System.Private.CoreLib.dll]"],
        },
        new("class-histogram", Histogram, "samples/jvm/*.histogram.txt.gz")
            { IsDocumented = fault => fault is IOException or InvalidDataException },
        new("hsperfdata", PerformanceFile, "tests/fuzz/seeds/hsperfdata/*"),
        new("elf-go", input => Places(input, path => GoStopPlaces.Locate(path, Architecture.X64, assists: true)), "tests/fuzz/seeds/elf/*"),
        new("elf-python", input => Places(input, PythonPlaces), "tests/fuzz/seeds/elf/*"),
        new("machine-code", Code, "tests/fuzz/seeds/code/*"),
        new("gc-line-filter", FilteredLines, "samples/go/*.gctrace"),
    ];

    private static Predicate<byte[]> IsRecording(string format) =>
        input => RuntimeTable.Default.DetectAtStart(input.AsSpan(0, Math.Min(input.Length, Limits.DetectionBytes)))?.Name == format;

    /// <summary>Native images share formats with HotSpot's logs.</summary>
    private static bool IsNativeImage(byte[] input) =>
        input.AsSpan().IndexOf("Incremental GC ("u8) >= 0 && (IsRecording("jvm-unified")(input) || IsRecording("jvm-legacy")(input));

    private static Predicate<byte[]> IsOfRequests(params IReadOnlyList<string> formats) =>
        input => RequestFormats.AtStart(input, RequestOptions.Default) is { } format && formats.Contains(format.Name);

    /// <summary>Archives other than zip, and what is packed otherwise than by gzip.</summary>
    private static bool IsArchive(byte[] input) =>
        TarInput.Is(input) || SevenZipInput.Is(input) || (!PeekedStream.IsGzip(input) && Packing.Of(input) is not null);

    /// <summary>Lines with something in front of them, and UTF-16.</summary>
    private static bool IsWrapped(byte[] input)
    {
        if (PeekedStream.IsGzip(input)) return false;
        using var bytes = new PeekedStream(new MemoryStream(input));
        using var plain = PeekedStream.AsLines(bytes, RuntimeTable.Default.LineStarts);
        return plain != bytes && RuntimeTable.Default.DetectAtStart(plain.Peek(Limits.DetectionBytes)) is not null;
    }

    private static Action? Recording(byte[] input)
    {
        var loaded = RuntimeTable.Default.Load([Input(input)]);
        return loaded.Recordings.Count == 0 ? null : () => LaterStages.Report(loaded.Recordings);
    }

    private static Action? Requests(byte[] input) => Requests(input, RequestOptions.Default);

    private static Action? Requests(byte[] input, RequestOptions options)
    {
        var loaded = new RequestLoader(options).Load([Input(input)]);
        return loaded.Sets.Count == 0 ? null : () => LaterStages.Report(loaded.Sets);
    }

    /// <summary>The first line is the layout of the others, as the user gives it with --log-format.</summary>
    private static Action? FormattedLog(byte[] input)
    {
        var end = Array.IndexOf(input, (byte)'\n');
        if (end < 0) return null;
        try
        {
            var layout = LogFormat.Parse(Encoding.UTF8.GetString(input[..end]));
            return Requests(input[(end + 1)..], RequestOptions.Default with { LogFormat = layout });
        }
        catch (FormatException)
        {
            return null;
        }
    }

    private static Action? Latencies(byte[] input)
    {
        LatencyLoader.Load(Input(input), out _);
        return null;
    }

    private static Action? Filled(byte[] input)
    {
        using var output = new MemoryStream();
        TraceFiller.Fill(Input(input), LaterStages.OfRequests, _ => new FillOptions(), output);
        return null;
    }

    private static Action? Stored(byte[] input)
    {
        var looked = StoredReports.Look(Input(input), out _);
        using var stream = looked.Open();
        if (StoredReports.Read(stream, out _) is not { } report) return null;
        return () =>
        {
            LaterStages.Write(report.WithoutSecrets());
            var (one, other) = (report.Document, report.Document with { });
            if (RunComparison.Compare([one], [other], ("a", "b"), sameLoad: false, out _) is not { } comparison) return;
            using var output = new MemoryStream();
            ComparisonJson.Write(comparison, output);
            LaterStages.RequireJson(output.ToArray());
        };
    }

    private static Action? Budgets(byte[] input)
    {
        BudgetsFile.Read(Encoding.UTF8.GetString(input), null);
        return null;
    }

    private static Action? Cycles(byte[] input)
    {
        if (CycleMaterial.Read([Input(input)]) is not { } document) return null;
        return () =>
        {
            using var output = new MemoryStream();
            CyclesJson.Write(output, document);
            LaterStages.RequireJson(output.ToArray());
            DocumentPage.Write(json => CyclesJson.Write(json, document), _ => { }, output);
            CyclesDot.Write(document, output, 5);
        };
    }

    private static Action? Heap(byte[] input)
    {
        if (HeapFile.Read(Input(input), out _) is not { } heap) return null;
        return () =>
        {
            using var output = new MemoryStream();
            HeapJson.Write(output, heap, HeapOrder.Bytes);
            LaterStages.RequireJson(output.ToArray());
            output.SetLength(0);
            HeapJson.Write(output, HeapComparison.Compare(heap, heap), HeapOrder.Bytes);
            LaterStages.RequireJson(output.ToArray());
        };
    }

    private static Action? Histogram(byte[] input)
    {
        using var stream = new MemoryStream(input, writable: false);
        HistogramReader.Read(stream);
        return null;
    }

    private static Action? GcDump(byte[] input)
    {
        using var stream = new MemoryStream(input, writable: false);
        GcDumpReport.Read(stream, _ => false);
        return null;
    }

    private static Action? PerformanceFile(byte[] input)
    {
        PerformanceData.Parse(input);
        return null;
    }

    private static object? PythonPlaces(string path)
    {
        using var file = File.OpenHandle(path);
        return PythonGcPlaces.Locate(file, new Version(3, 11));
    }

    /// <summary>Programs are read from their file, here and there: it lies in memory.</summary>
    private static Action? Places(byte[] input, Func<string, object?> find)
    {
        var path = $"/dev/shm/unpause-fuzz-{Environment.ProcessId}";
        File.WriteAllBytes(path, input);
        find(path);
        return null;
    }

    private static Action? Code(byte[] input)
    {
        FunctionPlaces.BeginningX64(input);
        FunctionPlaces.ReturnsX64(input, 48);
        FunctionPlaces.ReturnsArm64(input);
        return null;
    }

    /// <summary>The first byte is how long the writes are; the rest is what the program writes on its standard error.</summary>
    private static Action? FilteredLines(byte[] input)
    {
        if (input.Length == 0) return null;
        long passed = 0;
        var filter = new GcLineFilter((_, _) => passed++, chunksAreWrites: (input[0] & 1) != 0);
        var output = new System.Buffers.ArrayBufferWriter<byte>();
        var rest = input.AsSpan(1);
        for (var write = 1 + (input[0] >> 1); !rest.IsEmpty; rest = rest[Math.Min(write, rest.Length)..])
        {
            filter.Push(rest[..Math.Min(write, rest.Length)], BeganUnixNanoseconds, output);
        }

        filter.End(output);
        return null;
    }

    private static RecordingInput Input(byte[] input) => new("input", () => new MemoryStream(input, writable: false));
}
