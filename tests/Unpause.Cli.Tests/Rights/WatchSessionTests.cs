using System.Diagnostics;
using Unpause.Tests;

namespace Unpause.Cli.Tests.Rights;

/// <summary>While root records a .NET process until something is seen, its events are read by a process without rights.</summary>
[Trait("Tier", "live")]
public sealed class WatchSessionTests : IDisposable
{
    private const string NoRights = "0000000000000000";
    private const long SentBytes = 32 << 20, MostGrowthKilobytes = 64 << 10;

    // Imitates a .NET process: listens at its diagnostics socket, starts a session, and sends arbitrary data.
    private const string Impostor = """
        import os, socket, sys
        ticks = open("/proc/self/stat").read().rsplit(")", 1)[1].split()[19]
        server = socket.socket(socket.AF_UNIX)
        server.bind("/tmp/dotnet-diagnostic-%d-%s-socket" % (os.getpid(), ticks))
        server.listen(5)
        start = eval(sys.argv[1])
        piece = eval(sys.argv[2])
        print("ready", flush=True)
        sessions = []
        while True:
            client, _ = server.accept()
            client.recv(4096)
            try:
                client.sendall(b"DOTNET_IPC_V1\0" + b"\x1c\0\xff\0\0\0" + b"\1" * 8)
                for session in sessions: session.close()
                if not sessions:
                    sessions.append(client)
                    client.sendall((start + piece * (SENT // len(piece) + 1))[:SENT])
            except OSError:
                pass
        """;

    private const string Magic = "b'Nettrace' + b'\\x14\\0\\0\\0!FastSerialization.1'";
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [RootFact]
    public void WatchSession_AsRoot_ReadsEventsUnprivileged()
    {
        using var target = LiveTarget.DotNet(1_000_000);
        target.Begin();
        using var recording = Record(target.Id, "--ring", "600s");
        var watching = WatchingChild(recording.Id);
        foreach (var thread in Directory.GetDirectories($"/proc/{watching}/task"))
        {
            var status = File.ReadAllLines($"{thread}/status");
            Assert.DoesNotContain("0", Words(status, "Uid:"));
            Assert.DoesNotContain("0", Words(status, "Gid:"));
            Assert.Empty(Words(status, "Groups:"));
            foreach (var set in (string[])["CapInh:", "CapPrm:", "CapEff:", "CapAmb:"]) Assert.Equal([NoRights], Words(status, set));
            Assert.Equal(["1"], Words(status, "NoNewPrivs:"));
        }

        Assert.Equal([NoRights], Words(File.ReadAllLines($"/proc/{watching}/status"), "CapBnd:"));
        // When it dies, this is noted, and the recording is complete.
        Process.GetProcessById(watching).Kill();
        Thread.Sleep(2000);
        Assert.False(recording.HasExited, "the recording ended with the process that reads");
        var result = recording.Interrupt();
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Contains("ended early", result.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("triggered by:", result.Error, StringComparison.Ordinal);
        Assert.Contains("\"collections\"", File.ReadAllText(_folder["r.json"]), StringComparison.Ordinal);
    }

    [RootTheory]
    [InlineData("b''", "b'x' * 4096")]
    [InlineData(Magic, "b'\\5\\5\\1\\4\\0\\0\\0\\4\\0\\0\\0\\xff\\xff\\xff\\x7f'")]
    [InlineData(Magic, "b'\\5\\5\\1\\2\\0\\0\\0\\2\\0\\0\\0\\x0a\\0\\0\\0EventBlock\\6\\xff\\xff\\xff\\x7f'")]
    [InlineData("b'Nettrace\\0\\0\\0\\0\\6\\0\\0\\0\\0\\0\\0\\0'", "b'\\xff\\xff\\xff\\2' + b'\\xff' * 4096")]
    public void WatchSession_HostileProcess_NeitherGrowsNorStopsRoot(string start, string piece)
    {
        using var impostor = StartImpostor(start, piece);
        try
        {
            using var recording = Record(impostor.Id, "--for", "8s", "--keep", _folder["kept"]);
            long? first = null;
            long most = 0;
            while (!recording.HasExited && Words(Status(recording.Id), "VmHWM:") is [var kilobytes, ..])
            {
                most = long.Parse(kilobytes);
                first ??= most;
                Thread.Sleep(100);
            }

            var result = recording.Finish();
            Assert.InRange(most - first!.Value, 0, MostGrowthKilobytes);
            Assert.DoesNotContain("triggered by:", result.Error, StringComparison.Ordinal);
            Assert.NotEqual(70, result.ExitCode);
            Assert.Equal(SentBytes, new FileInfo(Assert.Single(Directory.GetFiles(_folder["kept"]))).Length);
        }
        finally
        {
            impostor.Kill();
            impostor.WaitForExit();
            foreach (var socket in Directory.GetFiles("/tmp", $"dotnet-diagnostic-{impostor.Id}-*")) File.Delete(socket);
        }
    }

    /// <summary>Only unpause starts it.</summary>
    [Fact]
    public void WatchSession_TypedByAUser_NamesTheCommand()
    {
        var typed = Cli.Unpause("watch-session");
        Assert.Equal(
            (2, "unpause: watch-session is internal to unpause: use unpause record PID --when 'pause>200ms'\n"),
            (typed.ExitCode, typed.Error));
    }

    private LiveRecording Record(int process, params string[] more) =>
        new(_folder.Path, [$"{process}", "--when", "pause>50s", "-o", _folder["r.json"], .. more]);

    private static Process StartImpostor(string start, string piece)
    {
        var script = Impostor.Replace("SENT", $"{SentBytes}", StringComparison.Ordinal);
        var process = Process.Start(new ProcessStartInfo(
            "setpriv", ["--reuid=61234", "--regid=61234", "--clear-groups", "/usr/bin/python3", "-c", script, start, piece])
        {
            UseShellExecute = false, RedirectStandardOutput = true,
        })!;
        Assert.Equal("ready", process.StandardOutput.ReadLine());
        return process;
    }

    private static int WatchingChild(int recording)
    {
        for (var watch = Stopwatch.StartNew(); watch.Elapsed < TimeSpan.FromSeconds(60); Thread.Sleep(50))
        {
            foreach (var child in Directory.GetDirectories($"/proc/{recording}/task").SelectMany(Children))
            {
                if (Words(Status(child), "Uid:") is [not "0", ..]) return child;
            }
        }

        throw new TimeoutException("no process without rights reads");
    }

    private static IEnumerable<int> Children(string thread)
    {
        try
        {
            return File.ReadAllText($"{thread}/children").Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(int.Parse);
        }
        catch (IOException)
        {
            return []; // the thread has ended
        }
    }

    private static string[] Status(int process)
    {
        try
        {
            return File.ReadAllLines($"/proc/{process}/status");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static string[] Words(string[] status, string name) =>
        (status.FirstOrDefault(line => line.StartsWith(name, StringComparison.Ordinal)) ?? name)[name.Length..]
            .Split(['\t', ' '], StringSplitOptions.RemoveEmptyEntries);
}
