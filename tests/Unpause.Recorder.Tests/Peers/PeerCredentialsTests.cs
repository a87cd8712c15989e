using System.Diagnostics;
using System.Globalization;
using System.Net.Sockets;
using Unpause.Recorder.Peers;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Peers;

[Trait("Tier", "live")]
public sealed class PeerCredentialsTests : IDisposable
{
    private readonly Socket _listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
    private readonly string _name = $"unpause-test-{Guid.NewGuid():n}";

    public PeerCredentialsTests()
    {
        _listener.Bind(new UnixDomainSocketEndPoint("\0" + _name));
        _listener.Listen();
    }

    public void Dispose() => _listener.Dispose();

    [Fact]
    public void PeerCredentials_OwnProcess_AreItsOwn()
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Connect(new UnixDomainSocketEndPoint("\0" + _name));
        using var accepted = _listener.Accept();
        Assert.Equal(new PeerCredentials(Environment.ProcessId, Files.FileCalls.OwnUser()), PeerCredentials.Read((int)accepted.Handle));
    }

    [RootFact]
    public void PeerCredentials_AnotherUser_AreTheKernels()
    {
        const string program = "import os, socket, sys; s = socket.socket(socket.AF_UNIX); os.setuid(12345); "
            + "s.connect('\\0' + sys.argv[1]); s.recv(1)";
        using var process = Process.Start("python3", ["-c", program, _name]);
        using (var accepted = _listener.Accept())
        {
            Assert.Equal(new PeerCredentials(process.Id, 12345), PeerCredentials.Read((int)accepted.Handle));
        }

        process.WaitForExit();
        Assert.Equal("0", process.ExitCode.ToString(CultureInfo.InvariantCulture));
    }

    [Fact]
    public void PeerCredentials_NoSocket_IsNull()
    {
        using var file = File.OpenHandle("/dev/null");
        Assert.Null(PeerCredentials.Read((int)file.DangerousGetHandle()));
    }
}
