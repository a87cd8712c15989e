using System.Diagnostics;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Files;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.OtherUsers;

/// <summary>The folder to which programs of other users add garbage snapshots: only snapshots are taken from it.</summary>
[Trait("Tier", "live")]
public sealed class CycleDropTests : IDisposable
{
    private readonly RunFolder _run = RunFolder.Create(forOthers: true)!;
    private readonly string _drop;

    public CycleDropTests() => _drop = _run.MakeDrop();

    public void Dispose() => _run.Remove();

    [RootFact]
    public void Drop_OtherUsers_MayAddButNotListOrRemove()
    {
        File.WriteAllText(Path.Combine(_drop, "cycles-1-0-0.upcc"), "root's");
        Assert.Equal((0, ""), AsStranger($"echo theirs > {_drop}/cycles-2-0-0.upcc"));
        Assert.NotEqual(0, AsStranger($"ls {_drop}").Code);
        Assert.NotEqual(0, AsStranger($"ls {Path.GetDirectoryName(_drop)}").Code);
        Assert.NotEqual(0, AsStranger($"rm -f {_drop}/cycles-1-0-0.upcc").Code);
        Assert.NotEqual(0, AsStranger($"mv {_drop}/cycles-1-0-0.upcc {_drop}/cycles-3-0-0.upcc").Code);
        Assert.Equal(["cycles-1-0-0.upcc", "cycles-2-0-0.upcc"], _run.Drop!.Names().Order(StringComparer.Ordinal));
        Assert.Empty(CycleDrop.Take(_run.Drop, _run.Recording));
        Assert.Equal("theirs\n", File.ReadAllText(Path.Combine(_run.RecordingPath, "cycles-2-0-0.upcc")));
        Assert.Equal(
            UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Path.Combine(_run.RecordingPath, "cycles-2-0-0.upcc")));
    }

    [Fact]
    public void Drop_FilesOfTheAgentsFormat_AreTheOnlyOnesTaken()
    {
        File.WriteAllText(Path.Combine(_drop, "cycles-1-0-0-1.upcy"), "a look");
        var secret = Path.Combine(_run.RecordingPath, "secret");
        File.WriteAllText(secret, "not theirs");
        File.CreateSymbolicLink(Path.Combine(_drop, "cycles-2-0-0.upcc"), secret);
        Directory.CreateDirectory(Path.Combine(_drop, "cycles-3-0-0.upcc"));
        Shell($"mkfifo {_drop}/cycles-4-0-0.upcc; ln {secret} {_drop}/cycles-5-0-0.upcc");
        Shell($"touch {_drop}/other.upcc '{_drop}/cycles-6 $(x).upcc'");
        File.WriteAllText(Path.Combine(_drop, "cycles-7-0-0.upgc"), "");
        using (var large = File.Create(Path.Combine(_drop, "cycles-8-0-0.upcc"))) large.SetLength(3L << 30);
        Assert.Equal(["1 garbage snapshot file is left out: too many, or too large."], CycleDrop.Take(_run.Drop!, _run.Recording));
        Assert.Equal(["cycles-1-0-0-1.upcy", "secret"], _run.Recording.Names().Order(StringComparer.Ordinal));
        Directory.Delete(Path.Combine(_drop, "cycles-3-0-0.upcc"));
    }

    [RootFact]
    public void Drop_FoldersOfAnotherUser_AreRemoved()
    {
        Directory.CreateDirectory(Path.Combine(_drop, "empty"));
        Assert.Equal((0, ""), AsStranger($"mkdir -p {_drop}/theirs/a/b {_drop}/bare; touch {_drop}/theirs/a/b/c; chmod 0 {_drop}/bare"));
        Assert.Null(_run.RemoveAll());
        Assert.False(Directory.Exists(_drop));
    }

    [RootFact]
    public void Drop_LinkMountOrDeepFolder_NothingElseIsEmptied()
    {
        var victim = Directory.CreateTempSubdirectory("unpause-test-").FullName;
        try
        {
            File.WriteAllText(Path.Combine(victim, "kept"), "");
            File.SetUnixFileMode(victim, (UnixFileMode)0b111_111_111);
            AsStranger($"mkdir -p {_drop}/theirs/mounted; ln -s {victim} {_drop}/theirs/link; ln -s {victim} {_drop}/link");
            Shell($"chown 65534 {victim}; mount --bind {victim} {_drop}/theirs/mounted");
            Assert.Equal($"{_drop}/theirs", _run.RemoveAll());
            Assert.True(File.Exists(Path.Combine(victim, "kept")));
            Shell($"umount {_drop}/theirs/mounted");
            AsStranger($"cd {_drop}/theirs; for i in $(seq 40); do mkdir d; cd d; done; touch x");
            Assert.Equal($"{_drop}/theirs", _run.RemoveAll());
            Shell($"rm -r {_drop}/theirs");
        }
        finally
        {
            Directory.Delete(victim, recursive: true);
        }
    }

    /// <summary>A folder of root's inside a folder of another user, who could not empty it.</summary>
    [RootFact]
    public void Drop_FolderOfRootInAFolderOfAnotherUser_Stays()
    {
        AsStranger($"mkdir {_drop}/theirs");
        Directory.CreateDirectory(Path.Combine(_drop, "theirs", "roots"));
        File.WriteAllText(Path.Combine(_drop, "theirs", "roots", "kept"), "");
        Assert.Equal($"{_drop}/theirs", _run.RemoveAll());
        Assert.True(File.Exists(Path.Combine(_drop, "theirs", "roots", "kept")));
        // The recording itself is gone.
        Assert.False(Directory.Exists(_run.RecordingPath));
        Directory.Delete(Path.Combine(_drop, "theirs"), recursive: true);
    }

    [RootFact]
    public void Drop_OwnerSwapsFolders_NothingElseIsEmptied()
    {
        const int Rounds = 1000;
        var shared = Directory.CreateTempSubdirectory("unpause-test-").FullName;
        File.SetUnixFileMode(shared, (UnixFileMode)0b111_111_111);
        // A folder of root's that every user may move, with a file that only root may remove.
        var victim = Directory.CreateDirectory(Path.Combine(shared, "victim")).FullName;
        File.WriteAllText(Path.Combine(victim, "kept"), "");
        File.SetUnixFileMode(victim, (UnixFileMode)0b1_111_111_111);
        const string Swapper = """
            import os, sys
            drop, victim, away = sys.argv[1:]
            print("ready", flush=True)
            while True:
                for change in (
                    lambda: os.makedirs(drop + "/theirs/a/b"), lambda: os.close(os.open(drop + "/theirs/a/f", os.O_CREAT)),
                    lambda: os.rename(victim, drop + "/theirs/a/v"), lambda: os.rename(drop + "/theirs/a/v", victim),
                    lambda: os.symlink(victim, drop + "/theirs/l"), lambda: os.rename(drop + "/theirs/a", away),
                    lambda: os.rename(away, drop + "/theirs/a")):
                    try: change()
                    except OSError: pass
            """;
        try
        {
            using (Stranger.Python(Swapper, _drop, victim, Path.Combine(shared, "away")))
            {
                for (var round = 0; round < Rounds; round++) DropFolder.Clear(_run.Drop!);
            }

            DropFolder.Clear(_run.Drop!);
            Assert.Single(
                Directory.GetFiles(shared, "kept", SearchOption.AllDirectories)
                    .Concat(Directory.GetFiles(_drop, "kept", SearchOption.AllDirectories)));
        }
        finally
        {
            Directory.Delete(shared, recursive: true);
            foreach (var left in Directory.GetDirectories(_drop)) Directory.Delete(left, recursive: true);
        }
    }

    /// <summary>A folder of root's with content is not emptied for other users.</summary>
    [RootFact]
    public void Drop_FoldersOfOthers_AreNotEntered()
    {
        var inner = Path.Combine(_drop, "theirs");
        Directory.CreateDirectory(inner);
        File.WriteAllText(Path.Combine(inner, "kept"), "");
        Assert.False(_run.Remove());
        Assert.True(File.Exists(Path.Combine(inner, "kept")));
        Directory.Delete(inner, recursive: true);
        Assert.True(_run.Remove());
        Assert.False(Directory.Exists(_drop));
    }

    private static (int Code, string Output) AsStranger(string line) =>
        Run("setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "sh", "-c", $"{line} 2>/dev/null");

    private static void Shell(string line) => Assert.Equal(0, Run("sh", "-c", line).Code);

    private static (int Code, string Output) Run(string file, params string[] arguments)
    {
        var start = new ProcessStartInfo(file, arguments) { RedirectStandardOutput = true, UseShellExecute = false };
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output);
    }
}
