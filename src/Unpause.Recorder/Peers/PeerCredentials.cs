namespace Unpause.Recorder.Peers;

/// <summary>The process at the other end of a socket, as the kernel recorded it when it connected (SO_PEERCRED, unix(7)).</summary>
/// <param name="ProcessId">Its id in this pid namespace.</param>
/// <param name="UserId">Its effective user at that time.</param>
internal readonly record struct PeerCredentials(int ProcessId, uint UserId)
{
    private const int Words = 3;

    /// <summary>The peer of a connected socket. Null when the kernel does not report it, or the process is not visible.</summary>
    public static unsafe PeerCredentials? Of(int socket)
    {
        var found = stackalloc uint[Words]; // struct ucred: process, user, group
        uint length = Words * sizeof(uint);
        return PeerCalls.GetOption(socket, PeerCalls.SocketLevel, PeerCalls.PeerCredentialsOption, found, &length) == 0 && found[0] != 0
            ? new PeerCredentials((int)found[0], found[1])
            : null;
    }
}
