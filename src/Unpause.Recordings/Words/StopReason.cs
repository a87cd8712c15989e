namespace Unpause.Recordings.Words;

/// <summary>What stops are made for, in plain words.</summary>
/// <param name="Start">How the runtime's own word for the operation begins; the first row that fits counts.</param>
/// <param name="Name">What it is, as an entry of a list: <c>heap inspection</c>.</param>
/// <param name="WithoutCollection">Whether it is the collector's, and yet no collection.</param>
public sealed record StopReason(string Start, string Name, bool WithoutCollection = false)
{
    /// <summary>The reason of a stop that the GC made and whose operation has no more detail.</summary>
    public const string Collection = "collection";

    /// <summary>The reason of a stop whose operation is not recorded.</summary>
    public const string NotRecorded = "reason not recorded";

    /// <summary>The stacks of all threads are read.</summary>
    public const string ThreadDump = "thread dump";

    /// <summary>A tool looks for deadlocks.</summary>
    public const string DeadlockSearch = "search for deadlocks";

    /// <summary>Objects are counted.</summary>
    public const string HeapInspection = "heap inspection";

    /// <summary>The heap is written to a file.</summary>
    public const string HeapDump = "heap dump";

    /// <summary>An agent or a flight recording changes classes.</summary>
    public const string ClassRedefinition = "class redefinition";

    /// <summary>Biased locks are revoked (JDK 8 to 17).</summary>
    public const string BiasedLocking = "biased locking";

    /// <summary>A flight recording begins, samples or ends.</summary>
    public const string FlightRecorder = "flight recorder";

    /// <summary>A flight recording searches paths from old objects to GC roots.</summary>
    public const string LeakProfiler = "paths to GC roots for a flight recording";

    /// <summary>.NET: a suspension that is not for GC, a debugger or the end.</summary>
    public const string Profiler = "the runtime, a profiler or a thread dump";

    /// <summary>A debugger holds the program.</summary>
    public const string Debugger = "a debugger";

    /// <summary>The JVM or its host was stopped, and no collection ran.</summary>
    public const string HostOrJvm = "the host or the JVM was stopped, without a collection";

    /// <summary>The process ends.</summary>
    public const string Exit = "exit";
}
