using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Unpause.Cli;

/// <summary>What stands at a path, which .NET tells only in part. Links are followed.</summary>
/// <param name="Regular">Whether it is a file with content of its own: no pipe, device, socket or folder.</param>
/// <param name="User">The owner's number.</param>
/// <param name="Group">The group's number.</param>
/// <param name="Names">How many names the same file has (hard links).</param>
internal readonly partial record struct FileStatus(bool Regular, uint User, uint Group, uint Names)
{
    private const int CurrentFolder = -100;
    private const uint Basic = 0x7ff;

    // struct statx of linux/stat.h, the same on every processor: stx_nlink stands at 16, uid at 20, gid at 24, mode at 28.
    private const int StatxSize = 256, NamesAt = 16, UserAt = 20, GroupAt = 24, ModeAt = 28;
    private const int TypeMask = 0xF000, RegularType = 0x8000;

    /// <summary>Null when there is nothing, when it may not be looked at, or when this is not Linux.</summary>
    public static FileStatus? Of(string path)
    {
        if (!OperatingSystem.IsLinux()) return null;
        Span<byte> found = stackalloc byte[StatxSize];
        if (Statx(CurrentFolder, path, 0, Basic, ref MemoryMarshal.GetReference(found)) != 0) return null;
        return new FileStatus(
            (BinaryPrimitives.ReadUInt16LittleEndian(found[ModeAt..]) & TypeMask) == RegularType,
            BinaryPrimitives.ReadUInt32LittleEndian(found[UserAt..]),
            BinaryPrimitives.ReadUInt32LittleEndian(found[GroupAt..]),
            BinaryPrimitives.ReadUInt32LittleEndian(found[NamesAt..]));
    }

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(int folder, string path, int flags, uint mask, ref byte buffer);
}
