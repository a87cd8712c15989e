using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Peers;

/// <summary>
/// A connection to the Unix socket of one process. The listening process is verified when it is opened (<see cref="PeerProof"/>), and the
/// writing process for every part that is received. Every wait has a deadline.
/// </summary>
/// <remarks>
/// A listening socket can be inherited or passed on, so the process that called listen(2) is not always the one that answers. With
/// SO_PASSCRED the kernel adds to each part the process that wrote it and that process's real user (unix_maybe_add_creds,
/// net/unix/af_unix.c), and never joins parts of two writers in one read. Without privileges nobody can state another process id. A process
/// with CAP_SYS_ADMIN over its pid namespace can state any id of that namespace. So root can forge an answer, and root of a container only
/// for processes of its own container.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed unsafe class ProvenSocket : IDisposable
{
    private readonly SafeFileHandle _socket;
    private readonly ProcessView _process;

    private ProvenSocket(SafeFileHandle socket, ProcessView process) => (_socket, _process) = (socket, process);

    /// <summary>Connects; null when nobody listens there, or another process does.</summary>
    /// <param name="folder">Folder of the socket.</param>
    /// <param name="process">The process that must be listening.</param>
    public static ProvenSocket? Open(FolderHandle folder, string name, ProcessView process) =>
        Connect(folder, name, out var file) is { } socket ? Prove(socket, file, process) : null;

    /// <summary>The first step, which requires write access to the socket only: connects. Null when nobody listens there.</summary>
    /// <param name="folder">Folder of the socket.</param>
    /// <param name="file">The socket file that was connected to, even if its name now belongs to another.</param>
    public static SafeFileHandle? Connect(FolderHandle folder, string name, out FileFacts file)
    {
        file = default;
        using var entry = folder.Reference(name);
        if (entry is null || FileCalls.Look(entry) is not { IsSocket: true } facts) return null;
        file = facts;
        // Connecting would block while the accept queue is full.
        var descriptor = PeerCalls.Socket(PeerCalls.UnixFamily, PeerCalls.StreamCloseOnExecNonBlocking, 0);
        if (descriptor < 0) return null;
        var socket = new SafeFileHandle(descriptor, ownsHandle: true);
        // Through the descriptor, because the name may become another socket. Credentials are requested before connecting, for every part.
        if (AskForWriters(socket) && folder.Connect(socket, entry)) return socket;
        // Left by a process that was killed, or the process is too busy to answer.
        socket.Dispose();
        return null;
    }

    /// <summary>The second step. Null, with the connection closed, when another process listens.</summary>
    /// <param name="socket">Result of <see cref="Connect"/>, here or in another process of unpause.</param>
    /// <param name="file">The socket file that it connected to.</param>
    /// <param name="process">The process that must be listening, as inspected before connecting.</param>
    public static ProvenSocket? Prove(SafeFileHandle socket, FileFacts file, ProcessView process)
    {
        if (file.IsSocket && file.User == process.UserId && AskForWriters(socket) && PeerProof.IsListener(socket, file, process))
            return new ProvenSocket(socket, process);
        socket.Dispose();
        return null;
    }

    /// <summary>Sends all bytes.</summary>
    /// <param name="bytes">The bytes.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp.</param>
    /// <exception cref="SocketException">They can't be sent in time.</exception>
    public void Send(ReadOnlySpan<byte> bytes, long deadline)
    {
        using var socket = new HeldDescriptor(_socket);
        while (!bytes.IsEmpty)
        {
            nint sent;
            fixed (byte* start = bytes)
            {
                sent = PeerCalls.SendWithFile(socket.Number, start, bytes.Length, -1, PeerCalls.NoSignal | PeerCalls.DontWait);
            }

            if (sent >= 0) bytes = bytes[(int)sent..];
            else WaitAfter(Marshal.GetLastPInvokeError(), socket.Number, LibC.PollOut, deadline);
        }
    }

    /// <summary>Receives available bytes; 0 at the end.</summary>
    /// <param name="buffer">Receives them.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp.</param>
    /// <exception cref="SocketException">Nothing arrived in time.</exception>
    /// <exception cref="ObstacleException">Another process wrote it.</exception>
    public int Receive(Span<byte> buffer, long deadline)
    {
        LeftMilliseconds(deadline); // also if data are always available
        return ReceiveUntil(buffer, deadline);
    }

    /// <summary>Receives available bytes without a deadline; 0 at the end, also after <see cref="Dispose"/>.</summary>
    /// <exception cref="SocketException">The connection was broken.</exception>
    /// <exception cref="ObstacleException">Another process wrote it.</exception>
    public int Receive(Span<byte> buffer) => ReceiveUntil(buffer, null);

    public void Dispose()
    {
        try
        {
            using var socket = new HeldDescriptor(_socket);
            PeerCalls.Shutdown(socket.Number, PeerCalls.ShutBoth); // wakes a blocked reader
        }
        catch (ObjectDisposedException)
        {
            // Already disposed.
        }

        _socket.Dispose();
    }

    private int ReceiveUntil(Span<byte> buffer, long? deadline)
    {
        using var socket = new HeldDescriptor(_socket);
        while (true)
        {
            nint received;
            PeerCredentials? writer;
            bool hadFiles;
            fixed (byte* start = buffer)
            {
                received = PeerCalls.ReceiveFromWriter(socket.Number, start, buffer.Length, out writer, out hadFiles);
            }

            if (received == 0) return 0;
            if (received < 0) WaitAfter(Marshal.GetLastPInvokeError(), socket.Number, LibC.PollIn, deadline);
            else if ((PeerProof.Objection(writer, _process) ?? PeerProof.Objection(hadFiles, _process)) is not { } objection)
                return (int)received;
            else throw new ObstacleException(objection);
        }
    }

    private static bool AskForWriters(SafeFileHandle socket)
    {
        var on = 1;
        return PeerCalls.SetOption(
            (int)socket.DangerousGetHandle(), PeerCalls.SocketLevel, PeerCalls.PassCredentialsOption, &on, sizeof(int)) == 0;
    }

    /// <summary>Handles a failed call: waits if the error only asks for waiting.</summary>
    private static void WaitAfter(int error, int socket, short events, long? deadline)
    {
        if (error is not (LibC.Eagain or LibC.Eintr)) throw Fault(error);
        var entry = new LibC.PollEntry { Descriptor = socket, Events = events };
        LibC.Poll(&entry, 1, deadline is { } moment ? LeftMilliseconds(moment) : -1);
    }

    private static SocketException Fault(int error) => error switch
    {
        LibC.Epipe => new SocketException((int)SocketError.Shutdown),
        LibC.Econnaborted => new SocketException((int)SocketError.ConnectionAborted),
        PeerCalls.Econnreset => new SocketException((int)SocketError.ConnectionReset),
        _ => new SocketException((int)SocketError.SocketError, Marshal.GetPInvokeErrorMessage(error)),
    };

    private static int LeftMilliseconds(long deadline)
    {
        var left = (deadline - Stopwatch.GetTimestamp()) * 1000.0 / Stopwatch.Frequency;
        return left > 0 ? (int)Math.Clamp(left, 1, int.MaxValue) : throw new SocketException((int)SocketError.TimedOut);
    }

    /// <summary>The descriptor's number, which stays the socket's until this is disposed, even if another thread closes it.</summary>
    private readonly ref struct HeldDescriptor
    {
        private readonly SafeFileHandle _handle;

        public HeldDescriptor(SafeFileHandle handle)
        {
            var held = false;
            (_handle = handle).DangerousAddRef(ref held);
        }

        public int Number => (int)_handle.DangerousGetHandle();

        public void Dispose() => _handle.DangerousRelease();
    }
}
