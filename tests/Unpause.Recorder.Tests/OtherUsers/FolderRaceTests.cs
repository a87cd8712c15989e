using System.Text;
using Unpause.Recorder.Files;
using Unpause.Recorder.Live;
using Unpause.Recorder.Processes;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>A thousand recordings while another user watches the folder and changes everything he may, as fast as possible.</summary>
[Collection(nameof(ProtectedLinks))]
[Trait("Tier", "live")]
public sealed class FolderRaceTests : IDisposable
{
    private const int Rounds = 1000;

    // Tries to create entries first, to replace entries by links, and to add files that Python would execute.
    private const string Adversary = """
        import os, sys
        shared, victim = sys.argv[1:]
        done = 0
        def attempt(call, *arguments):
            global done
            try:
                call(*arguments)
                done += 1
            except OSError:
                pass
        def put(path):
            with open(path, "w") as file:
                file.write("evil")
        print("ready")
        while os.path.exists(shared + "/on"):
            for name in os.listdir(shared):
                if not name.startswith("unpause-"):
                    continue
                folder = shared + "/" + name
                for inner in ("agent", "recording"):
                    attempt(os.mkdir, folder + "/" + inner, 0o777)
                    attempt(put, folder + "/" + inner + "/sitecustomize.py")
                    attempt(os.symlink, victim, folder + "/" + inner + "/dotnet-1.nettrace")
                    attempt(os.rename, folder + "/" + inner, folder + "/away")
                    attempt(os.rmdir, folder + "/" + inner)
                    attempt(os.symlink, victim, folder + "/" + inner)
                for file in ("jvm-1.log", "jvm-2.log"):
                    attempt(os.link, victim + "/kept", folder + "/" + file)
                    attempt(os.symlink, victim + "/kept", folder + "/" + file)
                attempt(os.rename, folder, shared + "/away")
                attempt(os.rmdir, folder)
                attempt(os.symlink, victim, folder)
        print(done)
        """;

    // A path that is alternately a folder and a link, a hundred thousand times a second. It removes both at the end, because later
    // recorders would inspect anything left.
    private const string Swapper = """
        import ctypes, os, sys
        libc = ctypes.CDLL(None)
        shared, victim = sys.argv[1:]
        seen = set()
        print("ready")
        while os.path.exists(shared + "/on"):
            for name in set(os.listdir(shared)) - seen:
                if not name.startswith("unpause-"):
                    continue
                seen.add(name)
                one, other = shared + "/" + name + "/jvm-1.log", shared + "/" + name + "/jvm-2.log"
                try:
                    os.mkdir(one)
                    os.symlink(victim, other)
                except OSError:
                    pass
                one, other = one.encode(), other.encode()
                for turn in range(5000):
                    if libc.renameat2(-100, one, -100, other, 2) != 0:
                        break
                for end in (os.rmdir, os.unlink):
                    for path in (one, other):
                        try:
                            end(path)
                        except OSError:
                            pass
        """;

    private readonly string _scratch = Directory.CreateDirectory(
        $"/var/tmp/{FolderHandle.RandomName("unpause-test-")}").FullName;

    private readonly string _shared;
    private readonly string _victim;
    private readonly string? _temporary = Environment.GetEnvironmentVariable("TMPDIR");

    public FolderRaceTests()
    {
        File.SetUnixFileMode(_scratch, RunFolder.ReadableByAll);
        _shared = Stranger.SharedFolder(Path.Combine(_scratch, "shared"));
        _victim = Directory.CreateDirectory(Path.Combine(_scratch, "victim")).FullName;
        File.WriteAllText(Path.Combine(_victim, "kept"), "kept");
        File.WriteAllText(Path.Combine(_shared, "on"), "");
    }

    public void Dispose()
    {
        Environment.SetEnvironmentVariable("TMPDIR", _temporary);
        Directory.Delete(_scratch, recursive: true);
    }

