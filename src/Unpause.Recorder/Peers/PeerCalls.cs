using System.Runtime.InteropServices;

namespace Unpause.Recorder.Peers;

/// <summary>The C library's functions and Linux constants of sockets and of what is passed through them.</summary>
internal static unsafe partial class PeerCalls
{
    public const int UnixFamily = 1, StreamCloseOnExecNonBlocking = 0x80801, CloseOnExecNonBlocking = 0x80800;
    public const int SocketLevel = 1, PeerCredentialsOption = 17, PassedRights = 1;
    public const int DontWait = 0x40, NoSignal = 0x4000;

    /// <summary>struct cmsghdr with a descriptor behind it: its length, and the size with its padding.</summary>
    public const int RightsLength = 20, RightsBytes = 24;

    /// <summary>struct sockaddr_un: the family, then 108 bytes of name.</summary>
    public const int AddressBytes = 110, AddressNameAt = 2;

    /// <summary>Sends bytes, and with them a file (unix(7), SCM_RIGHTS); a negative one is none.</summary>
    /// <returns>How many bytes went; negative on failure.</returns>
    public static nint SendWithFile(int socket, byte* bytes, nint length, int file, int flags) =>
        SendWithFiles(socket, bytes, length, file, -1, flags);

    /// <summary>The same with two files; without a first there is no second.</summary>
    public static nint SendWithFiles(int socket, byte* bytes, nint length, int file, int second, int flags)
    {
        // struct iovec, cmsghdr (its length without the padding after the descriptor) and msghdr of 64-bit Linux.
        var piece = stackalloc nint[] { (nint)bytes, length };
        var rights = stackalloc int[] { RightsLength + (second < 0 ? 0 : sizeof(int)), 0, SocketLevel, PassedRights, file, second };
        var message = stackalloc nint[] { 0, 0, (nint)piece, 1, file < 0 ? 0 : (nint)rights, file < 0 ? 0 : RightsBytes, 0 };
        return Send(socket, message, flags);
    }

    [LibraryImport("libc", EntryPoint = "socket", SetLastError = true)]
    public static partial int Socket(int family, int type, int protocol);

    [LibraryImport("libc", EntryPoint = "bind", SetLastError = true)]
    public static partial int Bind(int socket, byte* address, uint length);

    [LibraryImport("libc", EntryPoint = "listen", SetLastError = true)]
    public static partial int Listen(int socket, int queue);

    [LibraryImport("libc", EntryPoint = "accept4", SetLastError = true)]
    public static partial int Accept(int socket, void* address, uint* length, int flags);

    [LibraryImport("libc", EntryPoint = "getsockopt", SetLastError = true)]
    public static partial int GetOption(int socket, int level, int option, void* value, uint* length);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    public static partial nint Receive(int socket, byte* buffer, nuint length, int flags);

    [LibraryImport("libc", EntryPoint = "sendmsg", SetLastError = true)]
    private static partial nint Send(int socket, nint* message, int flags);
}
