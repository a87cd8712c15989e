namespace Unpause.Diagnosis.Python;

/// <summary>What CPython's rules need to have been recorded, and which switch records it.</summary>
internal static class PythonNeeds
{
    /// <summary>How long each collection took, and what it freed.</summary>
    public static readonly Requirement Times = new(
        "each collection with its time and what it freed",
        "The recording has no times of collections",
        [new("unpause run -- CMD"), new("unpause record PID", "as root, where the build has marks (USDT) or symbols")]);

    /// <summary>How long the program ran.</summary>
    public static readonly Requirement Length = new(
        "how long the program ran, beside the times of its collections",
        "The recording doesn't tell how long the program ran",
        Times.Switches);

    /// <summary>What collections free, and by which cycles it was held.</summary>
    public static readonly Requirement Cycles = new(
        "looks at what collections free",
        "The recording doesn't tell what collections free",
        [new("unpause run --cycles -- CMD", "CPython 3.8 and later, not free-threaded builds")]);

    /// <summary>Whether the collector was enabled at the end, which no collection tells where it wasn't.</summary>
    public static readonly Requirement StateAtEnd = new(
        "whether the collector was enabled at the end",
        "The recording has no collection, and doesn't tell whether the collector was enabled",
        [new("unpause run -- CMD", "up to an orderly end of the program, or with the middleware unpause_requests in it")]);

    /// <summary>The requests that the program served.</summary>
    public static readonly Requirement Requests = new(
        "the requests that the program served",
        "The recording holds no requests",
        [new("unpause run -- CMD", "with the middleware unpause_requests in the program")]);
}
