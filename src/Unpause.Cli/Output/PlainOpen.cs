using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli;

/// <summary>Opens what .NET can't open, or can't without following links.</summary>
internal static partial class PlainOpen
{
    private const int Interrupted = 4, NotPermitted = 1, Denied = 13, TooManyLinks = 40;
    private const int WriteOnly = 1, DontWait = 0x800, CloseOnExec = 0x80000, PathOnly = 0x200000;

    private static bool IsArm { get; } = RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm;

    // The numbers depend on the processor (asm/fcntl.h).
    private static int FolderOnly { get; } = IsArm ? 0x4000 : 0x10000;

    private static int DontFollow { get; } = IsArm ? 0x8000 : 0x20000;

    /// <summary>A folder, to name files in it whatever happens to its own name. Null when there is none.</summary>
    public static SafeFileHandle? Folder(string path) =>
        Open(path, PathOnly | FolderOnly | CloseOnExec) is { IsInvalid: false } open ? open : null;

    /// <summary>
    /// A file that nobody named, to read it. What it is is known before it is opened: a pipe would be waited for, and opening a device
    /// can do something.
    /// </summary>
    /// <param name="path">Its path.</param>
    /// <param name="follows">Whether it may be a link.</param>
    /// <exception cref="IOException">It can't be opened, or is no file.</exception>
    public static FileStream Found(string path, bool follows = true)
    {
        if (!OperatingSystem.IsLinux()) return ToRead(path);
        using var place = Open(path, PathOnly | CloseOnExec | (follows ? 0 : DontFollow));
        if (place.IsInvalid || FileStatus.Of(place) is not { Kind: FileKind.Regular }) throw new IOException($"{path} is no file");
        var held = $"/proc/self/fd/{(int)place.DangerousGetHandle()}";
        return ToRead(File.Exists(held) ? held : path);
    }

    /// <summary>What has that name and is no link, to write to it: what stands in it stays.</summary>
    /// <param name="path">Its path.</param>
    /// <param name="shown">As the user knows it.</param>
    /// <param name="waits">Whether a pipe's reader is waited for.</param>
    /// <param name="follows">Whether it may be a link.</param>
    /// <exception cref="IOException">It can't be opened.</exception>
    /// <exception cref="UnauthorizedAccessException">We may not.</exception>
    public static SafeFileHandle ToWrite(string path, string shown, bool waits, bool follows)
    {
        if (!OperatingSystem.IsLinux()) return File.OpenHandle(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        var opened = Open(path, WriteOnly | CloseOnExec | (waits ? 0 : DontWait) | (follows ? 0 : DontFollow));
        if (!opened.IsInvalid) return opened;
        opened.Dispose();
        var error = Marshal.GetLastPInvokeError();
        throw error switch
        {
            NotPermitted or Denied => new UnauthorizedAccessException($"Access to the path '{shown}' is denied."),
            TooManyLinks => new IOException("a link has taken its place"),
            _ => new IOException(Marshal.GetPInvokeErrorMessage(error)),
        };
    }

    private static FileStream ToRead(string path) => new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);

    private static SafeFileHandle Open(string path, int flags)
    {
        while (true)
        {
            var handle = new SafeFileHandle(OpenPath(path, flags), ownsHandle: true);
            if (!handle.IsInvalid || Marshal.GetLastPInvokeError() != Interrupted) return handle;
        }
    }

    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenPath(string path, int flags);
}
