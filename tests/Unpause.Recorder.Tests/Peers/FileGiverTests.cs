using System.Diagnostics;
using Unpause.Recorder.Peers;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Peers;

/// <summary>Which files processes may request, and what happens to silent connections.</summary>
[Trait("Tier", "live")]
public sealed class FileGiverTests : IDisposable
{
    private const int Silent = 1000;

    private readonly GivingFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void FileGiver_File_IsCreatedAndOpenedAgain()
    {
        var name = AskingSocket.NewName();
        Write("make", name, "one");
        Write("open", name, "two");
        Assert.Equal("two", File.ReadAllText(Path.Combine(_folder.Recordings, name)));
        Assert.Equal("600", Convert.ToString((int)File.GetUnixFileMode(Path.Combine(_folder.Recordings, name)), 8));
        Assert.Equal([name], _folder.Names);
        Assert.Empty(_folder.Giver.Problems);
    }

    [Fact]
    public void FileGiver_FileCreatedByPath_IsOpened()
    {
        var name = AskingSocket.NewName();
        File.WriteAllText(Path.Combine(_folder.Recordings, name), "by path");
        using var asking = _folder.Connect();
        using var file = asking.Ask("open", name);
        Assert.Equal(7, RandomAccess.GetLength(file!));
    }

    [Fact]
    public void FileGiver_MakeExistingOrOpenMissing_IsRefused()
    {
        var name = AskingSocket.NewName();
        Refused("open", name);
        Write("make", name, "one");
        Refused("make", name);
        Assert.Empty(_folder.Giver.Problems);
    }

    [Fact]
    public void FileGiver_WrongToken_IsRefused()
    {
        using var asking = _folder.Connect();
        asking.Send($"{new string('0', asking.Token.Length)} make {AskingSocket.NewName()}\n");
        Assert.Null(asking.Answer());
        Assert.Empty(_folder.Names);
    }

    [Theory]
    [InlineData("make")]
    [InlineData("open")]
    public void FileGiver_FileOfAnotherProcess_IsRefused(string verb)
    {
        var name = $"python-{Environment.ProcessId + 1}-1.upgc";
        if (verb == "open") File.WriteAllText(Path.Combine(_folder.Recordings, name), "theirs");
        Refused(verb, name);
    }

    [Theory]
    [InlineData("../x.upgc")]
    [InlineData("/etc/x.upgc")]
    [InlineData("x\0/x.upgc")]
    [InlineData("../../../../../../tmp/x.upgc")]
    public void FileGiver_Paths_AreRefused(string tail)
    {
        Refused("make", tail);
        Refused("make", $"python-{Environment.ProcessId}-{tail}");
        Refused("open", $"python-{Environment.ProcessId}-{tail}");
        Assert.Empty(_folder.Names);
    }

    [Fact]
    public void FileGiver_PlantedLinks_AreNotFollowed()
    {
        var secret = Path.Combine(_folder.Base, "secret");
        File.WriteAllText(secret, "secret");
        var symbolic = AskingSocket.NewName();
        File.CreateSymbolicLink(Path.Combine(_folder.Recordings, symbolic), secret);
        Refused("make", symbolic);
        Refused("open", symbolic);
        var hard = AskingSocket.NewName();
        Do("ln", secret, Path.Combine(_folder.Recordings, hard));
        Refused("make", hard);
        Refused("open", hard);
        var nothing = AskingSocket.NewName();
        File.CreateSymbolicLink(Path.Combine(_folder.Recordings, nothing), secret + "2");
        Refused("make", nothing);
        Assert.False(File.Exists(secret + "2"));
        Assert.Equal("secret", File.ReadAllText(secret));
    }

    [Fact]
    public void FileGiver_FolderOrPipe_IsRefused()
    {
        var (folder, pipe) = (AskingSocket.NewName(), AskingSocket.NewName());
        Directory.CreateDirectory(Path.Combine(_folder.Recordings, folder));
        Refused("open", folder);
        Do("mkfifo", Path.Combine(_folder.Recordings, pipe));
        Refused("open", pipe);
    }

    [Fact]
    public void FileGiver_SilentClients_DelayNobody()
    {
        var silent = Enumerable.Range(0, Silent).Select(_ => _folder.Connect()).ToList();
        var clock = Stopwatch.StartNew();
        Write("make", AskingSocket.NewName(), "x");
        Assert.InRange(clock.ElapsedMilliseconds, 0, 150);
        Assert.All(silent, one => Assert.True(one.EndsWithin(TimeSpan.FromSeconds(2))));
        silent.ForEach(one => one.Dispose());
        Assert.Empty(_folder.Giver.Problems);
    }

    [Fact]
    public void FileGiver_SlowClient_IsDroppedInTime()
    {
        using var dripping = _folder.Connect();
        var clock = Stopwatch.StartNew();
        try
        {
            while (clock.Elapsed < TimeSpan.FromSeconds(5))
            {
                dripping.Send("0");
                if (dripping.EndsWithin(TimeSpan.FromMilliseconds(10))) break;
            }
        }
        catch (System.Net.Sockets.SocketException)
        {
            // The connection was closed between two bytes.
        }

        Assert.InRange(clock.ElapsedMilliseconds, FileGiver.PatienceMilliseconds / 2, FileGiver.PatienceMilliseconds + 300);
    }

