using System.Diagnostics;
using Unpause.Recorder.Cycles;
using Unpause.Recorder.Files;
using Unpause.Tests;

namespace Unpause.Recorder.Tests.Strangers;

/// <summary>The folder into which programs of other users put their looks: whatever they put there, only looks come out of it.</summary>
public sealed class CycleDropTests : IDisposable
{
    private readonly RunFolder _run = RunFolder.Create(forOthers: true)!;
    private readonly string _drop;

    public CycleDropTests() => _drop = _run.MakeDrop();

    public void Dispose() => _run.Remove();

    [RootFact]
    public void OthersMayAddAndNeitherListNorRemove()
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
    public void OnlyFilesOfTheAgentsFormAreTaken()
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
        Assert.Equal(["1 file of looks is left out: too many, or too large."], CycleDrop.Take(_run.Drop!, _run.Recording));
        Assert.Equal(["cycles-1-0-0-1.upcy", "secret"], _run.Recording.Names().Order(StringComparer.Ordinal));
        Directory.Delete(Path.Combine(_drop, "cycles-3-0-0.upcc"));
    }

    /// <summary>A folder there may be a mount of its owner's: it is not entered, and stays.</summary>
    [Fact]
    public void FoldersOfOthersAreNotEntered()
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