    [RootTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void RunFolder_AdversaryInTheParent_StaysUnpauses(bool protectedLinks)
    {
        using var links = new ProtectedLinks(protectedLinks);
        using var adversary = Stranger.Python(Adversary, _shared, _victim);
        Environment.SetEnvironmentVariable("TMPDIR", _shared);
        var agent = new Dictionary<string, byte[]>(StringComparer.Ordinal) { ["sitecustomize.py"] = Encoding.UTF8.GetBytes("good") };
        for (var round = 0; round < Rounds; round++)
        {
            var folder = RunFolder.Create(forOthers: true)!;
            Assert.StartsWith(_shared, folder.RecordingPath, StringComparison.Ordinal);
            var readable = folder.MakeReadable("agent", agent);
            Assert.Equal(["sitecustomize.py"], Directory.EnumerateFileSystemEntries(readable).Select(Path.GetFileName));
            Assert.Equal("good", File.ReadAllText(Path.Combine(readable, "sitecustomize.py")));
            using (folder.Recording.MakeFile("dotnet-1.nettrace")) Assert.Equal(["dotnet-1.nettrace"], folder.Recording.Names());
            Assert.True(folder.Remove());
        }

        AssertUntouched();
    }

    [RootFact]
    public void RunFolder_EntriesReplaceableByOthers_IsNotUsed()
    {
        File.SetUnixFileMode(_shared, File.GetUnixFileMode(_shared) & ~UnixFileMode.StickyBit);
        Environment.SetEnvironmentVariable("TMPDIR", _shared);
        var folder = RunFolder.Create(forOthers: false)!;
        Assert.StartsWith("/tmp/", folder.RecordingPath, StringComparison.Ordinal);
        Assert.True(folder.Remove());
        // Nor a folder behind another user's link.
        Directory.CreateDirectory(Path.Combine(_victim, "private"));
        Stranger.Run($"ln -s {_victim}/private {_shared}/link");
        Assert.False(TrustedPath.Is(Path.Combine(_shared, "link")));
        Assert.True(TrustedPath.Is(_victim));
    }

    [RootTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void LiveFolder_AdversaryInTheParent_GivesNothingElseAway(bool protectedLinks)
    {
        using var links = new ProtectedLinks(protectedLinks);
        // The folder belongs to the other user, in a /tmp that he mounted: nothing there can be relied on.
        const string OwnTmp = "mount --bind \"$1\" /tmp && exec python3 -u -c \"$0\" /tmp \"$2\"";
        using var adversary = new LiveProgram(
            Stranger.Line("unshare", "--user", "--map-root-user", "--mount", "sh", "-c", OwnTmp, Swapper, _shared, _victim));
        var process = ProcessView.Find(adversary.Id)!;
        var made = 0;
        for (var round = 0; round < Rounds; round++)
        {
            try
            {
                using var folder = LiveFolder.For(process);
                made++;
                var here = Path.Combine(_shared, Path.GetFileName(folder.Theirs));
                SpinWait.SpinUntil(() => Directory.EnumerateFileSystemEntries(here).Any(), TimeSpan.FromMilliseconds(5));
                Assert.All(folder.TheirFiles(), file => Assert.NotEqual("kept", File.ReadAllText(file)));
            }
            catch (ObstacleException)
            {
                // The other user was first: then there is no recording.
            }
        }

        Assert.InRange(made, 1, Rounds);
        AssertUntouched();
    }

    [RootTheory]
    [InlineData(true)]
    [InlineData(false)]
    public void RunFolder_Adversary_CannotInjectCode(bool mayChangeUser)
    {
        const int Runs = 15;
        const string Planter = """
            import os, sys
            shared, ran = sys.argv[1:]
            print("ready")
            while os.path.exists(shared + "/on"):
                for name in os.listdir(shared):
                    for folder in (shared + "/" + name + "/agent", shared + "/" + name + "/recording/agent"):
                        try:
                            os.mkdir(folder, 0o777)
                            with open(folder + "/sitecustomize.py", "w") as file:
                                file.write("open(%r, 'w')" % ran)
                            os.chmod(folder + "/sitecustomize.py", 0o444)
                        except OSError:
                            pass
            """;
        var ran = Path.Combine(_victim, "ran");
        using var adversary = Stranger.Python(Planter, _shared, ran);
        using var recorder = new Recorder { ProgramsMayChangeUser = mayChangeUser };
        recorder.Environment["TMPDIR"] = _shared;
        recorder.Options.Add("--remove");
        for (var run = 0; run < Runs; run++)
        {
            var output = recorder.Run("python3", "-c", "print(1)");
            Assert.Equal(("1\n", ""), (output.Text, output.ErrorText));
            Assert.StartsWith(_shared, recorder.Report.Folder, StringComparison.Ordinal);
            Assert.Single(recorder.Report.Files);
            Assert.False(File.Exists(ran));
        }

        Assert.Equal(["on"], Directory.EnumerateFileSystemEntries(_shared).Select(Path.GetFileName));
    }

    private void AssertUntouched()
    {
        Assert.Equal(["kept"], Directory.EnumerateFileSystemEntries(_victim).Select(Path.GetFileName));
        using var victim = FolderHandle.Open(_victim)!;
        Assert.Equal((0u, 0u), (victim.Facts.User, victim.FactsOf("kept")!.Value.User));
        Assert.Equal("kept", File.ReadAllText(Path.Combine(_victim, "kept")));
    }
}

/// <summary>Tests that change kernel settings: one after the other.</summary>
[CollectionDefinition(nameof(ProtectedLinks), DisableParallelization = true)]
public sealed class ProtectedLinksCollection;
