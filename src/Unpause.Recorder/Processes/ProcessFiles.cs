using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Processes;

/// <summary>
/// Files and folders by the names that a process has for them. What it names may be anything: links are resolved below its root, only
/// regular files are opened, with the process's own rights, and nothing is waited for.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class ProcessFiles
{
    /// <summary>Opens a folder; null when there is none or we may not.</summary>
    /// <param name="process">The process.</param>
    /// <param name="path">The folder's path as the process has it.</param>
    public static FolderHandle? Folder(ProcessView process, string path)
    {
        using var start = Start(process, path);
        return start is null ? null : FolderHandle.OpenWithin(start, path);
    }

    /// <summary>Opens a regular file for reading; null when there is none or we may not.</summary>
    /// <param name="process">The process.</param>
    /// <param name="path">The file's path as the process has it.</param>
    public static SafeFileHandle? Open(ProcessView process, string path)
    {
        using var start = Start(process, path);
        if (start is null) return null;
        using var rights = BorrowedRights.Of(process);
        return FolderHandle.OpenFileWithin(start, path);
    }

    /// <summary>Opens for reading, from its start, the regular file that a descriptor of the process is; null for anything else.</summary>
    /// <param name="process">The process.</param>
    /// <param name="descriptor">The descriptor's number.</param>
    public static SafeFileHandle? OpenDescriptor(ProcessView process, int descriptor)
    {
        using var rights = BorrowedRights.Of(process);
        var file = FolderHandle.OpenFileOf(process.Id, descriptor);
        if (file is null || process.IsAlive()) return file;
        file.Dispose();
        return null;
    }

    /// <summary>A regular file's first bytes; null when it can't be read.</summary>
    /// <param name="process">The process.</param>
    /// <param name="path">The file's path as the process has it.</param>
    /// <param name="most">How many bytes at most.</param>
    public static byte[]? Read(ProcessView process, string path, int most)
    {
        using var file = Open(process, path);
        return file is null ? null : FirstBytes.Of(file, most);
    }

    /// <summary>Where a path begins: a descriptor stays with the folder when the process and its number are gone.</summary>
    private static FolderHandle? Start(ProcessView process, string path)
    {
        var absolute = path.StartsWith('/');
        var start = FolderHandle.Open(absolute ? process.SharesOurFiles == true ? "/" : process.Root : process.CurrentFolder);
        if (start is null || process.IsAlive()) return start;
        start.Dispose();
        return null;
    }
}
