using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Files;

/// <summary>System calls that name a file relative to a folder's descriptor, and their constants.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe partial class FileCalls
{
    public const int PathOnly = 0x200000, CloseOnExec = 0x80000, NonBlocking = 0x800, Create = 0x40, Exclusive = 0x80;
    public const int ReadWrite = 2, RemoveFolderFlag = 0x200, NoReplace = 1;
    public const uint PrivateFile = 0b110_000_000, PrivateFolder = 0b111_000_000;

    /// <summary>RESOLVE_IN_ROOT and RESOLVE_NO_MAGICLINKS: no link in /proc that leads out of the root.</summary>
    public const ulong WithinRoot = 0x02 | 0x10;

    /// <summary>
    /// An entry of the folder itself: RESOLVE_NO_XDEV (no mounts), NO_MAGICLINKS, NO_SYMLINKS and BENEATH.
    /// </summary>
    public const ulong EntryAlone = 0x01 | 0x02 | 0x04 | 0x08;

    public const int Enosys = 38, Eperm = 1, Eacces = 13;

    // Since Linux 5.6, the same number on every architecture.
    private const nint OpenAt2Number = 437;
    private const int EmptyPath = 0x1000, NoFollowLink = 0x100;
    private const uint StatisticsAndBirth = 0xfff;

    /// <summary>O_NOFOLLOW and O_DIRECTORY, whose values depend on the architecture.</summary>
    public static int NoFollow { get; } = IsArm ? 0x8000 : 0x20000;

    /// <inheritdoc cref="NoFollow"/>
    public static int FolderOnly { get; } = IsArm ? 0x4000 : 0x10000;

    private static bool IsArm => RuntimeInformation.ProcessArchitecture is Architecture.Arm64 or Architecture.Arm;

    /// <summary>openat2(2). Negative on failure.</summary>
    public static int Open(int folder, string path, int flags, uint mode, ulong resolve)
    {
        var how = stackalloc ulong[] { (ulong)flags, mode, resolve };
        var name = NativeStringOf(path);
        fixed (byte* start = name) return (int)SystemCall(OpenAt2Number, folder, (nint)start, (nint)how, 3 * sizeof(ulong));
    }

    /// <summary>Facts about a descriptor or an entry of its folder, without following links. Null when there is none.</summary>
    public static FileFacts? Look(int folder, string name)
    {
        Span<byte> found = stackalloc byte[FileFacts.StatxSize];
        var flags = name.Length == 0 ? EmptyPath : NoFollowLink;
        return Statx(folder, name, flags, StatisticsAndBirth, ref MemoryMarshal.GetReference(found)) == 0 ? new FileFacts(found) : null;
    }

    /// <summary>Facts about the opened file, even if its name now belongs to another.</summary>
    public static FileFacts? Look(SafeFileHandle file) => Look((int)file.DangerousGetHandle(), "");

    [LibraryImport("libc", EntryPoint = "openat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int OpenAt(int folder, string name, int flags, uint mode);

    [LibraryImport("libc", EntryPoint = "mkdirat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int MakeFolderAt(int folder, string name, uint mode);

    [LibraryImport("libc", EntryPoint = "unlinkat", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int RemoveAt(int folder, string name, int flags);

    [LibraryImport("libc", EntryPoint = "renameat2", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int RenameAt(int folder, string name, int toFolder, string toName, uint flags);

    [LibraryImport("libc", EntryPoint = "memfd_create", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int MakeMemoryFile(string name, uint flags);

    [LibraryImport("libc", EntryPoint = "fchmod", SetLastError = true)]
    public static partial int SetMode(int descriptor, uint mode);

    /// <summary>lchown(2), for unpause's own folders.</summary>
    [LibraryImport("libc", EntryPoint = "lchown", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    public static partial int ChangeOwner(string path, uint user, uint group);

    /// <summary>Another descriptor for the same open file. Negative on failure.</summary>
    public static int Duplicate(int descriptor)
    {
        const int DuplicateCloseOnExec = 1030, FirstBeyondStandard = 3;
        return Posix.LibC.Control(descriptor, DuplicateCloseOnExec, FirstBeyondStandard);
    }

    /// <summary>Takes a lock (flock(2)) that lasts until the file is closed, so it ends with this process in any case.</summary>
    /// <returns>Whether the lock was taken; false if another process has it.</returns>
    public static bool TryLock(SafeFileHandle file)
    {
        const int Exclusively = 2, WithoutWaiting = 4;
        return Lock((int)file.DangerousGetHandle(), Exclusively | WithoutWaiting) == 0;
    }

    [LibraryImport("libc", EntryPoint = "geteuid")]
    public static partial uint OwnUser();

    private static byte[] NativeStringOf(string path) => [.. System.Text.Encoding.UTF8.GetBytes(path), 0];

    [LibraryImport("libc", EntryPoint = "flock", SetLastError = true)]
    private static partial int Lock(int descriptor, int operation);

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(int folder, string path, int flags, uint mask, ref byte buffer);

    [LibraryImport("libc", EntryPoint = "syscall", SetLastError = true)]
    private static partial nint SystemCall(nint number, nint first, nint second, nint third, nint fourth);
}
