namespace Unpause.Recordings.Words;

/// <summary>HotSpot's own words for GC causes (<see cref="Collection.RuntimeCause"/>) that rules use.</summary>
public static class JvmReasons
{
    /// <summary>G1: a humongous object was allocated.</summary>
    public const string HumongousAllocation = "G1 Humongous Allocation";

    /// <summary>A class histogram of live objects.</summary>
    public const string HeapInspection = "Heap Inspection Initiated GC";

    /// <summary>A heap dump of live objects.</summary>
    public const string HeapDump = "Heap Dump Initiated GC";

    /// <summary>The same of a native image.</summary>
    public const string NativeHeapDump = "Heap dump";

    /// <summary><c>jcmd GC.run</c>.</summary>
    public const string DiagnosticCommand = "Diagnostic Command";

    /// <summary>A thread left a critical section of JNI that collections had waited for.</summary>
    public const string LockerInitiated = "GCLocker Initiated GC";
}
