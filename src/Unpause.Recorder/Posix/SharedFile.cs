using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Unpause.Recorder.Posix;

/// <summary>Whether two descriptors write into one file, pipe or socket, whoever opened it and how.</summary>
internal static partial class SharedFile
{
    // AT_EMPTY_PATH: the descriptor itself. STATX_TYPE and STATX_INO.
    private const int EmptyPath = 0x1000;
    private const uint TypeAndInode = 0x101;

    // struct statx of linux/stat.h, the same on every processor: stx_mode stands at 28, ino at 32, the device's two numbers at 136.
    private const int StatxSize = 256, ModeAt = 28, InodeAt = 32, DeviceAt = 136, NumberSize = 8;
    private const int TypeMask = 0xF000, CharacterDevice = 0x2000;

    /// <summary>False for terminals, and for <c>/dev/null</c> and the like, in which nobody sees an order.</summary>
    public static bool IsOf(int first, int second)
    {
        Span<byte> one = stackalloc byte[StatxSize], other = stackalloc byte[StatxSize];
        return Look(first, one) && Look(second, other)
            && one.Slice(InodeAt, NumberSize).SequenceEqual(other.Slice(InodeAt, NumberSize))
            && one.Slice(DeviceAt, NumberSize).SequenceEqual(other.Slice(DeviceAt, NumberSize))
            && (BinaryPrimitives.ReadUInt16LittleEndian(one[ModeAt..]) & TypeMask) != CharacterDevice;
    }

    /// <summary>False when the descriptor is closed, or nothing may be asked of it.</summary>
    private static bool Look(int descriptor, Span<byte> found) =>
        Statx(descriptor, "", EmptyPath, TypeAndInode, ref MemoryMarshal.GetReference(found)) == 0;

    [LibraryImport("libc", EntryPoint = "statx", StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(int folder, string path, int flags, uint mask, ref byte buffer);
}
