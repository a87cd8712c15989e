using System.Runtime.InteropServices;

namespace Unpause.Recorder.Posix;

/// <summary>Who owns a path, which .NET does not tell.</summary>
internal static unsafe partial class PathOwner
{
    private const int CurrentFolder = -100, NoFollow = 0x100;
    private const uint Basic = 0x7ff;

    // struct statx of linux/stat.h: the same on every processor. stx_uid stands at 20, stx_mode at 28.
    private const int StatxSize = 256, UserAt = 20, ModeAt = 28;
    private const int TypeMask = 0xF000, SocketType = 0xC000;

    /// <summary>The owner's user id, or null when there is no such path or it cannot be looked at. Links are not followed.</summary>
    public static uint? Of(string path) => Look(path) is { } found ? found.User : null;

    /// <summary>The owner of a Unix socket, or null when the path is none.</summary>
    public static uint? OfSocket(string path) => Look(path) is { } found && (found.Mode & TypeMask) == SocketType ? found.User : null;

    /// <summary>Gives the path to a user and a group; needs to be root. Links are not followed.</summary>
    public static bool Give(string path, uint user, uint group) => ChangeOwner(path, user, group) == 0;

    private static (uint User, ushort Mode)? Look(string path)
    {
        var buffer = stackalloc byte[StatxSize];
        if (Statx(CurrentFolder, path, NoFollow, Basic, buffer) != 0) return null;
        return (*(uint*)(buffer + UserAt), *(ushort*)(buffer + ModeAt));
    }

    [LibraryImport("libc", EntryPoint = "statx", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int Statx(int folder, string path, int flags, uint mask, byte* buffer);

    [LibraryImport("libc", EntryPoint = "lchown", SetLastError = true, StringMarshalling = StringMarshalling.Utf8)]
    private static partial int ChangeOwner(string path, uint user, uint group);
}
