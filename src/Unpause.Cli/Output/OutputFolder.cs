using System.Runtime.InteropServices;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli;

/// <summary>
/// A folder to write in, held open: who puts another folder or a link into its place changes nothing. In a folder that others
/// may write to (/tmp, another user's home) whatever stands at a name may have been put there by a stranger.
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

    /// <summary>Whether nobody but us and root can put anything into it.</summary>
    public bool IsOurs => _status is not { } status || IsOursAlone(status);

    /// <summary>Whether it is one of the kernel's, whose links to open files are the files.</summary>
    public bool IsOfKernel => OperatingSystem.IsLinux() && _handle is not null && TypeOf(_handle) == ProcMagic;

    private static uint Us { get; } = OperatingSystem.IsLinux() ? EffectiveUser() : Root;

    /// <summary>Opens it.</summary>
    /// <param name="path">Where it is.</param>
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
        // Where there is no /proc its path must do.
        return new OutputFolder(shown, Directory.Exists(held) ? held : path, handle, FileStatus.Of(handle));
    }

    /// <summary>The path of a name in it, for us only.</summary>
    public string PathOf(string name) => Path.Combine(_prefix, name);

    /// <summary>Whether it is a regular file of our own, by one name, that nobody else can write to.</summary>
    public static bool IsOwn(FileStatus file) => file is { Kind: FileKind.Regular, Names: 1 } && file.User == Us && IsClosed(file);

    /// <summary>
    /// Whether nobody but we and root can put anything into an open folder. A user's own file system (FUSE, which users can mount where
    /// everybody sees it) can name any owner.
    /// </summary>
    public static bool IsOnlyOurs(SafeFileHandle folder) =>
        FileStatus.Of(folder) is { } status && IsOursAlone(status) && TypeOf(folder) is { } type && type != FuseMagic;

    /// <summary>
    /// Whether others than the owner and root cannot write to it. A group whose number is its owner's is that user's own, as most systems
    /// make them; a folder that it may write to is no shared one.
    /// </summary>
    public static bool IsClosed(FileStatus status) => !status.Permissions.HasFlag(UnixFileMode.OtherWrite)
        && (!status.Permissions.HasFlag(UnixFileMode.GroupWrite) || (status.Group == status.User && status.User != Root));

    /// <summary>Whether what stands in it is a stranger's doing, or may be.</summary>
    public bool MayBeStrange(FileStatus found) => !IsOurs && found.User != Us && found.User != Root;

    /// <summary>Whether what stands in it can be replaced: of a folder such as /tmp only its owner and root can.</summary>
    public bool LetsReplace(FileStatus found) => _status is not { } status || !status.Permissions.HasFlag(UnixFileMode.StickyBit)
        || Us == Root || found.User == Us || status.User == Us;

    /// <inheritdoc/>
    public void Dispose() => _handle?.Dispose();

    private static IOException Missing(string shown) => new($"there is no folder {Path.GetFullPath(shown)}");

    private static bool IsOursAlone(FileStatus status) => (status.User == Root || status.User == Us) && IsClosed(status);

    private static long? TypeOf(SafeFileHandle handle)
    {
        Span<byte> found = stackalloc byte[StatfsSize];
        return Statfs((int)handle.DangerousGetHandle(), ref MemoryMarshal.GetReference(found)) == 0
            ? MemoryMarshal.Read<nint>(found)
            : null;
    }

    [LibraryImport("libc", EntryPoint = "fstatfs")]
    private static partial int Statfs(int descriptor, ref byte buffer);

    [LibraryImport("libc", EntryPoint = "geteuid")]
    private static partial uint EffectiveUser();
}
