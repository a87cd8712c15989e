namespace Unpause.Recorder.Cycles;

/// <summary>The files that looks at garbage leave, by their names (agents/python/CYCLES.md).</summary>
public static class CycleFiles
{
    /// <summary>How the file of a process ends.</summary>
    internal const string OfProcess = ".upcc";

    /// <summary>How the file of a look ends.</summary>
    internal const string OfLook = ".upcy";

    /// <summary>Whether a file is one of these.</summary>
    public static bool Are(string path) =>
        path.EndsWith(OfProcess, StringComparison.Ordinal) || path.EndsWith(OfLook, StringComparison.Ordinal);
}
