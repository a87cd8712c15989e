using System.Diagnostics;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Peers;
using Unpause.Recorder.Processes;
using Unpause.Recorder.Runtimes.DotNet;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>The process that listens at a socket is identified by the kernel.</summary>
[Trait("Tier", "live")]
public sealed class PeerTests : IDisposable
{
    private const string Listener = """
        import os, socket, sys
        server = socket.socket(socket.AF_UNIX)
        server.bind(sys.argv[1])
        os.chmod(sys.argv[1], 0o777)
        server.listen(int(sys.argv[2]))
        print("ready")
        while sys.argv[3:]:
            client, _ = server.accept()
            client.recv(4096)
            exec(sys.argv[3])
        import time
        time.sleep(60)
        """;

    // Listens at the path of its own diagnostics socket.
    private const string Self = """
        import os, sys
        ticks = open("/proc/self/stat").read().rsplit(")", 1)[1].split()[19]
        sys.argv[1] = "/tmp/dotnet-diagnostic-%d-%s-socket" % (os.getpid(), ticks)

        """;

    private const string Sleeper = "import time; print('ready'); time.sleep(60)";
    private readonly string _scratch = Directory.CreateTempSubdirectory("unpause-test-").FullName;
    private readonly string _shared;

    public PeerTests()
    {
        File.SetUnixFileMode(_scratch, RunFolder.ReadableByAll);
        _shared = Stranger.SharedFolder(Path.Combine(_scratch, "shared"));
    }

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    [RootFact]
    public void ProvenSocket_OtherListener_IsRefused()
    {
        using var folder = FolderHandle.Open(_shared)!;
        using var listener = Stranger.Python(Listener, Path.Combine(_shared, "its"), "5");
        using var other = Stranger.Python(Sleeper);
        using (var proven = ProvenSocket.Open(folder, "its", ProcessView.Find(listener.Id)!)) Assert.NotNull(proven);
        Assert.Null(ProvenSocket.Open(folder, "its", ProcessView.Find(other.Id)!));
        Stranger.Run($"ln -s its {_shared}/link");
        Assert.Null(ProvenSocket.Open(folder, "link", ProcessView.Find(listener.Id)!));
        Assert.Null(ProvenSocket.Open(folder, "nothing", ProcessView.Find(listener.Id)!));
    }

    [RootFact]
    public void ProvenSocket_FullAcceptQueue_DoesNotBlock()
    {
        using var folder = FolderHandle.Open(_shared)!;
        using var listener = Stranger.Python(Listener, Path.Combine(_shared, "full"), "0");
        var process = ProcessView.Find(listener.Id)!;
        var opened = new List<ProvenSocket?>();
        var since = Stopwatch.GetTimestamp();
        for (var i = 0; i < 10; i++) opened.Add(ProvenSocket.Open(folder, "full", process));
        Assert.Contains(null, opened);
        Assert.InRange(Stopwatch.GetElapsedTime(since).TotalSeconds, 0, 5);
        foreach (var socket in opened) socket?.Dispose();
    }

    [RootFact]
    public void Record_SocketOfAnotherProcess_IsRefused()
    {
        using var target = Stranger.Python(Sleeper);
        var process = ProcessView.Find(target.Id)!;
        var path = $"/tmp/dotnet-diagnostic-{target.Id}-{process.StartTicks}-socket";
        try
        {
            using var forger = Stranger.Python(Listener, path, "5", "client.sendall(b'x' * 10_000_000)");
            Assert.NotNull(DotNetSocket.Find(process));
            var refusal = Assert.Throws<ObstacleException>(() => Record(target.Id));
            Assert.Contains($"is not process {target.Id}", refusal.Message, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [RootTheory]
    [InlineData("client.sendall(b'x' * 10_000_000)")]
    [InlineData("client.close()")]
    [InlineData("client.sendall(b'DOTNET_IPC_V1\\0' + b'\\x14\\0\\xff\\0\\0\\0')")]
    [InlineData("client.sendall(b'DOTNET_IPC_V1\\0' + b'\\xff\\xff\\xff\\0\\0\\0')")]
    [InlineData("client.sendall(b'DOTNET_IPC_V1\\0' + b'\\x18\\0\\xff\\xff\\0\\0\\1\\0\\0\\0')")]
    public void Record_InvalidAnswer_IsRefused(string answer)
    {
        using var target = Stranger.Python(Self + Listener, "", "5", answer);
        Assert.Throws<ObstacleException>(() => Record(target.Id));
        Stranger.Run($"rm /tmp/dotnet-diagnostic-{target.Id}-*");
    }

    [RootFact]
    public void Record_FloodOfEvents_EndsAtTheLimit()
    {
        const string Flood = """
            client.sendall(b'DOTNET_IPC_V1\0' + b'\x1c\0\xff\0\0\0' + b'\1' * 8)
            try:
                while True:
                    client.sendall(b'x' * 1_000_000)
            except OSError:
                pass
            """;
        using var target = Stranger.Python(Self + Listener, "", "5", Flood);
        using var result = LiveRecorder.Record(
            new LiveOptions(target.Id, TimeSpan.FromSeconds(60)) { MostBytes = 50 << 20 }, CancellationToken.None);
        Assert.Contains("it reached 50 MB", Assert.Single(result.NotRecorded), StringComparison.Ordinal);
        using var recording = Assert.Single(result.Inputs).Open();
        Assert.InRange(recording.Length, 50 << 20, 52 << 20);
        Stranger.Run($"rm /tmp/dotnet-diagnostic-{target.Id}-*");
    }

    private static void Record(int process) =>
        LiveRecorder.Record(new LiveOptions(process, TimeSpan.FromMilliseconds(300)), CancellationToken.None).Dispose();
}
