using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Unpause.Fleet;

/// <summary>What .NET has no words for: the end of the parent process, and folders on disk.</summary>
internal static class LinuxCalls
{
    private const int ParentDeathSignal = 1, Kill = 9;

    /// <summary>
    /// Ends this process when the one that started it is killed (prctl(2), PR_SET_PDEATHSIG): every write here bears a kill. The signal is
    /// sent when the thread ends that started this process; in unpause that is the main thread. The kernel keeps the wish with the thread
    /// that has it, so call this on one that lives as long as the program.
    /// </summary>
    /// <param name="parent">The process that started this one.</param>
    /// <returns>Whether it still runs: it may have ended before the call.</returns>
    public static bool EndWith(int parent)
    {
        if (!OperatingSystem.IsLinux()) return true;
        _ = Control(ParentDeathSignal, Kill, 0, 0, 0);
        return Parent() == parent;
    }

    /// <summary>Makes a rename last through a power failure: the folder has it (fsync(2)).</summary>
    public static void Synchronise(string folder)
    {
        if (!OperatingSystem.IsLinux()) return;
        var handle = Open(folder, 0);
        if (handle < 0) return;
        _ = Sync(handle);
        _ = Close(handle);
    }

    [SupportedOSPlatform("linux")]
    [DllImport("libc", EntryPoint = "prctl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Control(int option, nint first, nint second, nint third, nint fourth);

    [SupportedOSPlatform("linux")]
    [DllImport("libc", EntryPoint = "getppid")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Parent();

    [SupportedOSPlatform("linux")]
    [DllImport("libc", EntryPoint = "open", CharSet = CharSet.Ansi, BestFitMapping = false, ThrowOnUnmappableChar = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Open(string path, int flags);

    [SupportedOSPlatform("linux")]
    [DllImport("libc", EntryPoint = "fsync")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Sync(int handle);

    [SupportedOSPlatform("linux")]
    [DllImport("libc", EntryPoint = "close")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern int Close(int handle);
}
