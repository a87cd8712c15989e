using System.Diagnostics;
using Microsoft.Win32.SafeHandles;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Tests;

namespace Unpause.Recorder.Tests;

public sealed class StaleFoldersTests : IDisposable
{
    private readonly string _place = Directory.CreateTempSubdirectory("unpause-test-stale-").FullName;
    private readonly FolderHandle _parent;

    public StaleFoldersTests() => _parent = FolderHandle.Open(_place)!;

    public void Dispose()
    {
        _parent.Dispose();
        Directory.Delete(_place, recursive: true);
    }

    [Fact]
    public void StaleFolder_RecorderKilled_IsRemovedWithItsContent()
    {
        var path = Make(out var locked);
        File.WriteAllText(Path.Combine(path, "recording", "a.jfr"), "a");
        Directory.CreateDirectory(Path.Combine(path, "looks-0"));
        File.CreateSymbolicLink(Path.Combine(path, "recording", "link"), "/etc/passwd");
        locked.Dispose();
        Sweep();
        Assert.False(Directory.Exists(path));
        Assert.True(File.Exists("/etc/passwd"));
    }

    [Fact]
    public void StaleFolder_RecorderAlive_Stays()
    {
        var path = Make(out var locked);
        Sweep();
        Assert.True(Directory.Exists(path));
        locked.Dispose();
    }

    [Fact]
    public void LiveFolder_FolderNamedLikeAFileForUnpause_Stays()
    {
        var path = Directory.CreateDirectory(Path.Combine(_place, "live")).FullName;
        Directory.CreateDirectory(Path.Combine(path, "jvm-1.log"));
        File.WriteAllText(Path.Combine(path, "jvm-2.log"), "log");
        using var folder = FolderHandle.Open(path)!;
        Assert.False(LiveFolderEnd.RemoveFiles(folder));
        Assert.Equal(["jvm-1.log"], folder.Names());
        Directory.Delete(Path.Combine(path, "jvm-1.log"));
        Assert.True(LiveFolderEnd.RemoveFiles(folder));
    }

    [Fact]
    public void StaleFolder_JustCreated_Stays()
    {
        var path = Make(out var locked, isOld: false);
        locked.Dispose();
        Sweep();
        Assert.True(Directory.Exists(path));
    }

    [Theory]
    [InlineData("UNPAUSE_RECORDING_DIR=$1/recording exec sleep 60")]
    [InlineData("exec sleep 60 > $1/recording/log")]
    public void StaleFolder_UsedByALiveProgram_Stays(string script)
    {
        var path = Make(out var locked);
        locked.Dispose();
        using var program = Process.Start("sh", ["-c", script, "sh", path]);
        try
        {
            // Until the shell has executed the program.
            Assert.True(SpinWait.SpinUntil(() => program.HasExited || File.ReadAllText($"/proc/{program.Id}/comm") == "sleep\n", 30_000));
            Sweep();
            Assert.True(Directory.Exists(path));
        }
        finally
        {
            program.Kill();
            program.WaitForExit();
        }

        Sweep();
        Assert.False(Directory.Exists(path));
    }

    [Theory]
    [InlineData("unpause-test-3")]
    [InlineData("unpause-0123456789abcdef012")]
    [InlineData("unpause-0123456789ABCDEF0123")]
    public void StaleFolder_OtherName_Stays(string name)
    {
        var path = Directory.CreateDirectory(Path.Combine(_place, name)).FullName;
        File.WriteAllText(Path.Combine(path, StaleFolders.LockName), "");
        MakeOld(path);
        Sweep();
        Assert.True(Directory.Exists(path));
    }

    [Fact]
    public void StaleFolder_WithoutLock_IsRemovedOnlyWhenEmpty()
    {
        var (empty, full) = (FolderHandle.RandomName(RunFolder.Prefix), FolderHandle.RandomName(RunFolder.Prefix));
        Directory.CreateDirectory(Path.Combine(_place, empty, RunFolder.RecordingName));
        Directory.CreateDirectory(Path.Combine(_place, full, RunFolder.RecordingName));
        File.WriteAllText(Path.Combine(_place, full, RunFolder.RecordingName, "kept"), "");
        Directory.SetLastWriteTimeUtc(Path.Combine(_place, empty), DateTime.UtcNow.AddHours(-1));
        Directory.SetLastWriteTimeUtc(Path.Combine(_place, full), DateTime.UtcNow.AddHours(-1));
        Sweep();
        Assert.False(Directory.Exists(Path.Combine(_place, empty)));
        Assert.True(File.Exists(Path.Combine(_place, full, RunFolder.RecordingName, "kept")));
    }

