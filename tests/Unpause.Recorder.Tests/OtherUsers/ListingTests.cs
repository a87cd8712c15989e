using System.Diagnostics;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Tests;
using RuntimeIds = Unpause.Recordings.Words.Runtimes;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>No process can prevent others from being listed, or make the listing write.</summary>
[Trait("Tier", "live")]
public sealed class ListingTests : IDisposable
{
    // Pretends to be .NET: has the library's name in its memory, and a configuration file without an end.
    private const string DotNet = """
        import mmap, os, sys, time
        os.chdir(sys.argv[1])
        with open("libcoreclr.so", "wb+") as file:
            file.write(b"x" * 4096)
            file.flush()
            kept = mmap.mmap(file.fileno(), 4096)
        print("ready")
        time.sleep(60)
        """;

    private readonly string _scratch = Directory.CreateTempSubdirectory("unpause-test-").FullName;
    private readonly string _shared;

    public ListingTests()
    {
        File.SetUnixFileMode(_scratch, RunFolder.ReadableByAll);
        _shared = Stranger.SharedFolder(Path.Combine(_scratch, "shared"));
    }

    public void Dispose() => Directory.Delete(_scratch, recursive: true);

    [RootTheory]
    [InlineData("mkfifo {0}")]
    [InlineData("ln -s /dev/zero {0}")]
    [InlineData("ln -s {0} {0}")]
    [InlineData("truncate -s 100G {0}")]
    [InlineData("mkdir {0}")]
    [InlineData("python3 -c \"print('['*100000)\" > {0}")]
    public void List_UnreadableConfiguration_IsIgnored(string make)
    {
        Stranger.Run($"cd {_shared}; {string.Format(make, "x.runtimeconfig.json")}");
        using var target = Stranger.Python(DotNet, _shared, "x.dll");
        var since = Stopwatch.GetTimestamp();
        var before = GC.GetAllocatedBytesForCurrentThread();
        Assert.Equal(RuntimeIds.DotNet, LiveProcesses.FindOrDefault(target.Id, RecorderTable.Default)?.Runtime);
        Assert.InRange(Stopwatch.GetElapsedTime(since).TotalSeconds, 0, 5);
        Assert.InRange(GC.GetAllocatedBytesForCurrentThread() - before, 0, 100_000_000);
    }

    [Fact]
    public void List_BlockingProcess_OthersAreListed()
    {
        using var never = new ManualResetEventSlim();
        var (found, late) = PatientWalk.Through([1, 2, 3, 4, 5], Look, TimeSpan.FromMilliseconds(200), TimeSpan.FromSeconds(60));
        Assert.Equal(["1", "5"], found);
        Assert.Equal([2, 4], late);
        never.Set();

        string? Look(int number)
        {
            if (number is 2 or 4) never.Wait();
            return number == 3 ? throw new InvalidOperationException() : $"{number}";
        }
    }

    /// <summary>100 processes that block their readers cost one wait, not 100.</summary>
    [Fact]
    public void PatientWalk_ManyBlockingItems_EndsSoonWithTheOthersFound()
    {
        using var never = new ManualResetEventSlim();
        var since = Stopwatch.GetTimestamp();
        var (found, late) = PatientWalk.Through(
            Enumerable.Range(0, 101).ToList(), Look, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(20));
        // One after the other takes 100 s.
        Assert.InRange(Stopwatch.GetElapsedTime(since).TotalSeconds, 1, 25);
        Assert.Equal(["100"], found);
        Assert.Equal(Enumerable.Range(0, 100), late);
        never.Set();

        string? Look(int number)
        {
            if (number < 100) never.Wait();
            return $"{number}";
        }
    }

    [Fact]
    public void PatientWalk_TimeForAllIsOver_RestIsLate()
    {
        using var never = new ManualResetEventSlim();
        var (found, late) = PatientWalk.Through(
            Enumerable.Range(0, 1000).ToList(), Look, TimeSpan.FromSeconds(60), TimeSpan.FromMilliseconds(300));
        Assert.Empty(found);
        Assert.Equal(Enumerable.Range(0, 1000), late);
        never.Set();

        string? Look(int number)
        {
            never.Wait();
            return $"{number}";
        }
    }

    [RootFact]
    public void List_ProcessInAChroot_CreatesNothingOutsideIt()
    {
        // Its /tmp is a link that leads from outside into a folder of the host.
        var victim = Directory.CreateDirectory($"/var/tmp/{Path.GetFileName(_scratch)}").FullName;
        var root = Directory.CreateDirectory(Path.Combine(_scratch, "root")).FullName;
        File.CreateSymbolicLink(Path.Combine(root, "tmp"), victim);
        File.CreateSymbolicLink(Path.Combine(root, "proc"), "/proc");
        using var target = new LiveProgram(
            "/usr/bin/python3", "-u", "-c",
            "import os, sys, time; os.chroot(sys.argv[1]); os.chdir('/'); print('ready'); time.sleep(60)", root);
        var process = ProcessView.Find(target.Id)!;
        Assert.Throws<ObstacleException>(() => LiveFolder.CheckRoom(process));
        Assert.Throws<ObstacleException>(() => LiveFolder.For(process).Dispose());
        Assert.Null(ProcessFiles.Read(process, "/proc/self/environ", 10));
        Assert.Empty(Directory.EnumerateFileSystemEntries(victim));
        // If the link leads to a folder in its own root, that folder is used.
        var inner = Directory.CreateDirectory(Path.Combine(root, victim[1..])).FullName;
        LiveFolder.CheckRoom(process);
        Assert.Empty(Directory.EnumerateFileSystemEntries(inner));
        using (LiveFolder.For(process)) Assert.Single(Directory.EnumerateFileSystemEntries(inner));
        Assert.Empty(Directory.EnumerateFileSystemEntries(victim));
        Assert.Empty(Directory.EnumerateFileSystemEntries(inner));
        Directory.Delete(victim);
    }
}
