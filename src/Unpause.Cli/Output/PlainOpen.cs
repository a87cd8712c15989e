using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli.Output;

/// <summary>Opens files in ways that .NET does not support, for example without following links.</summary>
internal static partial class PlainOpen
{
    private const int Interrupted = 4, NotPermitted = 1, Denied = 13, TooManyLinks = 40;
    private const int MostLinkBytes = 4096;
    private const int WriteOnly = 1, DontWait = 0x800, CloseOnExec = 0x80000, PathOnly = 0x200000;

    private static bool IsArm { get; } = RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm;

    // The values depend on the architecture (asm/fcntl.h).
    private static int FolderOnly { get; } = IsArm ? 0x4000 : 0x10000;

    private static int DontFollow { get; } = IsArm ? 0x8000 : 0x20000;

    /// <summary>Opens a folder, to access files in it even if it is renamed. Null when there is none.</summary>
    [SupportedOSPlatform("linux")]
    public static SafeFileHandle? Folder(string path) =>
        Open(path, PathOnly | FolderOnly | CloseOnExec) is { IsInvalid: false } open ? open : null;

    /// <summary>An entry of a folder: it is not opened for reading, and a link is not followed. Null when there is none.</summary>
    [SupportedOSPlatform("linux")]
    public static SafeFileHandle? Entry(SafeFileHandle folder, string name)
    {
        var entry = new SafeFileHandle(
            OpenAt((int)folder.DangerousGetHandle(), name, PathOnly | CloseOnExec | DontFollow), ownsHandle: true);
        if (!entry.IsInvalid) return entry;
        entry.Dispose();
        return null;
    }

    /// <summary>Where a link that <see cref="Entry"/> gave leads to; null where that cannot be read.</summary>
    [SupportedOSPlatform("linux")]
    public static string? TargetOf(SafeFileHandle link)
    {
        var bytes = new byte[MostLinkBytes];
        var length = ReadLinkAt((int)link.DangerousGetHandle(), "", ref bytes[0], bytes.Length);
        return length <= 0 || length == bytes.Length ? null : Encoding.UTF8.GetString(bytes, 0, (int)length);
    }

    /// <summary>
    /// Opens a file that the user did not name, for reading. Its type is checked first: opening a pipe would block, and opening a device
    /// can have effects.
    /// </summary>
    /// <exception cref="IOException">It can't be opened, or is no file.</exception>
    public static FileStream Found(string path)
    {
        if (!OperatingSystem.IsLinux()) return ToRead(path);
        using var place = Open(path, PathOnly | CloseOnExec);
        if (place.IsInvalid || FileStatus.Read(place) is not { Kind: FileKind.Regular }) throw new IOException($"{path} is not a regular "
            + "file");
        return Held(place, path);
    }

    /// <summary>Opens a regular file, of which there is an O_PATH descriptor, for reading.</summary>
    /// <param name="place">The file, as <see cref="Entry"/> gives it.</param>
    /// <param name="path">Its path, as the user knows it.</param>
    /// <exception cref="IOException">It can't be opened.</exception>
    [SupportedOSPlatform("linux")]
    public static FileStream Held(SafeFileHandle place, string path)
    {
        var held = $"/proc/self/fd/{(int)place.DangerousGetHandle()}";
        return File.Exists(held) ? ToRead(held) : throw new IOException($"{path} can only be opened where /proc is mounted");
    }

    /// <summary>Opens a file that is not a link, for writing; its content stays.</summary>
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
            TooManyLinks => new IOException("it was replaced by a link meanwhile"),
            _ => new IOException(Marshal.GetPInvokeErrorMessage(error)),
        };
    }

    private static FileStream ToRead(string path) => new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 1);

    [SupportedOSPlatform("linux")]
    private static SafeFileHandle Open(string path, int flags)
    {
        while (true)
        {
            var handle = new SafeFileHandle(OpenPath(path, flags), ownsHandle: true);
            if (!handle.IsInvalid || Marshal.GetLastPInvokeError() != Interrupted) return handle;
        }
    }

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenAt(int folder, string name, int flags);

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "readlinkat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial nint ReadLinkAt(int folder, string name, ref byte target, nint size);

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "open", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int OpenPath(string path, int flags);
}
