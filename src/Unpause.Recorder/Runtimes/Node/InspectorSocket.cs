using System.Net;
using System.Net.Sockets;

namespace Unpause.Recorder.Runtimes.Node;

/// <summary>A TCP connection to the inspector of one process, for HTTP and then for a WebSocket (RFC 6455).</summary>
/// <remarks>
/// TCP does not name the process at the other end, so both of its sockets are looked up: the one that listens before connecting, and the
/// one of the connection after its first answer. Each must be open in the process.
/// </remarks>
[SupportedOSPlatform("linux")]
internal sealed class InspectorSocket : IDisposable
{
    private const int MostAnswerBytes = 64 * 1024, HeaderBytes = 14;
    private const byte TextFrame = 0x81, PongFrame = 0x8A, Masked = 0x80;

    private readonly ProcessView _process;
    private readonly Socket _socket;

    private InspectorSocket(ProcessView process, Socket socket) => (_process, _socket) = (process, socket);

    /// <summary>Connects to a socket at which the process listens.</summary>
    /// <exception cref="ObstacleException">It does not, or does not accept.</exception>
    public static InspectorSocket Connect(ProcessView process, TcpSocket listener, long deadline)
    {
        if (!listener.IsOf(process) || !process.IsAlive()) throw new ObstacleException($"process {process.Id} no longer listens");
        var socket = new Socket(listener.Local.AddressFamily, SocketType.Stream, ProtocolType.Tcp) { NoDelay = true, Blocking = false };
        var connected = new InspectorSocket(process, socket);
        try
        {
            socket.Connect(listener.Local);
        }
        catch (SocketException e) when (e.SocketErrorCode is SocketError.WouldBlock or SocketError.InProgress)
        {
            // Until the socket is writable.
        }
        catch (SocketException e)
        {
            connected.Dispose();
            throw new ObstacleException($"process {process.Id} can't be connected to: {e.Message}");
        }

        if (socket.Poll(LeftTime(deadline), SelectMode.SelectWrite) && socket.Connected) return connected;
        connected.Dispose();
        throw new ObstacleException($"process {process.Id} does not accept connections");
    }

    /// <summary>Requests a path; returns status and body of the answer, or its headers for a switch of protocols.</summary>
    /// <exception cref="ObstacleException">The answer is late, too long or no HTTP, or another process gave it.</exception>
    public (int Status, byte[] Body) Get(string path, string headers, long deadline)
    {
        Send(Encoding.ASCII.GetBytes($"GET {path} HTTP/1.1\r\nHost: {_socket.RemoteEndPoint}\r\n{headers}\r\n"), deadline);
        var buffer = new byte[MostAnswerBytes];
        for (var length = 0; ;)
        {
            if (HttpAnswer.Read(buffer.AsSpan(0, length)) is { } answer)
            {
                Prove();
                return answer;
            }

            if (length == buffer.Length) throw NotInspector();
            // One byte at a time, so that nothing of the frames behind a switch of protocols is taken.
            var read = Receive(buffer.AsSpan(length, 1), deadline);
            if (read == 0) throw NotInspector();
            length += read;
        }
    }

    /// <summary>Receives what is there, and waits for the first byte; 0 at the end.</summary>
    /// <exception cref="ObstacleException">Nothing came in time.</exception>
    public int Receive(Span<byte> buffer, long deadline)
    {
        while (true)
        {
            if (!_socket.Poll(LeftTime(deadline), SelectMode.SelectRead)) throw Late();
            if (ReceiveNow(buffer) is { } read) return read;
        }
    }

    /// <summary>Receives what is there; null when nothing is, 0 at the end.</summary>
    public int? ReceiveNow(Span<byte> buffer)
    {
        var read = _socket.Receive(buffer, SocketFlags.None, out var error);
        return error switch
        {
            SocketError.Success => read,
            SocketError.WouldBlock or SocketError.TryAgain or SocketError.Interrupted => null,
            _ => 0, // the process ended, or closed the connection
        };
    }

    /// <summary>Sends a text.</summary>
    /// <exception cref="ObstacleException">It can't be sent in time.</exception>
    public void SendText(ReadOnlySpan<byte> text, long deadline) => SendFrame(TextFrame, text, deadline);

