using System.Diagnostics;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using System.Text;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Peers;

/// <summary>
/// A connection to the Unix socket of one process. Who listens is proven when it is opened (<see cref="PeerProof"/>), and who wrote is
/// proven for every part that is received. Everything that waits has a deadline.
/// </summary>
/// <remarks>
/// A listening socket can be inherited or passed on, so the process that called listen(2) is not always the one that answers. With
/// SO_PASSCRED the kernel adds to each part the process that wrote it and that process's real user (unix_maybe_add_creds,
/// net/unix/af_unix.c), and never joins parts of two writers in one read. Without privileges nobody can state another process id. A process
/// with CAP_SYS_ADMIN over its pid namespace can state one of that namespace: so root can forge an answer, and root of a container only
/// for processes of its own container.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed unsafe class ProvenSocket : IDisposable
{
    private readonly SafeFileHandle _socket;
    private readonly ProcessView _process;

    private ProvenSocket(SafeFileHandle socket, ProcessView process) => (_socket, _process) = (socket, process);

    /// <summary>Connects; null when nobody listens there, or anybody else than the process.</summary>
    /// <param name="folder">Where the socket is.</param>
    /// <param name="name">Its name there.</param>
    /// <param name="process">Who must be the one who listens.</param>
    public static ProvenSocket? Open(FolderHandle folder, string name, ProcessView process) =>
        Connect(folder, name, out var file) is { } socket ? Prove(socket, file, process) : null;

    /// <summary>The first step, which needs no rights but to write to the socket: connects. Null when nobody listens there.</summary>
    /// <param name="folder">Where the socket is.</param>
    /// <param name="name">Its name there.</param>
    /// <param name="file">The socket file that is connected to, whatever has its name by now.</param>
    public static SafeFileHandle? Connect(FolderHandle folder, string name, out FileFacts file)
    {
        file = default;
        using var entry = folder.Reference(name);
        if (entry is null || FileCalls.Look(entry) is not { IsSocket: true } facts) return null;
        file = facts;
        // A queue that is full would make the connecting wait.
        var descriptor = PeerCalls.Socket(PeerCalls.UnixFamily, PeerCalls.StreamCloseOnExecNonBlocking, 0);
        if (descriptor < 0) return null;
        var socket = new SafeFileHandle(descriptor, ownsHandle: true);
        // By descriptor: the name may be another socket's the next moment. Asked for before connecting, so that no part comes without.
        if (AskForWriters(socket) && folder.Connect(socket, entry)) return socket;
        // Left by a process that was killed, or so busy that it doesn't answer.
        socket.Dispose();
        return null;
    }

    /// <summary>The second step: null, and the connection is closed, when anybody else than the process listens.</summary>
    /// <param name="socket">What <see cref="Connect"/> gave, here or in another process of ours.</param>
    /// <param name="file">The socket file that it connected to.</param>
    /// <param name="process">Who must listen, as looked at before connecting.</param>
    public static ProvenSocket? Prove(SafeFileHandle socket, FileFacts file, ProcessView process)
    {
        if (file.IsSocket && file.User == process.UserId && AskForWriters(socket) && PeerProof.IsListener(socket, file, process))
            return new ProvenSocket(socket, process);
        socket.Dispose();
        return null;
    }

    /// <summary>Sends all.</summary>
    /// <param name="bytes">What.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp.</param>
    /// <exception cref="SocketException">It can't be sent in time.</exception>
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

    /// <summary>Receives what is there; 0 at the end.</summary>
    /// <param name="buffer">Takes it.</param>
    /// <param name="deadline">A <see cref="Stopwatch"/> timestamp.</param>
    /// <exception cref="SocketException">Nothing came in time.</exception>
    /// <exception cref="ObstacleException">Another process wrote it.</exception>
    public int Receive(Span<byte> buffer, long deadline)
    {
        LeftMilliseconds(deadline); // also where always something is there
        return ReceiveUntil(buffer, deadline);
    }

    /// <summary>Receives what is there, however long that takes; 0 at the end, also after <see cref="Dispose"/>.</summary>
    /// <exception cref="SocketException">The connection was broken.</exception>
    /// <exception cref="ObstacleException">Another process wrote it.</exception>
    public int Receive(Span<byte> buffer) => ReceiveUntil(buffer, null);

    public void Dispose()
    {
        try
        {
            using var socket = new HeldDescriptor(_socket);
            PeerCalls.Shutdown(socket.Number, PeerCalls.ShutBoth); // wakes who reads
        }
        catch (ObjectDisposedException)
        {
            // This has been done.
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

    /// <summary>After a call that failed: waits where that is all that is to be done.</summary>
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

    /// <summary>The descriptor's number, which stays the socket's until this is disposed of, also when another thread closes it.</summary>
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
