using System.Diagnostics;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Runtimes.Jvm;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>A process that pretends to be a JVM or a .NET program, and its possible answers.</summary>
[Trait("Tier", "live")]
public sealed class AnswerTests : IDisposable
{
    // Pretends to be a JVM: has that library in its memory, and listens.
    private const string Jvm = """
        import array, mmap, os, socket, sys, time
        with open(sys.argv[1] + "/libjvm.so", "wb+") as file:
            file.write(b"x" * 4096)
            file.flush()
            kept = mmap.mmap(file.fileno(), 4096)
        path = "/tmp/.java_pid%d" % os.getpid()

        """;

    // Pretends to be a .NET program.
    private const string DotNet = """
        import os, socket, sys, time
        ticks = open("/proc/self/stat").read().rsplit(")", 1)[1].split()[19]
        path = "/tmp/dotnet-diagnostic-%d-%s-socket" % (os.getpid(), ticks)

        """;

    private const string Serve = """
        server = socket.socket(socket.AF_UNIX)
        server.bind(path)
        server.listen(5)
        def serve():
            while True:
                client, _ = server.accept()
                client.recv(4096)
                try:
                    exec(sys.argv[2])
                except OSError:
                    pass
                client.close()
        if sys.argv[3:]:
            if os.fork() == 0:
                import ctypes
                ctypes.CDLL(None).prctl(1, 9)
                serve()
            print("ready")
            time.sleep(600)
        print("ready")
        serve()
        """;

    private const string Version = "client.sendall(b'0\\nJDK 17\\n')";
    private const string Session = "client.sendall(b'DOTNET_IPC_V1\\0' + b'\\x1c\\0\\xff\\0\\0\\0' + b'\\1' * 8)";

    private const string Endless = """
        client.sendall(b"0\n")
        while True:
            client.sendall(b"x" * 1_000_000)
        """;

    private readonly string _scratch = Directory.CreateTempSubdirectory("unpause-test-").FullName;
    private readonly string _shared;

    public AnswerTests()
    {
        File.SetUnixFileMode(_scratch, RunFolder.ReadableByAll);
        _shared = Stranger.SharedFolder(Path.Combine(_scratch, "shared"));
    }

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    [RootFact]
    public void JvmAnswer_OfAChildWithACopyOfTheListener_IsRefused()
    {
        using (var jvm = Stranger.Python(Jvm + Serve, _shared, Version))
            Assert.Equal("JDK 17\n", JvmAttach.Execute(jvm.Id, "VM.version"));
        using var handed = Stranger.Python(Jvm + Serve, _shared, Version, "child");
        RequireOtherWriter(() => JvmAttach.Execute(handed.Id, "VM.version"), handed.Id);
    }

    [RootFact]
    public void DotNetAnswer_OfAChildWithACopyOfTheListener_IsRefused()
    {
        using var handed = Stranger.Python(DotNet + Serve, _shared, Session, "child");
        RequireOtherWriter(
            () => LiveRecorder.Record(new LiveOptions(handed.Id, TimeSpan.FromMilliseconds(300)), CancellationToken.None).Dispose(),
            handed.Id);
        Stranger.Run($"rm /tmp/dotnet-diagnostic-{handed.Id}-*");
    }

    /// <summary>The process itself answers, and a child process writes the rest.</summary>
    [RootFact]
    public void DotNetEvents_OfAnotherWriter_EndTheRecording()
    {
        const string forking = $"""
            {Session}
            client.sendall(b'Nettrace')
            if os.fork() == 0:
                client.sendall(b'forged')
                os._exit(0)
            os.wait()
            time.sleep(600)
            """;
        using var target = Stranger.Python(DotNet + Serve, _shared, forking);
        using var result = LiveRecorder.Record(new LiveOptions(target.Id, TimeSpan.FromSeconds(60)), CancellationToken.None);
        Assert.Contains(result.NotRecorded, note => note.Contains("the answer came from process", StringComparison.Ordinal));
        using var recording = Assert.Single(result.Inputs).Open();
        Assert.Equal("Nettrace".Length, recording.Length);
        Stranger.Run($"rm /tmp/dotnet-diagnostic-{target.Id}-*");
    }

