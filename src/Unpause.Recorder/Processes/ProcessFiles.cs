using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Processes;

/// <summary>
/// Opens files and folders by paths from a process. A process can name anything, so links are resolved below its root, only regular files
/// are opened, and nothing blocks. For root, a helper with the process's user does it.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class ProcessFiles
{
    /// <summary>Opens a folder; null when there is none or the process has no access.</summary>
    /// <param name="path">The folder's path as the process sees it.</param>
    public static FolderHandle? Folder(ProcessView process, string path)
    {
        using var start = Start(process, path);
        return start is null ? null : FolderHandle.OpenWithin(start, path);
    }

    /// <summary>Opens a regular file for reading; null when there is none or the process has no access.</summary>
    /// <param name="path">The file's path as the process sees it.</param>
    public static SafeFileHandle? Open(ProcessView process, string path)
    {
        using var start = Start(process, path);
        return start is null ? null : FolderHandle.OpenFileWithin(start, path);
    }

    /// <summary>Opens the regular file of a process's descriptor for reading from its start; null for other kinds.</summary>
    public static SafeFileHandle? OpenDescriptor(ProcessView process, int descriptor)
    {
        var file = CallsFor(process) is { } calls ? FolderHandle.OpenFileOf(process.Id, descriptor, calls) : null;
        if (file is null || process.IsAlive()) return file;
        file.Dispose();
        return null;
    }

    /// <summary>A regular file's first bytes; null when it can't be read.</summary>
    /// <param name="path">The file's path as the process sees it.</param>
    /// <param name="most">Maximum number of bytes.</param>
    public static byte[]? Read(ProcessView process, string path, int most)
    {
        using var file = Open(process, path);
        return file is null ? null : FirstBytes.Read(file, most);
    }

    /// <summary>The start of a path. The open folder stays the same if the process ends and its id is reused.</summary>
    private static FolderHandle? Start(ProcessView process, string path)
    {
        if (CallsFor(process) is not { } calls) return null;
        var start = FolderHandle.OpenPlace(path.StartsWith('/') ? RootOf(process) : process.CurrentFolder, calls);
        // It may have executed a set-uid program meanwhile, whose folders are not accessible to its former user.
        if (start is null || process.IsUnchanged()) return start;
        start.Dispose();
        return null;
    }

    /// <summary>Without root's rights the kernel may deny access to another process's root directory even if it is the same.</summary>
    private static string RootOf(ProcessView process) =>
        FileCalls.OwnUser() != 0 && process.SharesOurFiles == true ? "/" : process.Root;

    /// <summary>Performs the operations; null where no helper is available, and then these files can't be read.</summary>
    private static IFolderCalls? CallsFor(ProcessView process)
    {
        try
        {
            return UserHelper.For(process);
        }
        catch (IOException)
        {
            return null;
        }
    }
}
