namespace Unpause.Recorder.Peers;

/// <summary>Which process is at the other end of a socket, as the kernel noted it when it connected (SO_PEERCRED, unix(7)).</summary>
/// <param name="ProcessId">Its number as we see it.</param>
/// <param name="UserId">Its effective user then.</param>
internal readonly record struct PeerCredentials(int ProcessId, uint UserId)
{
    private const int Words = 3;

    /// <summary>The peer of a connected socket. Null when the kernel doesn't tell, or when we can't see the process.</summary>
    public static unsafe PeerCredentials? Of(int socket)
    {
        var found = stackalloc uint[Words]; // struct ucred: process, user, group
        uint length = Words * sizeof(uint);
        return PeerCalls.GetOption(socket, PeerCalls.SocketLevel, PeerCalls.PeerCredentialsOption, found, &length) == 0 && found[0] != 0
            ? new PeerCredentials((int)found[0], found[1])
            : null;
    }
}
