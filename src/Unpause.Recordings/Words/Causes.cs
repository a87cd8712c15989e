namespace Unpause.Recordings.Words;

/// <summary>
/// Why a collection started, in one vocabulary for all runtimes. The runtime's own word is kept beside it in
/// <see cref="Collection.RuntimeCause"/>.
/// </summary>
public static class Causes
{
    /// <summary>A generation's allocation budget was used up (the normal case).</summary>
    public const string Allocation = "allocation";

    /// <summary>The large-object budget was used up, or a humongous object was allocated.</summary>
    public const string LargeObjectAllocation = "large-object-allocation";

    /// <summary>Induced by code (GC.Collect, System.gc, runtime.GC, gc.collect).</summary>
    public const string Induced = "induced";

    /// <summary>The machine, container or heap limit is near.</summary>
    public const string LowMemory = "low-memory";

    /// <summary>Heap occupancy passed the threshold that starts a concurrent cycle.</summary>
    public const string Occupancy = "occupancy";

    /// <summary>Class metadata or code cache space ran out.</summary>
    public const string Metadata = "metadata";

    /// <summary>Objects could not be promoted or evacuated; a concurrent cycle lost its race.</summary>
    public const string PromotionFailure = "promotion-failure";

    /// <summary>A timer: periodic or proactive collections.</summary>
    public const string Periodic = "periodic";

    /// <summary>Induced by a diagnostic tool (heap histogram, heap dump, our own probes), not by the application.</summary>
    public const string Diagnostic = "diagnostic";

    /// <summary>Any other; see the runtime's own word.</summary>
    public const string Other = "other";
}
