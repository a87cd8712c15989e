namespace Unpause.Recorder.Peers;

/// <summary>Functions of the C library and Linux constants for sockets and passing descriptors.</summary>
[SupportedOSPlatform("linux")]
internal static unsafe partial class PeerCalls
{
    public const int UnixFamily = 1, StreamCloseOnExecNonBlocking = 0x80801, CloseOnExecNonBlocking = 0x80800;
    public const int SocketLevel = 1, PassCredentialsOption = 16, PeerCredentialsOption = 17, PassedRights = 1, PassedCredentials = 2;
    public const int DontWait = 0x40, NoSignal = 0x4000, ControlWasCut = 8, CloseOnExecMessage = 0x40000000;
    public const int ShutBoth = 2;

    /// <summary>SO_PEERPIDFD, since Linux 6.5.</summary>
    public const int PeerHandleOption = 77;

    public const int Enoprotoopt = 92, Econnreset = 104;

    /// <summary>struct cmsghdr followed by a descriptor: its length, and the size with padding.</summary>
    public const int RightsLength = 20, RightsBytes = 24;

    // The same for struct ucred, and the fields of struct msghdr that recvmsg writes.
    private const int ControlHeader = 16, CredentialsLength = 28, CredentialsBytes = 32, ControlLengthAt = 5, ReturnedFlagsAt = 6;

    /// <summary>struct sockaddr_un: the family and 108 bytes for the name.</summary>
    public const int AddressBytes = 110, AddressNameAt = 2;

    /// <summary>Sends bytes together with a file (unix(7), SCM_RIGHTS); a negative descriptor means no file.</summary>
    /// <returns>Number of bytes sent; negative on failure.</returns>
    public static nint SendWithFile(int socket, byte* bytes, nint length, int file, int flags) =>
        SendWithFiles(socket, bytes, length, file, -1, flags);

    /// <summary>The same with two files; the second is ignored without a first.</summary>
    public static nint SendWithFiles(int socket, byte* bytes, nint length, int file, int second, int flags)
    {
        // struct iovec, cmsghdr (its length without the padding after the descriptor) and msghdr of 64-bit Linux.
        var piece = stackalloc nint[] { (nint)bytes, length };
        var rights = stackalloc int[] { RightsLength + (second < 0 ? 0 : sizeof(int)), 0, SocketLevel, PassedRights, file, second };
        var message = stackalloc nint[] { 0, 0, (nint)piece, 1, file < 0 ? 0 : (nint)rights, file < 0 ? 0 : RightsBytes, 0 };
        return Send(socket, message, flags);
    }

