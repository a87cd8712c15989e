namespace Unpause.PythonHeaps;

/// <summary>What a look at the whole heap of a CPython program told (agents/python/CYCLES.md).</summary>
internal sealed class PythonHeap
{
    /// <summary>The process.</summary>
    public required int ProcessId { get; init; }

    /// <summary>When the process began to be watched, on its own clock: tells processes of one number apart.</summary>
    public required long Started { get; init; }

    /// <summary>The types.</summary>
    public List<PythonType> Types { get; } = [];

    /// <summary>How the newest objects of the most numerous types are held; garbage isn't among them.</summary>
    public List<HeldWay> Newest { get; } = [];

    /// <summary>The largest containers of nothing but strings and numbers, the largest first.</summary>
    public List<HeldWay> LargestPlain { get; } = [];

    /// <summary>Objects that the collector knows; null when they were too many to be looked at.</summary>
    public long? Objects { get; set; }

    /// <summary>Objects that were too many to be looked at.</summary>
    public long? TooMany { get; set; }

    /// <summary>Objects that only the collector can free.</summary>
    public long Garbage { get; set; }

    /// <summary>Their own size, bytes.</summary>
    public long GarbageBytes { get; set; }

    /// <summary>References that a full collection follows.</summary>
    public long Followed { get; set; }

    /// <summary>Those of them from containers that hold nothing which the collector knows.</summary>
    public long FollowedInPlain { get; set; }

    /// <summary>Such containers.</summary>
    public long PlainContainers { get; set; }

    /// <summary>When, on the process's monotonic clock, nanoseconds.</summary>
    public long At { get; set; }

    /// <summary>Lines that were not understood.</summary>
    public long LinesUnparsed { get; set; }

    /// <summary>The time since an earlier look at the same process, nanoseconds; null when it was another's, or not earlier.</summary>
    public long? Since(PythonHeap earlier) =>
        earlier.ProcessId == ProcessId && earlier.Started == Started && At > earlier.At ? At - earlier.At : null;
}
