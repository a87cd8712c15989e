using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Peers;

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
