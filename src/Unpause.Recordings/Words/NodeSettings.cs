namespace Unpause.Recordings.Words;

/// <summary>Names of settings that recordings of Node.js show (<see cref="Source.Settings"/>).</summary>
public static class NodeSettings
{
    /// <summary>The collector's name.</summary>
    public const string Collector = "V8";

    /// <summary>Which isolate of the process it is: the main thread's, or that of a worker thread.</summary>
    public const string Isolate = "isolate";

    /// <summary>The value of <see cref="Isolate"/> for the thread that runs the program.</summary>
    public const string MainThread = "main thread";

    /// <summary>How values of <see cref="Isolate"/> begin for worker threads.</summary>
    public const string Worker = "worker thread";

    /// <summary>V8's limit of the heap, in bytes.</summary>
    public const string HeapLimit = "heap size limit";

    /// <summary>V8's option for the largest semi-space, in MiB.</summary>
    public const string MaxSemiSpace = "--max-semi-space-size";

    /// <summary>V8's option for the limit of the old space, in MiB.</summary>
    public const string MaxOldSpace = "--max-old-space-size";

    /// <summary>What Node.js was started with that changes its collector.</summary>
    public const string Options = "options";
}
