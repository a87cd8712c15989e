using System.Diagnostics;
using System.Globalization;
using Unpause.Experiments.Trials;
using Unpause.Recorder.Processes;

namespace Unpause.Recorder.Tests.Trials;

[Trait("Tier", "live")]
public sealed class TrialTests
{
    /// <summary>The independent source is the kernel's count in the program itself.</summary>
    [Fact]
    public void PeakMemory_Program_EqualsTheKernelsCount()
    {
        const string Program =
            "import resource, time; taken = bytearray(120_000_000); del taken; time.sleep(0.5); "
            + "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, flush=True); time.sleep(0.2)";
        using var shell = Process.Start(new ProcessStartInfo("/bin/sh", ["-c", $"sleep 0.3; python3 -c '{Program}'; true"])
        {
            UseShellExecute = false, RedirectStandardOutput = true,
        })!;
        using var peak = PeakMemory.Below(shell.Id);
        var reported = long.Parse(shell.StandardOutput.ReadLine()!, CultureInfo.InvariantCulture) * 1024;
        shell.WaitForExit();
        Assert.InRange(peak.Bytes!.Value, reported, reported + 20_000_000);
        Assert.True(reported > 120_000_000, $"{reported}");
    }

    [Theory]
    [InlineData("cpython", "python3")]
    [InlineData("cpython", "env", "A=B", "python3")]
    [InlineData("dotnet", "dotnet", "app.dll")]
    [InlineData(null, "sh")]
    [InlineData(null, "there-is-no-such-program")]
    public void CommandRuntime_File_IsRecognised(string? expected, params string[] command) =>
        Assert.Equal(expected, CommandRuntime.Find(command));

    [Fact]
    public void CommandRuntime_Script_IsItsInterpreters()
    {
        var script = Path.Combine(Directory.CreateTempSubdirectory("unpause-test-").FullName, "serve");
        File.WriteAllText(script, "#!/usr/bin/python3 -I\nprint()\n");
        File.SetUnixFileMode(script, UnixFileMode.UserRead | UnixFileMode.UserExecute | UnixFileMode.UserWrite);
        Assert.Equal("cpython", CommandRuntime.Find([script]));
        Directory.Delete(Path.GetDirectoryName(script)!, recursive: true);
    }
}