    /// <summary>
    /// Receives bytes of one writer and the id of the process that wrote them (unix(7), SO_PASSCRED). Files sent along are closed: the
    /// control buffer has space for credentials only, so the kernel drops files (scm_detach_fds, net/core/scm.c).
    /// </summary>
    /// <param name="bytes">Receives the bytes.</param>
    /// <param name="length">Maximum length.</param>
    /// <param name="writer">The writing process; null when unknown.</param>
    /// <param name="hadFiles">Whether files were sent along.</param>
    /// <returns>Number of bytes received; negative on failure.</returns>
    public static nint ReceiveFromWriter(int socket, byte* bytes, nint length, out PeerCredentials? writer, out bool hadFiles)
    {
        var piece = stackalloc nint[] { (nint)bytes, length };
        var control = stackalloc byte[CredentialsBytes];
        var message = stackalloc nint[] { 0, 0, (nint)piece, 1, (nint)control, CredentialsBytes, 0 };
        var received = ReceiveMessage(socket, message, DontWait | CloseOnExecMessage);
        (writer, hadFiles) = (null, false);
        if (received < 0) return received;
        hadFiles = ((int)message[ReturnedFlagsAt] & ControlWasCut) != 0;
        var end = message[ControlLengthAt];
        for (nint at = 0; end - at > ControlHeader;)
        {
            var size = *(nint*)(control + at); // struct cmsghdr: length, level, type
            if (size <= ControlHeader || size > end - at) break;
            var words = (int*)(control + at + sizeof(nint));
            var data = words + 2;
            if (words[0] == SocketLevel && words[1] == PassedCredentials && size >= CredentialsLength)
                writer = new PeerCredentials(data[0], (uint)data[1]); // struct ucred: process, user, group
            if (words[0] == SocketLevel && words[1] == PassedRights)
            {
                hadFiles = true;
                for (var i = 0; i < (size - ControlHeader) / sizeof(int); i++) LibC.Close(data[i]);
            }

            at += (size + sizeof(nint) - 1) & -sizeof(nint);
        }

        return received;
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

    [LibraryImport("libc", EntryPoint = "connect", SetLastError = true)]
    public static partial int Connect(int socket, byte* address, uint length);

    [LibraryImport("libc", EntryPoint = "shutdown", SetLastError = true)]
    public static partial int Shutdown(int socket, int how);

    [LibraryImport("libc", EntryPoint = "setsockopt", SetLastError = true)]
    public static partial int SetOption(int socket, int level, int option, void* value, uint length);

    [LibraryImport("libc", EntryPoint = "recv", SetLastError = true)]
    public static partial nint Receive(int socket, byte* buffer, nuint length, int flags);

    [LibraryImport("libc", EntryPoint = "sendmsg", SetLastError = true)]
    private static partial nint Send(int socket, nint* message, int flags);

    [LibraryImport("libc", EntryPoint = "recvmsg", SetLastError = true)]
    private static partial nint ReceiveMessage(int socket, nint* message, int flags);
}

/// <summary>The process at the other end of a socket, as the kernel recorded it when it connected (SO_PEERCRED, unix(7)).</summary>
/// <param name="ProcessId">Its id in this pid namespace.</param>
/// <param name="UserId">Its effective user at that time.</param>
internal readonly record struct PeerCredentials(int ProcessId, uint UserId)
{
    private const int Words = 3;

    /// <summary>The peer of a connected socket. Null when the kernel does not report it, or the process is not visible.</summary>
    [SupportedOSPlatform("linux")]
    public static unsafe PeerCredentials? Read(int socket)
    {
        var found = stackalloc uint[Words]; // struct ucred: process, user, group
        uint length = Words * sizeof(uint);
        return PeerCalls.GetOption(socket, PeerCalls.SocketLevel, PeerCalls.PeerCredentialsOption, found, &length) == 0 && found[0] != 0
            ? new PeerCredentials((int)found[0], found[1])
            : null;
    }
}

/// <summary>One connection of a process that requests a file: it has sent nothing yet, or part of its line.</summary>
[SupportedOSPlatform("linux")]
internal sealed unsafe class AskingPeer(int socket, PeerCredentials credentials, long deadline)
{
    private readonly byte[] _line = new byte[FileRequest.MostBytes];
    private int _length;

    /// <summary>The connection's descriptor.</summary>
    public int Socket { get; } = socket;

    /// <summary>The requesting process.</summary>
    public PeerCredentials Credentials { get; } = credentials;

    /// <summary>When the connection is dropped, in terms of <see cref="Environment.TickCount64"/>.</summary>
    public long Deadline { get; } = deadline;

    /// <summary>Reads what has arrived. Null: the line is incomplete.</summary>
    /// <returns>The line without its end; empty when none will come.</returns>
    public byte[]? ReadLine()
    {
        fixed (byte* start = _line)
        {
            while (_length < _line.Length)
            {
                var count = PeerCalls.Receive(Socket, start + _length, (nuint)(_line.Length - _length), PeerCalls.DontWait);
                if (count < 0 && Marshal.GetLastPInvokeError() is LibC.Eagain or LibC.Eintr) return null;
                if (count <= 0) return [];
                _length += (int)count;
                var end = _line.AsSpan(0, _length).IndexOf((byte)'\n');
                if (end >= 0) return _line[..end];
            }
        }

        return [];
    }

    /// <summary>Sends a file; a negative descriptor means a refusal. False when the process no longer waits.</summary>
    public bool Answer(int file)
    {
        var answer = (byte)(file < 0 ? '-' : '+');
        return PeerCalls.SendWithFile(Socket, &answer, 1, file, PeerCalls.NoSignal | PeerCalls.DontWait) == 1;
    }

    /// <summary>Ends the connection.</summary>
    public void Close() => LibC.Close(Socket);
}