    [Fact]
    public void StaleFolder_Link_IsNotFollowed()
    {
        var path = Make(out var locked);
        locked.Dispose();
        var target = Path.Combine(_place, "elsewhere");
        Directory.Move(path, target);
        Directory.CreateSymbolicLink(path, target);
        Sweep();
        Assert.True(File.Exists(Path.Combine(target, StaleFolders.LockName)));
    }

    [Theory]
    [InlineData("python-start.py", true)]
    [InlineData("start.py", true)]
    [InlineData("jvm-log.txt", false)]
    public void LiveFolder_RecorderKilled_IsRemovedUnlessAScriptIsPending(string file, bool stays)
    {
        using var folder = _parent.MakeFolder(RunFolder.Prefix, out var name)!;
        StaleFolders.Lock(folder)!.Dispose();
        var path = Path.Combine(_place, name);
        File.WriteAllText(Path.Combine(path, file), "");
        MakeOld(path);
        Sweep();
        Assert.True(File.Exists(Path.Combine(path, file)));
        StaleFolders.Remove(_parent, RunFolder.Prefix, FileCalls.OwnUser(), LiveFolderEnd.RemoveStale);
        Assert.Equal(stays, Directory.Exists(path));
    }

    [Fact]
    public void StaleFolder_KeptRecordingOfAKilledRun_IsMovedToTheUsersFolder()
    {
        var kept = Directory.CreateDirectory(Path.Combine("/var/tmp", FolderHandle.RandomName("unpause-test-"))).FullName;
        try
        {
            File.SetUnixFileMode(kept, RunFolder.ReadableByAll);
            File.WriteAllText(Path.Combine(kept, "jvm-1.log"), "earlier");
            using (var folder = FolderHandle.Open(kept)!)
            using (var part = folder.MakeFolder($".{RunFolder.Prefix}", out var name)!)
            {
                StaleFolders.Lock(part)!.Dispose();
                File.WriteAllText(Path.Combine(kept, name, "jvm-1.log"), "killed");
                MakeOld(Path.Combine(kept, name));
            }

            var problems = new List<string>();
            var place = RecordingPlace.Make(kept, forOthers: false, problems)!;
            using (var other = FolderHandle.Open(kept)!)
                StaleFolders.Remove(other, $".{RunFolder.Prefix}", FileCalls.OwnUser(), folder => throw new IOException("it has a lock"));
            Assert.Equal(Path.GetDirectoryName(place.Path), kept);
            Assert.Null(place.Remove());
            Assert.Empty(problems);
            Assert.Equal(["jvm-1-2.log", "jvm-1.log"], Directory.EnumerateFileSystemEntries(kept).Select(Path.GetFileName).Order());
            Assert.Equal("killed", File.ReadAllText(Path.Combine(kept, "jvm-1-2.log")));
        }
        finally
        {
            Directory.Delete(kept, recursive: true);
        }
    }

    [Fact]
    public void LiveFolder_RecorderKilled_IsTakenOverOnce()
    {
        var own = ProcessView.Find(Environment.ProcessId)!;
        using var temporary = FolderHandle.Open("/var/tmp")!;
        using var made = temporary.MakeFolder(RunFolder.Prefix, out var name)!;
        var path = $"/var/tmp/{name}";
        var locked = StaleFolders.Lock(made)!;
        Assert.Null(LiveFolder.TakeOver(own, path));
        locked.Dispose();
        Assert.Null(LiveFolder.TakeOver(own, _place));
        using (var taken = LiveFolder.TakeOver(own, path))
        {
            Assert.Equal(path, taken!.Theirs);
            Assert.Null(LiveFolder.TakeOver(own, path));
        }

        Assert.False(Directory.Exists(path));
    }

    [Fact]
    public void FirstBytes_ProcFileLockedByAnother_IsRead()
    {
        const string Lock = """
            import fcntl, sys, time
            file = open(sys.argv[1])
            fcntl.flock(file, fcntl.LOCK_EX)
            print("ready", flush=True)
            time.sleep(60)
            """;
        foreach (var name in (string[])["stat", "status"])
        {
            using var locker = new LiveProgram(["python3", "-c", Lock, $"/proc/{Environment.ProcessId}/{name}"]);
            Assert.True(ProcessView.Find(Environment.ProcessId)!.IsAlive());
        }
    }

    [Fact]
    public void FirstBytes_EndlessFile_IsReadUpToTheLimit()
    {
        using var zeros = File.OpenHandle("/dev/zero");
        Assert.Equal(1_000_000, FirstBytes.UpTo(zeros, 1_000_000).Length);
        using var empty = File.OpenHandle("/dev/null");
        Assert.Empty(FirstBytes.UpTo(empty, 1_000_000));
    }

