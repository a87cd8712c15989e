using System.Diagnostics;
using System.Runtime.Versioning;
using Unpause.Recorder.Files;

namespace Unpause.Recorder.Live;

/// <summary>Removes the folder of a live recording that a process writes to.</summary>
[SupportedOSPlatform("linux")]
internal static class LiveFolderEnd
{
    private const string StartScript = "start.py";
    private static readonly string[] Scripts = [StartScript, "finish.py", "heap.py"];
    private const int PauseMilliseconds = 20;
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(2);

    private static string[] Prefixes => [LiveFolder.TheirPrefix, LiveFolder.CyclesPrefix, LiveFolder.PythonPrefix, LiveFolder.AgentPrefix];

    /// <summary>The names of files for us: whatever else is there the process's user has put there, and it stays.</summary>
    public static List<string> Names(FolderHandle folder) => [.. folder.Names().Where(IsOurs)];

    /// <summary>
    /// Removes the files for us. Whether nothing else is there: a folder with the name of such a file is the process's user's, and stays.
    /// </summary>
    public static bool RemoveFiles(FolderHandle folder)
    {
        var onlyFiles = true;
        foreach (var name in Names(folder)) onlyFiles &= folder.Remove(name) || folder.FactsOf(name) is not { IsRegular: false };
        return onlyFiles && folder.Names().All(IsOurs);
    }

    /// <summary>
    /// Removes the files of a recorder that was killed. Whether nothing else is there. A script that the process may still come to stays:
    /// where it is gone, CPython complains on the process's standard error.
    /// </summary>
    public static bool RemoveStale(FolderHandle folder)
    {
        if (StaleFolders.IsRunFolder(folder)) return StaleFolders.ClearRunFolder(folder);
        var mayBegin = folder.Names().Any(name => name.EndsWith(StartScript, StringComparison.Ordinal)) && !StaleFolders.IsForEnded(folder);
        return !mayBegin && RemoveFiles(folder);
    }

    /// <summary>
    /// Removes the folder with the files for us. The process may just be making one more, between our look and the folder's end: a script
    /// that it had begun to execute when we gave up waiting for it, or a look at its heap in a child.
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
