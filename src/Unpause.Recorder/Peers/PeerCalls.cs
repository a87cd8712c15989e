using System.Runtime.InteropServices;

namespace Unpause.Recorder.Peers;

/// <summary>The C library's functions and Linux constants of sockets and of what is passed through them.</summary>
internal static unsafe partial class PeerCalls
{
    public const int UnixFamily = 1, StreamCloseOnExecNonBlocking = 0x80801, CloseOnExecNonBlocking = 0x80800;
    public const int SocketLevel = 1, PeerCredentialsOption = 17, PassedRights = 1;
    public const int DontWait = 0x40, NoSignal = 0x4000;

    /// <summary>struct sockaddr_un: the family, then 108 bytes of name.</summary>
    public const int AddressBytes = 110, AddressNameAt = 2;

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
    public static partial nint Send(int socket, nint* message, int flags);
}