    [Fact]
    public void Keep_RecordingTooLarge_IsRefused()
    {
        var log = Path.Combine(_place, "large.log");
        using (var file = File.Create(log)) file.SetLength(5L << 30);
        var kept = Directory.CreateDirectory(Path.Combine(_place, "kept")).FullName;
        var refused = Assert.Throws<ObstacleException>(() => LiveFiles.Keep([log], kept, "jvm.log"));
        Assert.Contains("4 GiB", refused.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.EnumerateFileSystemEntries(kept));
    }

    [Theory]
    [InlineData("/srv/root", "/tmp/a")]
    [InlineData("", "/srv/root/tmp/a")]
    [InlineData("/srv/roo", "/srv/root/tmp/a")]
    [InlineData("/srv/root/tmp/a", "/srv/root/tmp/a")]
    public void FileMapping_OtherRoot_HasTheProcesssPath(string root, string expected)
    {
        var mapping = FileMapping.Parse("7f80c743b000-7f80c743c000 rw-s 00000000 fe:00 1155096 /srv/root/tmp/a")!.Value;
        Assert.Equal(expected, mapping.Below(root).Path);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void LiveFolder_WithScript_StaysWhileTheProcessLives(bool ends)
    {
        using var process = Process.Start("sleep", "60");
        using var folder = _parent.MakeFolder(RunFolder.Prefix, out var name)!;
        var path = Path.Combine(_place, name);
        var view = ProcessView.Find(process.Id)!;
        StaleFolders.Lock(folder, view)!.Dispose();
        foreach (var script in (string[])["start.py", "finish.py", "heap.py", "unpause_cycles.py"])
            File.WriteAllText(Path.Combine(path, script), "");
        MakeOld(path);
        Assert.True(StaleFolders.IsFor(folder, view));
        Assert.False(StaleFolders.IsFor(folder, ProcessView.Find(Environment.ProcessId)!));
        if (ends)
        {
            process.Kill();
            process.WaitForExit();
        }

        StaleFolders.Remove(_parent, RunFolder.Prefix, FileCalls.OwnUser(), LiveFolderEnd.RemoveStale);
        Assert.Equal(!ends, Directory.Exists(path));
        if (ends) return;
        process.Kill();
        StaleFolders.Remove(
            _parent, RunFolder.Prefix, FileCalls.OwnUser(), stale => StaleFolders.IsFor(stale, view) && LiveFolderEnd.RemoveFiles(stale));
        Assert.False(Directory.Exists(path));
    }

    [RootFact]
    public void StaleFolder_LockOfAnotherUser_Stays()
    {
        const uint Nobody = 65_534;
        var path = Make(out var locked);
        locked.Dispose();
        Assert.Equal(0, Process.Start("chown", ["-R", "65534", path]) is { } chown && chown.WaitForExit(30_000) ? chown.ExitCode : -1);
        StaleFolders.Remove(_parent, RunFolder.Prefix, Nobody, LiveFolderEnd.RemoveStale);
        Assert.True(File.Exists(Path.Combine(path, StaleFolders.LockName)));
    }

    [Fact]
    public void LiveFolder_ProcessWritesOneMoreFile_IsRemoved()
    {
        for (var round = 0; round < 20; round++)
        {
            using var folder = _parent.MakeFolder(RunFolder.Prefix, out var name)!;
            var path = Path.Combine(_place, name);
            using var process = Process.Start(
                "sh", ["-c", "for i in 1 2 3 4 5 6 7 8 9; do : > $1/cycles-$i; done 2> /dev/null", "sh", path]);
            LiveFolderEnd.Remove(_parent, name, folder);
            process.WaitForExit();
            Assert.False(Directory.Exists(path));
        }
    }

    private void Sweep() =>
        StaleFolders.Remove(_parent, RunFolder.Prefix, FileCalls.OwnUser(), StaleFolders.ClearRunFolder);

    private string Make(out SafeFileHandle locked, bool isOld = true)
    {
        using var folder = _parent.MakeFolder(RunFolder.Prefix, out var name)!;
        locked = StaleFolders.Lock(folder)!;
        using var recording = folder.MakeFolder(RunFolder.RecordingName);
        var path = Path.Combine(_place, name);
        if (isOld) MakeOld(path);
        return path;
    }

    private static void MakeOld(string path) =>
        File.SetLastWriteTimeUtc(Path.Combine(path, StaleFolders.LockName), DateTime.UtcNow.AddHours(-1));
}
