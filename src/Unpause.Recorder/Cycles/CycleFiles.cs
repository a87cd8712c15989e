namespace Unpause.Recorder.Cycles;

/// <summary>Names of the files of garbage snapshots (agents/python/CYCLES.md).</summary>
public static class CycleFiles
{
    /// <summary>Extension of a process's file.</summary>
    internal const string OfProcess = ".upcc";

    /// <summary>Extension of a snapshot's file.</summary>
    internal const string OfLook = ".upcy";

    /// <summary>Whether a file has one of these extensions.</summary>
    public static bool Are(string path) =>
        path.EndsWith(OfProcess, StringComparison.Ordinal) || path.EndsWith(OfLook, StringComparison.Ordinal);
}
