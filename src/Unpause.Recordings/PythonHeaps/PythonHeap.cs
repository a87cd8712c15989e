namespace Unpause.Recordings.PythonHeaps;

/// <summary>A snapshot of the whole heap of a CPython process (agents/python/CYCLES.md).</summary>
internal sealed class PythonHeap
{
    /// <summary>Process id.</summary>
    public required int ProcessId { get; init; }

    /// <summary>Start of watching on the process's own clock, which distinguishes processes with the same id.</summary>
    public required long Started { get; init; }

    public List<PythonType> Types { get; } = [];

    /// <summary>Paths to the newest objects of the most numerous types, without garbage.</summary>
    public List<HeldWay> Newest { get; } = [];

    /// <summary>The largest containers with only untracked objects (strings and numbers), the largest first.</summary>
    public List<HeldWay> LargestPlain { get; } = [];

    /// <summary>Objects that the collector tracks; null when they were too many to inspect.</summary>
    public long? Objects { get; set; }

    /// <summary>Number of objects when they were too many to inspect.</summary>
    public long? TooMany { get; set; }

    /// <summary>Objects that only the collector can free.</summary>
    public long Garbage { get; set; }

    /// <summary>Their own size, bytes.</summary>
    public long GarbageBytes { get; set; }

    /// <summary>References that a full collection follows.</summary>
    public long Followed { get; set; }

    /// <summary>Those of them from containers with only untracked objects.</summary>
    public long FollowedInPlain { get; set; }

    /// <summary>Number of such containers.</summary>
    public long PlainContainers { get; set; }

    /// <summary>Time of the snapshot, on the process's monotonic clock, nanoseconds.</summary>
    public long At { get; set; }

    /// <summary>Lines that were not understood.</summary>
    public long LinesUnparsed { get; set; }

    /// <summary>Time since an earlier snapshot of the same process, nanoseconds; null for another process, or a later snapshot.</summary>
    public long? Since(PythonHeap earlier) =>
        earlier.ProcessId == ProcessId && earlier.Started == Started && At > earlier.At ? At - earlier.At : null;
}
