using System.Net.Sockets;
using Unpause.Recorder.Peers;

namespace Unpause.Recorder.Tests.Peers;

[Trait("Tier", "live")]
public class AskingPeerTests
{
    [Fact]
    public void AskingPeer_NobodyWaits_AnswerReturnsFalse()
    {
        using var listener = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        var name = new UnixDomainSocketEndPoint($"\0unpause-test-{Guid.NewGuid():n}");
        listener.Bind(name);
        listener.Listen();
        var asking = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        asking.Connect(name);
        using var accepted = listener.Accept();
        var peer = new AskingPeer((int)accepted.Handle, default, deadline: 0);
        Assert.Null(peer.ReadLine());
        Assert.Equal(5, asking.Send("whole"u8));
        Assert.Null(peer.ReadLine());
        Assert.Equal(5, asking.Send("\nmore"u8));
        Assert.Equal("whole"u8.ToArray(), peer.ReadLine()!);
        Assert.True(peer.Answer(-1));
        asking.Dispose();
        Assert.False(peer.Answer(-1));
        Assert.Empty(peer.ReadLine()!);
    }

    [Fact]
    public void GivenFiles_NobodyTookTheFile_IsRemoved()
    {
        using var folder = new GivingFolder();
        var names = new List<string>();
        var files = new GivenFiles(folder.Folder, Assert.Fail);
        var peer = new PeerCredentials(Environment.ProcessId, 0);
        foreach (var kept in (bool[])[true, false])
        {
            var request = new FileRequest(Makes: true, AskingSocket.NewName(), Environment.ProcessId);
            files.Open(request, peer)!.Dispose();
            if (kept) names.Add(request.Name);
            else files.TakeBack(request.Name);
        }

        files.TakeBack("python-1-1.upgc");
        Assert.Equal(names, folder.Names);
    }
}
