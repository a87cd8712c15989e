using System.Diagnostics;
using Unpause.Recorder.Posix;

namespace Unpause.Recorder.Tests;

/// <summary>A Go program that writes gctrace lines piece by piece, and waits or ends between two pieces.</summary>
[Trait("Tier", "live")]
public sealed class GcLinePiecesTests : IDisposable
{
    private readonly Recorder _recorder = new();
    private readonly string _program;

    public GcLinePiecesTests()
    {
        _program = Path.Combine(_recorder.Scratch, "pieces");
        var start = new ProcessStartInfo("go", ["build", "-o", _program, Recorder.ProgramFile("pieces.go")]) { UseShellExecute = false };
        start.Environment["GO111MODULE"] = "off";
        using var build = Process.Start(start)!;
        build.WaitForExit();
        Assert.Equal(0, build.ExitCode);
    }

    public void Dispose() => _recorder.Dispose();

    [Fact]
    public void GcLines_WriterWaitsAtEachBorder_LeakNothingAndAreAllRecorded()
    {
        var output = _recorder.Run(_program, "wait");
        Assert.Equal("", output.ErrorText.Replace("told\n", "", StringComparison.Ordinal));
        Assert.Equal(int.Parse(output.Text), Recorded().Count(line => line.EndsWith(" P (forced)", StringComparison.Ordinal)));
    }

    [Theory]
    [InlineData("end", 1)]
    [InlineData("end", 2)]
    [InlineData("end", 3)]
    [InlineData("end", 9)]
    [InlineData("end", 37)]
    [InlineData("kill", 1)]
    [InlineData("kill", 2)]
    [InlineData("kill", 20)]
    public void GcLine_ProgramEndsAtBorder_LeaksNothingAndIsCountedAsCut(string end, int border)
    {
        var output = _recorder.Run(_program, end, border.ToString(System.Globalization.CultureInfo.InvariantCulture));
        Assert.Equal(end == "kill" ? 128 + LibC.SigKill : 7, output.ExitCode);
        Assert.Equal("told\n", output.ErrorText);
        Assert.StartsWith(
            "Go's last gctrace line was cut by the program's end", Assert.Single(_recorder.Report.NotRecorded), StringComparison.Ordinal);
        Assert.Equal(2, Recorded().Count(line => line.Contains(" gc ", StringComparison.Ordinal)));
    }

    private string[] Recorded() => File.ReadAllLines(Assert.Single(_recorder.Report.Files));
}
