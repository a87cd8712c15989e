using System.Diagnostics;
using System.Globalization;
using System.Text;
using Unpause.Recorder.Files;
using Unpause.Recorder.Peers;
using Unpause.Recorder.Processes;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>A listening socket outlives its process if a child has a copy, and the process's id is reused by another one.</summary>
[Trait("Tier", "live")]
public sealed class ReusedNumberTests : IDisposable
{
    private const int Rounds = 1_000;
    private const uint Victim = 61_235;

    // One round: a process listens at "old", leaves the listening socket to a child and ends; a process of the victim's reuses its id
    // (clone3(2), set_tid) and listens at "own". Kinds of "old": of another user; the same, but the file is the victim's; of the victim.
    private const string Driver = """
        import ctypes, os, signal, socket, struct, sys
        folder, rounds, other, victim = sys.argv[1], *map(int, sys.argv[2:5])
        libc = ctypes.PyDLL(None, use_errno=True)

        def fork_as(number):
            wanted = ctypes.c_int(number)
            call = struct.pack("11Q", 0, 0, 0, 0, signal.SIGCHLD, 0, 0, 0, ctypes.addressof(wanted), 1, 0)
            return libc.syscall(435, ctypes.create_string_buffer(call), len(call))

        def listen(user, name):
            os.setgroups([]); os.setgid(user); os.setuid(user)
            server = socket.socket(socket.AF_UNIX)
            server.bind(folder + "/" + name)
            server.listen(5)
            return server

        def serve(server, answer):
            while True:
                client, _ = server.accept()
                client.recv(100)
                client.sendall(answer)
                client.close()

        done = 0
        while done < rounds:
            for name in ("old", "own"):
                if os.path.lexists(folder + "/" + name): os.unlink(folder + "/" + name)
            kind = done % 3
            here, there = os.pipe()
            first = os.fork()
            if first == 0:
                server = listen(victim if kind == 2 else other, "old")
                child = os.fork()
                if child == 0: serve(server, b"forged")
                os.write(there, struct.pack("i", child))
                os._exit(0)
            child, = struct.unpack("i", os.read(here, 4))
            os.waitpid(first, 0)
            if kind == 1: os.chown(folder + "/old", victim, victim)
            second = fork_as(first)
            if second == 0:
                server = listen(victim, "own")
                os.write(there, b"x")
                serve(server, b"right")
            if second == first:
                os.read(here, 1)
                print(second, flush=True)
                sys.stdin.readline()
                os.kill(second, signal.SIGKILL)
                os.waitpid(second, 0)
                done += 1
            os.kill(child, signal.SIGKILL)
            os.close(here); os.close(there)
        """;

    private readonly string _scratch = Directory.CreateTempSubdirectory("unpause-test-").FullName;
    private readonly string _shared;

    public ReusedNumberTests()
    {
        File.SetUnixFileMode(_scratch, RunFolder.ReadableByAll);
        _shared = Stranger.SharedFolder(Path.Combine(_scratch, "shared"));
    }

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    [RootFact]
    public void PeerProof_ListenerOfAnEarlierProcess_IsRefused()
    {
        using var folder = FolderHandle.Open(_shared)!;
        string[] numbers = [$"{Rounds}", $"{Stranger.Id}", $"{Victim}"];
        using var driver = Process.Start(new ProcessStartInfo("/usr/bin/python3", ["-c", Driver, _shared, .. numbers])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        var (rounds, forged, right) = (0, 0, 0);
        var answer = new byte[16];
        while (driver.StandardOutput.ReadLine() is { } line)
        {
            rounds++;
            var process = ProcessView.Find(int.Parse(line, CultureInfo.InvariantCulture))!;
            using (var old = ProvenSocket.Open(folder, "old", process)) forged += old is null ? 0 : 1;
            using (var own = ProvenSocket.Open(folder, "own", process))
            {
                var deadline = Stopwatch.GetTimestamp() + (60 * Stopwatch.Frequency);
                own?.Send("x"u8, deadline);
                if (own is not null && answer.AsSpan(0, own.Receive(answer, deadline)).SequenceEqual("right"u8)) right++;
            }

            driver.StandardInput.WriteLine();
        }

        driver.WaitForExit();
        Assert.Equal((Rounds, 0, Rounds), (rounds, forged, right));
    }

    /// <summary>The criterion where the kernel has no SO_PEERPIDFD.</summary>
    [Fact]
    public void PeerProof_SocketFileCreatedBeforeTheProcess_IsOlder()
    {
        File.WriteAllText(Path.Combine(_shared, "before"), "");
        Thread.Sleep(500);
        using var program = new LiveProgram("sh", "-c", "echo ready; read x");
        var process = ProcessView.Find(program.Id)!;
        Thread.Sleep(100);
        File.WriteAllText(Path.Combine(_shared, "after"), "");
        File.Move(Path.Combine(_shared, "before"), Path.Combine(_shared, "renamed"));
        using var folder = FolderHandle.Open(_shared)!;
        Assert.NotNull(folder.FactsOf("after")!.Value.BirthUnixSeconds);
        Assert.True(PeerProof.IsNotOlder(folder.FactsOf("after")!.Value, process));
        Assert.False(PeerProof.IsNotOlder(folder.FactsOf("renamed")!.Value, process));
    }

    [RootFact]
    public void PeerProof_OwnUserAndPidNamespaces_IsProven()
    {
        const string listener = """
            import os, socket, sys
            server = socket.socket(socket.AF_UNIX)
            server.bind(sys.argv[1])
            server.listen(5)
            print("ready")
            client, _ = server.accept()
            client.recv(10)
            client.sendall(str(os.getpid()).encode())
            """;
        string[] command = ["unshare", "--user", "--map-root-user", "--pid", "--fork", "--kill-child", "/usr/bin/python3", "-u", "-c"];
        using var outer = new LiveProgram(Stranger.Line([.. command, listener, Path.Combine(_shared, "its")]));
        var inner = Directory.EnumerateDirectories("/proc").Select(entry => Path.GetFileName(entry))
            .Where(name => int.TryParse(name, out _)).Select(name => int.Parse(name, CultureInfo.InvariantCulture))
            .Single(id => ProcessView.ParentOf(id) == outer.Id);
        using var folder = FolderHandle.Open(_shared)!;
        using var socket = ProvenSocket.Open(folder, "its", ProcessView.Find(inner)!);
        Assert.NotNull(socket);
        var deadline = Stopwatch.GetTimestamp() + (60 * Stopwatch.Frequency);
        socket.Send("x"u8, deadline);
        var answer = new byte[16];
        Assert.Equal("1", Encoding.ASCII.GetString(answer, 0, socket.Receive(answer, deadline)));
    }
}
