namespace Unpause.Recordings.Words;

/// <summary>The names of Node.js's formats in the contract.</summary>
public static class NodeFormats
{
    /// <summary>Lines of <c>--trace-gc</c>, <c>--trace-gc-verbose</c> and <c>--trace-gc-nvp</c>.</summary>
    public const string TraceGc = "v8-trace-gc";

    /// <summary>Trace events as JSON, of Node.js or of a browser.</summary>
    public const string TraceEvents = "v8-trace-events";

    /// <summary>The file of our agent: requests, and when the event loop was blocked.</summary>
    public const string Agent = "node-agent";

    /// <summary>What <c>v8.GCProfiler</c> gives.</summary>
    public const string Profile = "v8-gc-profile";

    /// <summary>Heap snapshots: <c>.heapsnapshot</c>.</summary>
    public const string HeapSnapshot = "v8-heap-snapshot";

    /// <summary>Samples of the CPU by V8's profiler: <c>.cpuprofile</c>.</summary>
    public const string CpuProfile = "v8-cpu-profile";

    /// <summary>Samples of allocations: <c>.heapprofile</c>.</summary>
    public const string HeapProfile = "v8-heap-profile";

    /// <summary>Diagnostic reports of Node.js: <c>report.….json</c>.</summary>
    public const string DiagnosticReport = "node-report";
}
