using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli.Output;

/// <summary>
/// A folder to write in, kept open: replacing it by another folder or a link has no effect. In a folder that others may
/// write to (/tmp, another user's home), another user may have put any file at a name.
/// </summary>
internal sealed partial class OutputFolder : IDisposable
{
    private const uint Root = 0;

    // f_type of /proc and of FUSE (linux/magic.h), the first number of struct statfs; the struct has 120 bytes.
    private const long ProcMagic = 0x9fa0, FuseMagic = 0x65735546;
    private const int StatfsSize = 256;

    private readonly SafeFileHandle? _handle;
    private readonly string _prefix;
    private readonly FileStatus? _status;

    private OutputFolder(string shown, string prefix, SafeFileHandle? handle, FileStatus? status) =>
        (Shown, _prefix, _handle, _status) = (shown, prefix, handle, status);

    /// <summary>Its path as the user knows it.</summary>
    public string Shown { get; }

    /// <summary>Whether only we and root can create files in it.</summary>
    public bool IsOurs => _status is not { } status || IsOursAlone(status);

    /// <summary>Whether it is one of the kernel's, whose links to open files are the files.</summary>
    public bool IsOfKernel => OperatingSystem.IsLinux() && _handle is not null && TypeOf(_handle) == ProcMagic;

    private static uint Us { get; } = OperatingSystem.IsLinux() ? EffectiveUser() : Root;

    /// <summary>Opens it.</summary>
    /// <param name="shown">Its path as the user knows it.</param>
    /// <exception cref="IOException">There is none.</exception>
    public static OutputFolder Open(string path, string shown)
    {
        if (!OperatingSystem.IsLinux())
        {
            return Directory.Exists(path) ? new OutputFolder(shown, path, null, null) : throw Missing(shown);
        }

        var handle = PlainOpen.Folder(path) ?? throw Missing(shown);
        var held = $"/proc/self/fd/{(int)handle.DangerousGetHandle()}";
        // Without /proc, the folder's path is used instead.
        return new OutputFolder(shown, Directory.Exists(held) ? held : path, handle, FileStatus.Read(handle));
    }

    /// <summary>The path of a file in it, valid in this process only.</summary>
    public string PathOf(string name) => Path.Combine(_prefix, name);

    /// <summary>
    /// Opens a folder in it, which is made where there is none. A link is not followed: another user may have put it there.
    /// </summary>
    /// <exception cref="IOException">It cannot be made, or is no folder.</exception>
    public OutputFolder Below(string name)
    {
        var (path, shown) = (PathOf(name), Path.Combine(Shown, name));
        Directory.CreateDirectory(path);
        if (!OperatingSystem.IsLinux() || _handle is null) return Open(path, shown);
        using var entry = PlainOpen.Entry(_handle, name);
        return entry is not null && FileStatus.Read(entry) is { Kind: FileKind.Folder }
            ? Open($"/proc/self/fd/{(int)entry.DangerousGetHandle()}", shown)
            : throw new IOException($"{shown} is no folder");
    }

    /// <summary>Whether it is our own regular file with one hard link that nobody else can write to.</summary>
    public static bool IsOwn(FileStatus file) => file is { Kind: FileKind.Regular, Names: 1 } && file.User == Us && IsClosed(file);

    /// <summary>
    /// Whether only we and root can create files in an open folder. A FUSE file system, which users can mount, can report any owner.
    /// </summary>
    [SupportedOSPlatform("linux")]
    public static bool IsOnlyOurs(SafeFileHandle folder) =>
        FileStatus.Read(folder) is { } status && IsOursAlone(status) && TypeOf(folder) is { } type && type != FuseMagic;

    /// <summary>
    /// Whether only the owner and root can write to it. A group with the same id as the owner is that user's private group on most
    /// systems, so a folder that it may write to is not shared.
    /// </summary>
    public static bool IsClosed(FileStatus status) => !status.Permissions.HasFlag(UnixFileMode.OtherWrite)
        && (!status.Permissions.HasFlag(UnixFileMode.GroupWrite) || (status.Group == status.User && status.User != Root));

    /// <summary>Whether another user may have created the file.</summary>
    public bool MayBeStrange(FileStatus found) => !IsOurs && found.User != Us && found.User != Root;

    /// <summary>Whether the file can be replaced: in a sticky folder such as /tmp only by its owner and root.</summary>
    public bool LetsReplace(FileStatus found) => _status is not { } status || !status.Permissions.HasFlag(UnixFileMode.StickyBit)
        || Us == Root || found.User == Us || status.User == Us;

    /// <inheritdoc/>
    public void Dispose() => _handle?.Dispose();

    private static IOException Missing(string shown) => new($"there is no folder {Path.GetFullPath(shown)}");

    private static bool IsOursAlone(FileStatus status) => (status.User == Root || status.User == Us) && IsClosed(status);

    [SupportedOSPlatform("linux")]
    private static long? TypeOf(SafeFileHandle handle)
    {
        Span<byte> found = stackalloc byte[StatfsSize];
        return Statfs((int)handle.DangerousGetHandle(), ref MemoryMarshal.GetReference(found)) == 0
            ? MemoryMarshal.Read<nint>(found)
            : null;
    }

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "fstatfs")]
    private static partial int Statfs(int descriptor, ref byte buffer);

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint EffectiveUser();
}
