namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>What the CPython rules need in a recording, and which switch records it.</summary>
internal static class PythonNeeds
{
    /// <summary>The length of each collection, and what it freed.</summary>
    public static readonly Requirement Times = new(
        "each collection with its length and the number of objects it freed",
        "The recording has no times of collections",
        [new("unpause run -- CMD"), new("unpause record PID", "as root, where the build has USDT probes or symbols")]);

    /// <summary>The run time of the process.</summary>
    public static readonly Requirement Length = new(
        "the run time of the process, in addition to the times of its collections",
        "The recording does not show the run time of the process",
        Times.Switches);

    /// <summary>What collections free, and in which cycles it was.</summary>
    public static readonly Requirement Cycles = new(
        "garbage snapshots: what collections free",
        "The recording has no garbage snapshots",
        [new("unpause run --cycles -- CMD", "CPython 3.8 and later, not free-threaded builds")]);

    /// <summary>Whether GC was enabled at the end; without a collection, nothing else shows it.</summary>
    public static readonly Requirement StateAtEnd = new(
        "whether GC was enabled at the end",
        "The recording has no collection, and does not show whether GC was enabled",
        [new("unpause run -- CMD", "until the process exits normally, or with the middleware unpause_requests in it")]);

    /// <summary>The requests that the process served.</summary>
    public static readonly Requirement Requests = new(
        "the requests that the process served",
        "The recording has no requests",
        [new("unpause run -- CMD", "with the middleware unpause_requests in the process")]);
}
