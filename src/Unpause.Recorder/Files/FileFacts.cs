using System.Buffers.Binary;

namespace Unpause.Recorder.Files;

/// <summary>What the kernel says of a file: never by a path alone, which may be another file's the next moment.</summary>
internal readonly record struct FileFacts
{
    /// <summary>The size of struct statx of linux/stat.h, which is the same on every processor.</summary>
    public const int StatxSize = 256;

    // stx_mask, nlink, uid, mode, ino, size, btime, mtime, and the device's two numbers.
    private const int MaskAt = 0, LinksAt = 16, UserAt = 20, ModeAt = 28, InodeAt = 32, SizeAt = 40, BirthAt = 80, ModifiedAt = 112;
    private const int DeviceAt = 136;
    private const uint HasBirth = 0x800; // STATX_BTIME
    private const double NanosecondsInSecond = 1e9;
    private const int TypeMask = 0xF000, RegularType = 0x8000, SocketType = 0xC000, CharacterDeviceType = 0x2000;
    private const int OthersMayWrite = 0b000_010_010, OthersMayAnything = 0b000_111_111, Sticky = 0b1_000_000_000;
    private readonly int _mode;

    /// <summary>Reads a struct statx.</summary>
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

    /// <summary>Whose it is.</summary>
    public uint User { get; }

    /// <summary>How many names it has.</summary>
    public uint Links { get; }

    /// <summary>Its length, bytes.</summary>
    public long Size { get; }

    /// <summary>When it was last written to, since 1970. Its owner can set it to anything.</summary>
    public (long Seconds, uint Nanoseconds) Modified { get; }

    /// <summary>With <see cref="Device"/>, which file it is.</summary>
    public ulong Inode { get; }

    /// <inheritdoc cref="Inode"/>
    public ulong Device { get; }

    /// <summary>When it was created; a rename keeps that. Null where the file system does not record it.</summary>
    public double? BirthUnixSeconds { get; }

    public bool IsRegular => (_mode & TypeMask) == RegularType;

    public bool IsSocket => (_mode & TypeMask) == SocketType;

    public bool IsCharacterDevice => (_mode & TypeMask) == CharacterDeviceType;

    /// <summary>Whether its group or all others may do nothing with it.</summary>
    public bool IsPrivate => (_mode & OthersMayAnything) == 0;

    /// <summary>Of a folder: whether others than its owner and root can replace what is in it and not theirs.</summary>
    public bool OthersCanReplaceEntries => (_mode & OthersMayWrite) != 0 && (_mode & Sticky) == 0;

    /// <summary>Of a folder: whether others than its owner and root can add to it.</summary>
    public bool OthersCanAdd => (_mode & OthersMayWrite) != 0;

    /// <summary>Whether both are of one file.</summary>
    public bool IsSameFileAs(in FileFacts other) => Inode == other.Inode && Device == other.Device;
}