    [RootFact]
    public void JvmAnswer_With253OpenFiles_LeavesNoneOpen()
    {
        const string sending = """
            with open(sys.argv[1] + "/sent", "wb+") as sent:
                files = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [sent.fileno()] * 253))]
                client.sendmsg([b"0\nJDK 17\n"], files)
            """;
        using var jvm = Stranger.Python(Jvm + Serve, _shared, sending);
        for (var round = 0; round < 1_000; round++)
        {
            var refusal = Assert.Throws<ObstacleException>(() => JvmAttach.Execute(jvm.Id, "VM.version"));
            Assert.Contains("sent open files with its answer", refusal.Message, StringComparison.Ordinal);
        }

        var sent = Path.Combine(_shared, "sent");
        Assert.DoesNotContain(Directory.EnumerateFileSystemEntries("/proc/self/fd"), entry => new FileInfo(entry).LinkTarget == sent);
    }

    [RootFact]
    public void JvmAnswer_Endless_IsRefusedBeforeItFillsMemory()
    {
        using var jvm = Stranger.Python(Jvm + Serve, _shared, Endless);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var refusal = Assert.Throws<ObstacleException>(() => JvmAttach.Execute(jvm.Id, "VM.version"));
        Assert.Contains("is too long", refusal.Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 1 << 20, 16 << 20);
    }

    [RootTheory]
    [InlineData("client.sendall(b'JDK 17, and no number before it\\n')")]
    [InlineData("client.sendall(b'x' * 10_000_000)")]
    [InlineData("client.sendall(b'0')")]
    [InlineData("client.close()")]
    public void JvmAnswer_WithoutItsNumber_IsRefused(string answer)
    {
        using var jvm = Stranger.Python(Jvm + Serve, _shared, answer);
        Assert.Throws<ObstacleException>(() => JvmAttach.Execute(jvm.Id, "VM.version"));
    }

    [RootFact]
    public void JvmAnswer_OneByteAtATime_EndsAtTheDeadline()
    {
        const string dripping = """
            client.sendall(b"0\n")
            while True:
                client.sendall(b"x")
                time.sleep(0.1)
            """;
        using var jvm = Stranger.Python(Jvm + Serve, _shared, dripping);
        var since = Stopwatch.GetTimestamp();
        var refusal = Assert.Throws<ObstacleException>(() => JvmAttach.Execute(jvm.Id, "VM.version", TimeSpan.FromSeconds(3)));
        Assert.Contains("did not answer in time", refusal.Message, StringComparison.Ordinal);
        Assert.InRange(Stopwatch.GetElapsedTime(since).TotalSeconds, 3, 30);
    }

    [RootFact]
    public void Histogram_Endless_IsRefusedAndItsFileRemoved()
    {
        using var jvm = Stranger.Python(Jvm + Serve, _shared, Endless);
        var before = GC.GetAllocatedBytesForCurrentThread();
        var refusal = Assert.Throws<ObstacleException>(() => LiveClassHistograms.Take(jvm.Id, 1));
        Assert.Contains("is too long", refusal.Message, StringComparison.Ordinal);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 16 << 20);
        Assert.DoesNotContain(
            Directory.EnumerateFileSystemEntries("/proc/self/fd"),
            entry => new FileInfo(entry).LinkTarget?.Contains("/histogram-", StringComparison.Ordinal) == true);
    }

    private static void RequireOtherWriter(Action ask, int process)
    {
        var refusal = Assert.Throws<ObstacleException>(ask);
        Assert.Contains("the answer came from process", refusal.Message, StringComparison.Ordinal);
        Assert.Contains($"of user {Stranger.Id}, not from process {process}", refusal.Message, StringComparison.Ordinal);
    }
}
