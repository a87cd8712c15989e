using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Rights;

namespace Unpause.Recorder.Processes;

/// <summary>
/// Files and folders by the names that a process has for them. What it names may be anything: links are resolved below its root, only
/// regular files are opened, and nothing is waited for. Root has it done by a helper that is the process's user.
/// </summary>
[SupportedOSPlatform("linux")]
internal static class ProcessFiles
{
    /// <summary>Opens a folder; null when there is none or the process may not.</summary>
    /// <param name="process">The process.</param>
    /// <param name="path">The folder's path as the process has it.</param>
    public static FolderHandle? Folder(ProcessView process, string path)
    {
        using var start = Start(process, path);
        return start is null ? null : FolderHandle.OpenWithin(start, path);
    }

    /// <summary>Opens a regular file for reading; null when there is none or the process may not.</summary>
    /// <param name="process">The process.</param>
    /// <param name="path">The file's path as the process has it.</param>
    public static SafeFileHandle? Open(ProcessView process, string path)
    {
        using var start = Start(process, path);
        return start is null ? null : FolderHandle.OpenFileWithin(start, path);
    }

    /// <summary>Opens for reading, from its start, the regular file that a descriptor of the process is; null for anything else.</summary>
    /// <param name="process">The process.</param>
    /// <param name="descriptor">The descriptor's number.</param>
    public static SafeFileHandle? OpenDescriptor(ProcessView process, int descriptor)
    {
        var file = CallsFor(process) is { } calls ? FolderHandle.OpenFileOf(process.Id, descriptor, calls) : null;
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
        if (CallsFor(process) is not { } calls) return null;
        var start = FolderHandle.OpenPlace(path.StartsWith('/') ? RootOf(process) : process.CurrentFolder, calls);
        // It may have become a set-uid program meanwhile, whose folders are not for the user that it was.
        if (start is null || process.IsUnchanged()) return start;
        start.Dispose();
        return null;
    }

    /// <summary>Without root's rights the kernel may keep us from another's root folder where that is ours as well.</summary>
    private static string RootOf(ProcessView process) =>
        FileCalls.OwnUser() != 0 && process.SharesOurFiles == true ? "/" : process.Root;

    /// <summary>Who acts for us; null where nobody can, which costs only what such files would show.</summary>
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
