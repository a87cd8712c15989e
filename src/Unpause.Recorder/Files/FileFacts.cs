using System.Buffers.Binary;

namespace Unpause.Recorder.Files;

/// <summary>What the kernel reports about an open file. A path alone could lead to another file the next moment.</summary>
internal readonly record struct FileFacts
{
    /// <summary>Size of struct statx of linux/stat.h, the same on every architecture.</summary>
    public const int StatxSize = 256;

    // stx_mask, nlink, uid, mode, ino, size, btime, mtime, and the device's two numbers.
    private const int MaskAt = 0, LinksAt = 16, UserAt = 20, ModeAt = 28, InodeAt = 32, SizeAt = 40, BirthAt = 80, ModifiedAt = 112;
    private const int DeviceAt = 136;
    private const uint HasBirth = 0x800; // STATX_BTIME
    private const double NanosecondsInSecond = 1e9;
    private const int TypeMask = 0xF000, RegularType = 0x8000, SocketType = 0xC000, CharacterDeviceType = 0x2000;
    private const int OthersMayWrite = 0b000_010_010, OthersMayAnything = 0b000_111_111, Sticky = 0b1_000_000_000;
    private readonly int _mode;

    public FileFacts(ReadOnlySpan<byte> statx)
    {
        Links = BinaryPrimitives.ReadUInt32LittleEndian(statx[LinksAt..]);
        User = BinaryPrimitives.ReadUInt32LittleEndian(statx[UserAt..]);
        _mode = BinaryPrimitives.ReadUInt16LittleEndian(statx[ModeAt..]);
        Inode = BinaryPrimitives.ReadUInt64LittleEndian(statx[InodeAt..]);
        Size = BinaryPrimitives.ReadInt64LittleEndian(statx[SizeAt..]);
        Modified = (BinaryPrimitives.ReadInt64LittleEndian(statx[ModifiedAt..]),
            BinaryPrimitives.ReadUInt32LittleEndian(statx[(ModifiedAt + sizeof(long))..]));
        Device = BinaryPrimitives.ReadUInt64LittleEndian(statx[DeviceAt..]);
        if ((BinaryPrimitives.ReadUInt32LittleEndian(statx[MaskAt..]) & HasBirth) == 0) return;
        BirthUnixSeconds = BinaryPrimitives.ReadInt64LittleEndian(statx[BirthAt..])
            + (BinaryPrimitives.ReadUInt32LittleEndian(statx[(BirthAt + sizeof(long))..]) / NanosecondsInSecond);
    }

    /// <summary>The owner's user id.</summary>
    public uint User { get; }

    /// <summary>Number of hard links.</summary>
    public uint Links { get; }

    /// <summary>Length in bytes.</summary>
    public long Size { get; }

    /// <summary>Last modification, since 1970. The owner can set it to any value.</summary>
    public (long Seconds, uint Nanoseconds) Modified { get; }

    /// <summary>Identifies the file together with <see cref="Device"/>.</summary>
    public ulong Inode { get; }

    /// <inheritdoc cref="Inode"/>
    public ulong Device { get; }

    /// <summary>Creation time, which a rename does not change. Null where the file system does not record it.</summary>
    public double? BirthUnixSeconds { get; }

    public bool IsRegular => (_mode & TypeMask) == RegularType;

    public bool IsSocket => (_mode & TypeMask) == SocketType;

    public bool IsCharacterDevice => (_mode & TypeMask) == CharacterDeviceType;

    /// <summary>Whether group and others have no access.</summary>
    public bool IsPrivate => (_mode & OthersMayAnything) == 0;

    /// <summary>For a folder: whether users other than its owner and root can replace entries that they do not own.</summary>
    public bool OthersCanReplaceEntries => (_mode & OthersMayWrite) != 0 && (_mode & Sticky) == 0;

    /// <summary>For a folder: whether users other than its owner and root can add entries.</summary>
    public bool OthersCanAdd => (_mode & OthersMayWrite) != 0;

    /// <summary>Whether both describe the same file.</summary>
    public bool IsSameFileAs(in FileFacts other) => Inode == other.Inode && Device == other.Device;
}
