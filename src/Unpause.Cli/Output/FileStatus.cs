using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Cli.Output;

/// <summary>The status of a path (statx), of which .NET exposes only a part.</summary>
/// <param name="Permissions">The mode bits; 0 on Windows.</param>
/// <param name="Names">The number of hard links.</param>
internal readonly partial record struct FileStatus(FileKind Kind, UnixFileMode Permissions, uint User, uint Group, uint Names)
{
    private const int CurrentFolder = -100, DontFollow = 0x100, DescriptorItself = 0x1000;
    private const uint Basic = 0x7ff;

    // struct statx of linux/stat.h, the same on every processor: stx_nlink stands at 16, uid at 20, gid at 24, mode at 28,
    // size at 40.
    private const int StatxSize = 256, NamesAt = 16, UserAt = 20, GroupAt = 24, ModeAt = 28, SizeAt = 40;
    private const int TypeMask = 0xF000, FolderType = 0x4000, RegularType = 0x8000, LinkType = 0xA000, PipeType = 0x1000,
        PermissionMask = 0xFFF;

    /// <summary>Its length, bytes; 0 where this is not Linux.</summary>
    public long Size { get; private init; }

    /// <summary>Whether it is a pipe; false where this is not Linux.</summary>
    public bool IsPipe { get; private init; }

    /// <summary>The status of a path's final target. Null when it does not exist or may not be read.</summary>
    public static FileStatus? Read(string path) => OperatingSystem.IsLinux() ? Look(CurrentFolder, path, 0) : Portable(path);

    /// <summary>The status of the path itself, also of a link. Null when it does not exist or may not be read.</summary>
    public static FileStatus? OfName(string path) => OperatingSystem.IsLinux()
        ? Look(CurrentFolder, path, DontFollow)
        : new FileInfo(path).LinkTarget is null ? Portable(path) : new FileStatus(FileKind.Link, UnixFileMode.None, 0, 0, 1);

    /// <summary>The status of an open file, whatever has its name by now.</summary>
    public static FileStatus? Read(SafeFileHandle handle) => OperatingSystem.IsLinux()
        ? Look((int)handle.DangerousGetHandle(), "", DescriptorItself)
        : new FileStatus(FileKind.Regular, UnixFileMode.None, 0, 0, 1);

    /// <summary>The status as far as every system has it: devices are known by their folder, and owners are not known.</summary>
    internal static FileStatus? Portable(string path) =>
        Directory.Exists(path) ? new FileStatus(FileKind.Folder, Mode(path), 0, 0, 1)
        : File.Exists(path) ? new FileStatus(IsDevice(path) ? FileKind.Other : FileKind.Regular, Mode(path), 0, 0, 1)
        : null;

    private static UnixFileMode Mode(string path) => OperatingSystem.IsWindows() ? UnixFileMode.None : File.GetUnixFileMode(path);

    private static bool IsDevice(string path) =>
        !OperatingSystem.IsWindows() && Path.GetFullPath(path).StartsWith("/dev/", StringComparison.Ordinal);

    [SupportedOSPlatform("linux")]
    private static FileStatus? Look(int folder, string path, int flags)
    {
        Span<byte> found = stackalloc byte[StatxSize];
        if (Statx(folder, path, flags, Basic, ref MemoryMarshal.GetReference(found)) != 0) return null;
        var mode = BinaryPrimitives.ReadUInt16LittleEndian(found[ModeAt..]);
        return new FileStatus(
            (mode & TypeMask) switch
            {
                RegularType => FileKind.Regular,
                FolderType => FileKind.Folder,
                LinkType => FileKind.Link,
                _ => FileKind.Other,
            },
            (UnixFileMode)(mode & PermissionMask),
            BinaryPrimitives.ReadUInt32LittleEndian(found[UserAt..]),
            BinaryPrimitives.ReadUInt32LittleEndian(found[GroupAt..]),
            BinaryPrimitives.ReadUInt32LittleEndian(found[NamesAt..]))
        {
            Size = BinaryPrimitives.ReadInt64LittleEndian(found[SizeAt..]),
            IsPipe = (mode & TypeMask) == PipeType,
        };
    }

    [SupportedOSPlatform("linux")]
    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(int folder, string path, int flags, uint mask, ref byte buffer);
}

/// <summary>The type of a directory entry.</summary>
internal enum FileKind
{
    /// <summary>A file with content of its own.</summary>
    Regular,

    Folder,

    /// <summary>A symbolic link.</summary>
    Link,

    /// <summary>A pipe, device or socket.</summary>
    Other,
}
