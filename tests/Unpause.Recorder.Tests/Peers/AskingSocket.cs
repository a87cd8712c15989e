using System.Net.Sockets;
using System.Runtime.InteropServices;
using System.Text;
using Microsoft.Win32.SafeHandles;

namespace Unpause.Recorder.Tests.Peers;

/// <summary>The agent's side of the protocol, in this process.</summary>
internal sealed unsafe partial class AskingSocket : IDisposable
{
    private readonly Socket _socket = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

    public AskingSocket(string variable)
    {
        var words = variable.Split(' ');
        Token = words[1];
        _socket.Connect(new UnixDomainSocketEndPoint("\0" + words[0]));
        _socket.ReceiveTimeout = 5000;
    }

    public string Token { get; }

    /// <summary>A file name in the agent's format, for this process.</summary>
    public static string NewName(string extension = ".upgc") => $"python-{Environment.ProcessId}-{Guid.NewGuid():n}{extension}";

    public void Send(string text) => Assert.Equal(text.Length, _socket.Send(Encoding.ASCII.GetBytes(text)));

    /// <summary>Sends a request with the token.</summary>
    public SafeFileHandle? Ask(string verb, string name)
    {
        Send($"{Token} {verb} {name}\n");
        return Answer();
    }

    /// <summary>The received file; null when the request is refused.</summary>
    public SafeFileHandle? Answer()
    {
        byte answer = 0;
        var piece = stackalloc nint[] { (nint)(&answer), 1 };
        var rights = stackalloc int[6];
        var message = stackalloc nint[] { 0, 0, (nint)piece, 1, (nint)rights, 6 * sizeof(int), 0 };
        _socket.Poll(TimeSpan.FromSeconds(5), SelectMode.SelectRead);
        var count = ReceiveMessage((int)_socket.Handle, message, 0);
        var given = message[5] > 0;
        Assert.Equal(count == 1 && answer == (byte)'+', given);
        return given ? new SafeFileHandle(rights[4], ownsHandle: true) : null;
    }

    /// <summary>Whether the other end closes the connection within a time.</summary>
    public bool EndsWithin(TimeSpan time)
    {
        if (!_socket.Poll(time, SelectMode.SelectRead)) return false;
        try
        {
            return _socket.Receive(new byte[1]) == 0;
        }
        catch (SocketException)
        {
            return true;
        }
    }

    public void Dispose() => _socket.Dispose();

    [LibraryImport("libc", EntryPoint = "recvmsg", SetLastError = true)]
    private static partial nint ReceiveMessage(int socket, nint* message, int flags);
}
