namespace Unpause.Recordings.Words;

/// <summary>
/// V8's own words for why it collects (<see cref="Collection.RuntimeCause"/>) that rules and reports use. Source: V8, src/heap/heap.cc
/// (ToString of GarbageCollectionReason), and older versions of it.
/// </summary>
public static class NodeReasons
{
    /// <summary><c>global.gc()</c> under <c>--expose-gc</c>.</summary>
    public const string Testing = "testing";

    /// <summary>Memory outside the heap that JavaScript objects own (Buffers) passed its limit.</summary>
    public const string ExternalMemory = "external memory pressure";

    /// <summary>The same after incremental marking.</summary>
    public const string ExternalFinalize = "external finalize";

    /// <summary>An allocation failed after all other collections: the heap limit is reached.</summary>
    public const string LastResort = "last resort";

    /// <summary>A young collection could not be sure to have room for what it would promote: the heap limit is near.</summary>
    public const string ScavengeMightFail = "scavenge might not succeed";

    /// <summary>
    /// Something told V8 that memory is low. In Node.js that is the inspector: HeapProfiler.collectGarbage
    /// (v8-heap-profiler-agent-impl.cc).
    /// </summary>
    public const string LowMemory = "low memory notification";

    /// <summary>A heap snapshot collects first.</summary>
    public const string HeapProfiler = "heap profiler";

    /// <summary><c>vm.measureMemory</c> collects.</summary>
    public const string MeasureMemory = "measure memory";

    /// <summary>No collection: a step that ends incremental marking, which older versions report like one.</summary>
    public const string FinalizationStep = "incremental finalization step";

    /// <summary>The normalised causes of V8's words, by how they begin; null for words that are in none of the rows.</summary>
    /// <param name="reason">In V8's words.</param>
    public static string CauseOf(string reason)
    {
        foreach (var (start, cause) in Rows)
        {
            if (reason.StartsWith(start, StringComparison.Ordinal)) return cause;
        }

        return Causes.Other;
    }

    private static readonly (string Start, string Cause)[] Rows =
    [
        ("allocation failure", Causes.Allocation),
        ("background allocation failure", Causes.Allocation),
        ("task", Causes.Allocation),
        (ScavengeMightFail, Causes.LowMemory),
        ("allocation limit", Causes.Occupancy),
        ("global allocation limit", Causes.Occupancy),
        ("finalize incremental marking", Causes.Occupancy),
        ("finalize concurrent", Causes.Occupancy),
        ("GC interrupt", Causes.Occupancy),
        ("GC in old space requested", Causes.Occupancy),
        ("promotion limit reached", Causes.Occupancy),
        ("old space allocation limit", Causes.Occupancy),
        (ExternalMemory, Causes.Occupancy),
        (ExternalFinalize, Causes.Occupancy),
        (Testing, Causes.Induced),
        ("full GC in background testing", Causes.Induced),
        (LastResort, Causes.LowMemory),
        (LowMemory, Causes.Diagnostic),
        ("memory pressure", Causes.LowMemory),
        ("memory reducer", Causes.Periodic),
        ("idle task", Causes.Periodic),
        (HeapProfiler, Causes.Diagnostic),
        (MeasureMemory, Causes.Diagnostic),
        ("snapshot creator", Causes.Diagnostic),
        ("debugger", Causes.Diagnostic),
    ];
}
