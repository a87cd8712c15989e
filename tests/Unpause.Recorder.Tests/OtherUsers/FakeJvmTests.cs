using System.Diagnostics;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>Another user's process that pretends to be a JVM: has that library in its memory, listens, and answers anything.</summary>
[Trait("Tier", "live")]
public sealed class FakeJvmTests : IDisposable
{
    // Answers every `VM.log list` with a log output; on `VM.log output=…` replaces that file by a link to a file that only root may read.
    private const string Jvm = """
        import mmap, os, re, socket, sys
        folder, log, secret = sys.argv[1:4]
        with open(folder + "/libjvm.so", "wb+") as file:
            file.write(b"x" * 4096)
            file.flush()
            kept = mmap.mmap(file.fileno(), 4096)
        path = "/tmp/.java_pid%d" % os.getpid()
        if os.path.lexists(path):
            os.unlink(path)
        server = socket.socket(socket.AF_UNIX)
        server.bind(path)
        server.listen()
        print("ready")
        while True:
            client, _ = server.accept()
            asked = client.recv(4096)
            told = re.search(b'output="([^"]+)" what="gc', asked)
            if told and secret:
                os.symlink(secret, told.group(1))
                os.link(secret, told.group(1) + b".0") if os.path.exists(secret + ".linkable") else None
            client.sendall(b"0\nLog output configuration:\n#0: stdout all=off uptime\n#2: file=%s all=off,gc*=info uptime\n" % log.encode())
            client.close()
        """;

    private readonly string _scratch = Directory.CreateTempSubdirectory("unpause-test-").FullName;
    private readonly string _shared;

    public FakeJvmTests()
    {
        File.SetUnixFileMode(_scratch, RunFolder.ReadableByAll);
        _shared = Stranger.SharedFolder(Path.Combine(_scratch, "shared"));
    }

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    [RootTheory]
    [InlineData(false)]
    [InlineData(true)]
    public void FakeJvm_NamesAFolder_FolderStays(bool inTmp)
    {
        var victim = inTmp
            ? Directory.CreateTempSubdirectory("unpause-").FullName
            : Directory.CreateDirectory(Path.Combine(_scratch, "unpause-victim")).FullName;
        try
        {
            File.WriteAllText(Path.Combine(victim, "jvm-kept.log"), "kept");
            File.WriteAllText(Path.Combine(victim, "kept"), "kept");
            using var jvm = Stranger.Python(Jvm, _shared, $"{victim}/jvm-1-by-99999999-1.log", "");
            using (Record(jvm.Id, null)) Assert.Equal(2, Directory.EnumerateFiles(victim).Count());
            Assert.Equal("kept", File.ReadAllText(Path.Combine(victim, "jvm-kept.log")));
        }
        finally
        {
            Directory.Delete(victim, recursive: true);
        }
    }

    [RootFact]
    public void FakeJvm_LogIsALink_IsNotCopied()
    {
        var secret = Path.Combine(_scratch, "secret");
        File.WriteAllText(secret, "[0.1s][info][gc] secret");
        File.SetUnixFileMode(secret, UnixFileMode.UserRead);
        var kept = Path.Combine(_scratch, "kept");
        using var jvm = Stranger.Python(Jvm, _shared, "none", secret);
        using var result = Record(jvm.Id, kept);
        Assert.Empty(result.Inputs);
        Assert.False(Directory.Exists(kept) && Directory.EnumerateFileSystemEntries(kept).Any());
    }

    [RootTheory]
    [InlineData("fifo", "mkfifo {0}")]
    [InlineData("secret", "ln -s {1} {0}")]
    [InlineData("zero", "ln -s /dev/zero {0}")]
    public void FakeJvm_LogOfAnotherUser_IsNotRead(string name, string make)
    {
        var secret = Path.Combine(_scratch, "secret");
        File.WriteAllText(secret, "[0.1s][info][gc] secret");
        var log = Path.Combine(_shared, name + ".log");
        Stranger.Run(string.Format(make, log, secret));
        using var jvm = Stranger.Python(Jvm, _shared, log, "");
        using var result = Record(jvm.Id, null);
        Assert.Empty(result.Inputs);
        Assert.Contains(result.NotRecorded, reported => reported.Contains("can't be read as a file of the JVM's user",
            StringComparison.Ordinal));
    }

    [RootFact]
    public void FakeJvm_EndlessLeftOverOutputs_AreGivenUp()
    {
        var slow = Jvm.Replace(
            "    client.sendall",
            "    import time; time.sleep(4 if b'all=off' in asked else 0)\n    client.sendall",
            StringComparison.Ordinal);
        var outputs = Enumerable.Range(3, 100).Select(number =>
            $"\n#{number}: file=/tmp/unpause-x/jvm-1-by-99999999-{number}.log all=off uptime");
        using var jvm = Stranger.Python(slow, _shared, $"none all=off uptime{string.Concat(outputs)}", "");
        var started = Stopwatch.GetTimestamp();
        Assert.Throws<ObstacleException>(() => Record(jvm.Id, null).Dispose());
        // The limit is ten seconds for all of them; a busy machine needs more.
        Assert.InRange(Stopwatch.GetElapsedTime(started).TotalSeconds, 4, 60);
    }

    [RootFact]
    public void FakeJvm_OutputWithLongName_IsRefused()
    {
        using var jvm = Stranger.Python(Jvm, _shared, $"/tmp/unpause-x/{new string('a', 2000)}-by-99999999-1.log", "");
        var refused = Assert.Throws<ObstacleException>(() => Record(jvm.Id, null).Dispose());
        Assert.Contains("accepts no command longer than", refused.Message, StringComparison.Ordinal);
    }

    private static LiveResult Record(int process, string? folder) => LiveRecorder.Record(
        new LiveOptions(process, TimeSpan.FromMilliseconds(300), folder), CancellationToken.None);
}