    [Fact]
    public void FileGiver_TooLongLine_IsDropped()
    {
        using var asking = _folder.Connect();
        asking.Send(new string('0', 2000));
        Assert.True(asking.EndsWithin(TimeSpan.FromMilliseconds(FileGiver.PatienceMilliseconds / 2)));
    }

    [Fact]
    public void FileGiver_DisposeWithOpenConnections_IsPrompt()
    {
        var silent = Enumerable.Range(0, 50).Select(_ => _folder.Connect()).ToList();
        var clock = Stopwatch.StartNew();
        _folder.Giver.Dispose();
        Assert.InRange(clock.ElapsedMilliseconds, 0, 50);
        Assert.All(silent, one => Assert.True(one.EndsWithin(TimeSpan.FromSeconds(1))));
        silent.ForEach(one => one.Dispose());
        Assert.Throws<System.Net.Sockets.SocketException>(() => _folder.Connect());
    }

    [Fact]
    public void FileGiver_TooManyFiles_IsReported()
    {
        for (var i = 0; i < GivenFiles.Most; i++)
        {
            using var asking = _folder.Connect();
            using var file = asking.Ask("make", AskingSocket.NewName());
            Assert.NotNull(file);
        }

        Refused("make", AskingSocket.NewName());
        Refused("make", AskingSocket.NewName());
        Assert.Equal(
            ["Python processes that changed their user requested more than 4,096 files: the later ones are not recorded."],
            _folder.Giver.Problems);
    }

    [Fact]
    public void FileGiver_FolderGone_IsReportedOnce()
    {
        Directory.Move(_folder.Recordings, _folder.Base + "/away");
        Directory.Delete(_folder.Base + "/away");
        Directory.CreateDirectory(_folder.Recordings);
        Refused("make", AskingSocket.NewName());
        Refused("make", AskingSocket.NewName());
        Assert.Equal(
            ["A Python process that changed its user is not recorded: its file could not be created: No such file or directory."],
            _folder.Giver.Problems);
    }

    [RootFact]
    public void FileGiver_WorkerThatChangedItsUser_IsRecordedCompletely()
    {
        var child = int.Parse(_folder.Run("python3", "-c", Worker("os.setuid(65534)")), provider: null);
        Assert.Equal(2, _folder.Names.Count());
        var file = File.ReadAllBytes(Directory.GetFiles(_folder.Recordings, $"python-{child}-*.upgc").Single());
        Assert.Equal(9000, BitConverter.ToInt64(file, 48)); // records begun: agents/python/FORMAT.md
        Assert.Equal(2, BitConverter.ToInt32(file, 28));
        Assert.Empty(_folder.Giver.Problems);
    }

    [RootFact]
    public void FileGiver_WorkerInAPidNamespace_IsRecorded()
    {
        // In a pid namespace, whose ids start at 1.
        var child = _folder.Run("unshare", "--pid", "--fork", "python3", "-c", Worker("os.setuid(65534)"));
        var file = File.ReadAllBytes(Directory.GetFiles(_folder.Recordings, $"python-{child}-*.upgc").Single());
        Assert.Equal(9000, BitConverter.ToInt64(file, 48));
    }

    [RootFact]
    public void FileGiver_EndlessConnectionsOfAnotherUser_DropOnlyTheirOwn()
    {
        const string flood = """
            import os, resource, socket, sys
            resource.setrlimit(resource.RLIMIT_NOFILE, (4096, 4096))
            os.setuid(12345)
            kept = []
            print(flush=True)
            while True:
                one = socket.socket(socket.AF_UNIX)
                one.setblocking(False)
                try:
                    one.connect("\0" + sys.argv[1])
                except BlockingIOError:
                    pass
                kept = kept[-3000:] + [one]
            """;
        var start = new ProcessStartInfo("python3", ["-c", flood, _folder.Giver.Variable.Split(' ')[0]])
        {
            RedirectStandardOutput = true,
            UseShellExecute = false,
        };
        using var stranger = Process.Start(start)!;
        stranger.StandardOutput.ReadLine();
        try
        {
            for (var i = 0; i < 5; i++) _folder.Run("python3", "-c", Worker("os.setuid(65534)"));
        }
        finally
        {
            stranger.Kill();
        }

        var begun = Directory.GetFiles(_folder.Recordings).Select(file => BitConverter.ToInt64(File.ReadAllBytes(file), 48));
            // On a very busy machine one may be lost.
        Assert.InRange(begun.Count(count => count == 9000), 4, 5);
    }

    private static void Do(string program, params string[] arguments)
    {
        using var process = Process.Start(program, arguments);
        process.WaitForExit();
        Assert.Equal(0, process.ExitCode);
    }

    private static string Worker(string leave) => $"""
        import gc, os
        gc.collect()
        child = os.fork()
        if child == 0:
            {leave}
            gc.disable()
            for _ in range(9000): gc.collect(0)
            os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        print(child)
        """;

    private void Write(string verb, string name, string text)
    {
        using var asking = _folder.Connect();
        using var file = asking.Ask(verb, name);
        Assert.NotNull(file);
        RandomAccess.Write(file, System.Text.Encoding.ASCII.GetBytes(text), 0);
    }

    private void Refused(string verb, string name)
    {
        using var asking = _folder.Connect();
        using var file = asking.Ask(verb, name);
        Assert.Null(file);
    }
}
