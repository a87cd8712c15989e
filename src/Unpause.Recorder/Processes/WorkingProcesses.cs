namespace Unpause.Recorder.Processes;

/// <summary>Whether a process or a descendant is running, runnable or stopped, by the states of its threads.</summary>
[SupportedOSPlatform("linux")]
internal static class WorkingProcesses
{
    private const int LongestStat = 1_024, MostThreads = 4_096;

    /// <summary>Whether a thread of the process or of a descendant is not sleeping.</summary>
    public static bool AnyOf(int root)
    {
        var left = MostThreads;
        foreach (var process in PeakMemory.Descendants(root).Prepend(root))
        {
            foreach (var thread in PeakMemory.ThreadsOf(process))
            {
                // Too many threads to check in the available time: unknown, so the caller waits.
                if (left-- == 0 || IsWorking(thread)) return true;
            }
        }

        return false;
    }

    /// <summary>
    /// R, D, T and t: running or runnable, waiting for a page or a disk, stopped. S waits for an event; Z and X are dead; I is a kernel
    /// thread (proc_pid_stat(5), task_state_array in fs/proc/array.c).
    /// </summary>
    private static bool IsWorking(string thread)
    {
        var stat = UnlockedFile.Read($"{thread}/stat", LongestStat);
        // The name before it may contain anything, also ") R".
        var nameEnd = stat.AsSpan().LastIndexOf(") "u8);
        return nameEnd >= 0 && nameEnd + 2 < stat!.Length && (char)stat[nameEnd + 2] is 'R' or 'D' or 'T' or 't';
    }
}