    /// <summary>Answers a ping.</summary>
    public void SendPong(ReadOnlySpan<byte> text, long deadline) => SendFrame(PongFrame, text, deadline);

    /// <inheritdoc/>
    public void Dispose() => _socket.Dispose();

    /// <summary>Whether the connection's other end is open in the process.</summary>
    private void Prove()
    {
        var peer = TcpSocket.Peer((IPEndPoint)_socket.LocalEndPoint!, (IPEndPoint)_socket.RemoteEndPoint!);
        if (peer?.IsOf(_process) != true || !_process.IsUnchanged())
            throw new ObstacleException($"the answer at {_socket.RemoteEndPoint} did not come from process {_process.Id}");
    }

    /// <summary>A frame with the mask that Node.js requires. It is 0: it protects proxies, and there is none.</summary>
    private void SendFrame(byte kind, ReadOnlySpan<byte> content, long deadline)
    {
        var frame = new byte[HeaderBytes + content.Length];
        var at = 1;
        frame[0] = kind;
        if (content.Length < FrameReader.ShortLengths)
        {
            frame[at++] = (byte)(Masked | content.Length);
        }
        else
        {
            frame[at++] = Masked | FrameReader.LongLength;
            System.Buffers.Binary.BinaryPrimitives.WriteInt64BigEndian(frame.AsSpan(at), content.Length);
            at += sizeof(long);
        }

        at += sizeof(int);
        content.CopyTo(frame.AsSpan(at));
        Send(frame.AsSpan(0, at + content.Length), deadline);
    }

    private void Send(ReadOnlySpan<byte> bytes, long deadline)
    {
        while (!bytes.IsEmpty)
        {
            if (!_socket.Poll(LeftTime(deadline), SelectMode.SelectWrite)) throw Late();
            var sent = _socket.Send(bytes, SocketFlags.None, out var error);
            if (error is not (SocketError.Success or SocketError.WouldBlock or SocketError.TryAgain or SocketError.Interrupted))
                throw new ObstacleException($"process {_process.Id} closed the connection to its inspector");
            bytes = bytes[sent..];
        }
    }

    private ObstacleException NotInspector() =>
        new(new Obstacle($"what process {_process.Id} serves at {_socket.RemoteEndPoint} is not an inspector of Node.js"));

    private static ObstacleException Late() => new(new Obstacle(
        "the inspector did not answer in time", "the main thread of the process may be blocked, or paused in a debugger; try again"));

    private static TimeSpan LeftTime(long deadline)
    {
        // Also if something is always there: a process must not keep a recorder busy for ever.
        var left = Stopwatch.GetElapsedTime(Stopwatch.GetTimestamp(), deadline);
        return left > TimeSpan.Zero ? left : throw Late();
    }
}

/// <summary>
/// An answer of HTTP/1, as far as Node.js's inspector gives it (src/inspector_socket_server.cc): a status, and a body with a length.
/// </summary>
internal static class HttpAnswer
{
    private const int SwitchingProtocols = 101;

    /// <summary>Reads an answer; null while it is incomplete.</summary>
    public static (int Status, byte[] Body)? Read(ReadOnlySpan<byte> bytes)
    {
        var end = bytes.IndexOf("\r\n\r\n"u8);
        if (end < 0) return null;
        var lines = Encoding.ASCII.GetString(bytes[..end]).Split("\r\n");
        var words = lines[0].Split(' ');
        if (words.Length < 2 || !words[0].StartsWith("HTTP/1.", StringComparison.Ordinal)
            || !int.TryParse(words[1], NumberStyles.None, CultureInfo.InvariantCulture, out var status))
        {
            return (0, []);
        }

        var body = bytes[(end + 4)..];
        if (status == SwitchingProtocols) return (status, []);
        const string lengthField = "Content-Length:";
        var field = Array.Find(lines, line => line.StartsWith(lengthField, StringComparison.OrdinalIgnoreCase));
        var digits = field is null ? default : field.AsSpan(lengthField.Length).Trim();
        if (!int.TryParse(digits, NumberStyles.None, CultureInfo.InvariantCulture, out var length)) return (status, []);
        return body.Length < length ? null : (status, body[..length].ToArray());
    }
}
