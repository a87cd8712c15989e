using System.Text;
using Unpause.Recordings.Readers.Go;

namespace Unpause.Tests.Readers.Go;

/// <summary>Gc lines do not identify their process; the line of our recorder does.</summary>
public class GoProgramLineTests
{
    private const long Started = 1_795_416_372_000_000_000;

    [Fact]
    public void GoProgramLine_OnlyProcess_IsTheProgram()
    {
        // Before, among or after the lines: all the same.
        var lines = (string[])[Program(7), Gc(1, 0.010, 15), Gc(2, 0.050, 55)];
        foreach (var order in (int[][])[[0, 1, 2], [1, 0, 2], [1, 2, 0]])
        {
            var source = Assert.Single(Samples.Of(string.Concat(order.Select(at => lines[at])))).Source;
            Assert.Equal((7, "1.22.3", "/app/serve --port 80"), (source.ProcessId, source.RuntimeVersion, source.Command));
        }
    }

    [Fact]
    public void GoProgramLine_SeveralProcesses_IsTheOneWithTheStartTime()
    {
        var recordings = Samples.Of(Program(7) + Gc(1, 0.010, 15) + Gc(1, 0.010, 20_015) + Gc(2, 0.050, 55) + Gc(2, 0.050, 20_055));
        Assert.Equal([7, null], recordings.Select(recording => recording.Source.ProcessId));
    }

    /// <summary>A process that the program started at once, or long after: the process of these lines is not certain.</summary>
    [Theory]
    [InlineData(15, 20, 2)]
    [InlineData(5015, null, 1)]
    [InlineData(-500, null, 1)]
    public void GoProgramLine_UncertainProcess_StaysUnnamed(int first, int? second, int expected)
    {
        var recordings = Samples.Of(Program(7) + Gc(1, 0.010, first) + (second is { } at ? Gc(1, 0.010, at) : ""));
        Assert.Equal(expected, recordings.Count);
        Assert.All(recordings, recording => Assert.Equal((null, null), (recording.Source.ProcessId, recording.Source.Command)));
    }

    [Fact]
    public void GoProgramLine_GoTool_HasItsCommandWithoutAProcessId()
    {
        var source = Assert.Single(Samples.Of(Program(0) + Gc(1, 0.010, 3015))).Source;
        Assert.Equal((null, null, "/app/serve --port 80"), (source.ProcessId, source.RuntimeVersion, source.Command));
    }

    [Theory]
    [InlineData("# unpause go program x 1 - a\n")]
    [InlineData("# unpause go program 1\n")]
    [InlineData("# unpause go program 99999999999 1 - a\n")]
    [InlineData("# unpause go program 1 99999999999999999999 - a\n")]
    [InlineData("# unpause go program 1 1 \n")]
    public void GoProgramLine_DamagedLine_NamesNoProcess(string line)
    {
        Assert.Null(GoProgramLine.Read(Encoding.UTF8.GetBytes(line.TrimEnd('\n'))));
        Assert.Null(Assert.Single(Samples.Of(line + Gc(1, 0.010, 15))).Source.Command);
    }

    [Fact]
    public void GoProgramLine_CommandWithLineEnds_AddsNoLines()
    {
        var written = new GoProgramLine(7, Started, null, "sh -c 'a\ngc 1 @0'\u001b[0m").ToBytes();
        Assert.Equal(1, written.Count(letter => letter == '\n'));
        var read = GoProgramLine.Read(written.AsSpan()[..^1])!;
        Assert.Equal((7, Started, null), (read.ProcessId, read.StartedUnixNanoseconds, read.Version));
        Assert.Equal("sh -c 'a?gc 1 @0'?[0m", read.Command);
    }

    [Fact]
    public void GoProgramLine_VariablesOfItsEnvironment_AreSettings()
    {
        var line = new GoProgramLine(7, Started, "go1.22.3", "/app/serve") { Settings = GoProgramLine.Choose(name => name switch
        {
            "GOGC" => "200",
            "GOMEMLIMIT" => "300MiB",
            _ => throw new InvalidOperationException(name),
        }) };
        var source = Assert.Single(Samples.Of(Encoding.UTF8.GetString(line.ToBytes()) + Gc(1, 0.010, 15))).Source;
        Assert.Equal(("200", "300MiB", "/app/serve"), (source.Settings["GOGC"], source.Settings["GOMEMLIMIT"], source.Command));
    }

    [Theory]
    [InlineData("GOGC=1 GOGC=2 /app", "1", "GOGC=2 /app")]
    [InlineData("GOGC= /app", null, "/app")]
    [InlineData("GOGC=\u001b[0m /app", null, "/app")]
    [InlineData("GOGC", null, "GOGC")]
    [InlineData("env GOGC=1 /app", null, "env GOGC=1 /app")]
    public void GoProgramLine_OddVariables_AreNoSettings(string rest, string? growth, string command)
    {
        var read = GoProgramLine.Read(Encoding.UTF8.GetBytes($"# unpause go program 7 {Started} - {rest}"))!;
        Assert.Equal((growth, command), (read.Settings.GetValueOrDefault("GOGC"), read.Command));
    }

    private static string Program(int id) =>
        Encoding.UTF8.GetString(new GoProgramLine(id, Started, id == 0 ? null : "go1.22.3", "/app/serve --port 80").ToBytes());

    /// <summary>A line that arrived so many milliseconds after the program's start.</summary>
    private static string Gc(int number, double at, int arrivedMs)
    {
        var (seconds, nanoseconds) = Math.DivRem(Started + (arrivedMs * 1_000_000L), 1_000_000_000);
        return FormattableString.Invariant($"{seconds}.{nanoseconds:D9} gc {number} @{at:0.000}s 2%: ")
            + "0.02+0.5+0.01 ms clock, 0.1+0/0.4/0+0.02 ms cpu, 4->4->1 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 4 P\n";
    }
}
