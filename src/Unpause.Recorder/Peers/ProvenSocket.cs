using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.Versioning;
using Unpause.Recorder.Files;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Peers;

/// <summary>
/// A connection to the Unix socket of one process, which the kernel has said it is (SO_PEERCRED): whoever may have put a socket of
/// the right name and owner there. Everything that waits has a deadline.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class ProvenSocket : IDisposable
{
    private readonly Socket _socket;

    private ProvenSocket(Socket socket) => _socket = socket;

    /// <summary>Connects; null when nobody listens there, or anybody else than the process.</summary>
    /// <param name="folder">Where the socket is.</param>
    /// <param name="name">Its name there.</param>
    /// <param name="process">Who must be the one who listens.</param>
    public static ProvenSocket? Open(FolderHandle folder, string name, ProcessView process)
    {
        if (folder.FactsOf(name) is not { IsSocket: true }) return null;
        // A queue that is full would make the connecting wait.
        var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified) { Blocking = false };
        try
        {
            socket.Connect(new UnixDomainSocketEndPoint($"{folder.Path}/{name}"));
            socket.Blocking = true;
            if (PeerCredentials.Of((int)socket.Handle)?.ProcessId == process.Id && process.IsAlive()) return new ProvenSocket(socket);
        }
        catch (SocketException)
        {
            // Left by a process that was killed, or so busy that it doesn't answer.
        }

        socket.Dispose();
        return null;
    }

    /// <summary>Sends all.</summary>
    /// <param name="bytes">What.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp.</param>
    /// <exception cref="SocketException">It can't be sent in time.</exception>
    public void Send(ReadOnlySpan<byte> bytes, long deadline)
    {
        while (!bytes.IsEmpty)
        {
            _socket.SendTimeout = LeftMilliseconds(deadline);
            bytes = bytes[_socket.Send(bytes)..];
        }
    }

    /// <summary>Receives what is there; 0 at the end.</summary>
    /// <param name="buffer">Takes it.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp.</param>
    /// <exception cref="SocketException">Nothing came in time.</exception>
    public int Receive(Span<byte> buffer, long deadline)
    {
        _socket.ReceiveTimeout = LeftMilliseconds(deadline);
        return _socket.Receive(buffer);
    }

    /// <summary>Receives what is there, however long that takes; 0 at the end, also after <see cref="Dispose"/>.</summary>
    /// <exception cref="SocketException">The connection was broken.</exception>
    public int Receive(Span<byte> buffer)
    {
        _socket.ReceiveTimeout = 0;
        return _socket.Receive(buffer);
    }

    public void Dispose()
    {
        try
        {
            _socket.Shutdown(SocketShutdown.Both); // wakes who reads
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The other side was faster, or this has been done.
        }

        _socket.Dispose();
    }

    private static int LeftMilliseconds(long deadline)
    {
        var left = (deadline - Stopwatch.GetTimestamp()) * 1000.0 / Stopwatch.Frequency;
        return left > 0 ? (int)Math.Max(1, left) : throw new SocketException((int)SocketError.TimedOut);
    }
}
