using System.Diagnostics;
using System.Runtime.Versioning;

namespace Unpause.Recorder.Live;

/// <summary>Removes the folder of a live recording to which a process writes.</summary>
[SupportedOSPlatform("linux")]
internal static class LiveFolderEnd
{
    private const string StartScript = "start.py";
    private static readonly string[] Scripts = [StartScript, "finish.py", "heap.py"];
    private const int PauseMilliseconds = 20;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    private static string[] Prefixes => [LiveFolder.TheirPrefix, LiveFolder.CyclesPrefix, LiveFolder.PythonPrefix, LiveFolder.AgentPrefix];

    /// <summary>Names of the files for unpause. Other entries were added by the process's user, and stay.</summary>
    public static List<string> Names(FolderHandle folder) => [.. folder.Names().Where(IsOurs)];

    /// <summary>
    /// Removes the files for unpause. Returns whether nothing else is there: a folder with such a name belongs to the process's user, and
    /// stays.
    /// </summary>
    public static bool RemoveFiles(FolderHandle folder)
    {
        var onlyFiles = true;
        foreach (var name in Names(folder)) onlyFiles &= folder.Remove(name) || folder.FactsOf(name) is not { IsRegular: false };
        return onlyFiles && folder.Names().All(IsOurs);
    }

    /// <summary>
    /// Removes the files of a killed recorder. Returns whether nothing else is there. A script that the process may still execute stays:
    /// without it CPython prints an error to the process's standard error.
    /// </summary>
    public static bool RemoveStale(FolderHandle folder)
    {
        if (StaleFolders.IsRunFolder(folder)) return StaleFolders.ClearRunFolder(folder);
        var mayBegin = folder.Names().Any(name => name.EndsWith(StartScript, StringComparison.Ordinal)) && !StaleFolders.IsForEnded(folder);
        return !mayBegin && RemoveFiles(folder);
    }

    /// <summary>
    /// Removes the folder with the files for unpause. Meanwhile the process may create one more: by a script that it started to execute
    /// when unpause gave up waiting for it, or by a heap snapshot in a child process.
    /// </summary>
    public static void Remove(FolderHandle parent, string name, FolderHandle folder)
    {
        var started = Stopwatch.GetTimestamp();
        while (RemoveFiles(folder) && !parent.RemoveFolder(name, folder) && parent.FactsOf(name) is not null
            && Stopwatch.GetElapsedTime(started) < Longest)
            Thread.Sleep(PauseMilliseconds);
    }

    private static bool IsOurs(string name) =>
        Scripts.Contains(name, StringComparer.Ordinal) || Prefixes.Any(prefix => name.StartsWith(prefix, StringComparison.Ordinal));
}
