using System.Text;
using Unpause.Recorder.Posix;
using Unpause.Recorder.Runtimes;

namespace Unpause.Recorder.Tests;

/// <summary>Which command gets GODEBUG=gctrace=1, and how; the executables are synthetic.</summary>
[Trait("Tier", "live")]
public sealed class GoSwitchTests : IDisposable
{
    private const string Note = "\x7F" + "ELF\x04\0\0\0Go\0\0";
    private readonly string _folder = Directory.CreateTempSubdirectory("unpause-test-go-").FullName;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Theory]
    [InlineData(null, "gctrace=1")]
    [InlineData("", "gctrace=1")]
    [InlineData("madvdontneed=1", "madvdontneed=1,gctrace=1")]
    [InlineData("gctrace=x", "gctrace=x,gctrace=1")]
    public void GoSwitch_OtherSettings_AreKept(string? before, string after)
    {
        var target = Target(File("app", Note), before, "app");
        var outcome = new GoSwitch().TurnOn(target);
        Assert.True(outcome is { NotRecorded: null, WritesLines: true, KeepsLines: false });
        Assert.Equal(after, target.Environment["GODEBUG"]);
    }

    [Theory]
    [InlineData("gctrace=0", "Go is not recorded: GODEBUG=gctrace=0 is set.")]
    [InlineData("gctrace=1,gctrace=0", "Go is not recorded: GODEBUG=gctrace=0 is set.")]
    [InlineData("gctrace=2,http2client=0,gctrace=", null)]
    public void GoSwitch_GctraceSetByTheUser_StaysInForce(string value, string? reported)
    {
        foreach (var (name, content) in new[] { ("app", Note), ("go", Note + "cmd/go/internal/work.(*Builder)") })
        {
            var target = Target(File(name, content), value, name, "run", ".");
            var outcome = new GoSwitch().TurnOn(target);
            Assert.Equal(reported, outcome.NotRecorded);
            Assert.Equal(reported is null, outcome is { WritesLines: true, KeepsLines: true });
            Assert.Equal(value, target.Environment["GODEBUG"]);
            Assert.Equal($"{name} run .", Text(target));
        }
    }

    [Fact]
    public void GoSwitch_NoRouteForStderr_IsNotRecorded()
    {
        var target = Target(File("app", Note), null, "app") with { StderrProblem = "stderr is closed" };
        Assert.Equal("Go is not recorded: stderr is closed.", new GoSwitch().TurnOn(target).NotRecorded);
        Assert.Null(target.Environment["GODEBUG"]);
        target = Target(File("make", ""), "gctrace=1", "make") with { FileSizeIsLimited = true };
        Assert.True(new GoSwitch().TurnOn(target) is { NotRecorded: not null, OnlyIfItRan: true, WritesLines: false });
    }

    [Theory]
    [InlineData("#!/bin/sh\n")]
    [InlineData("\x7F" + "ELF")]
    public void GoSwitch_OtherProgram_GetsNothing(string content)
    {
        var target = Target(File("make", content), null, "make");
        Assert.Same(SwitchOutcome.Nothing, new GoSwitch().TurnOn(target));
        Assert.Null(target.Environment["GODEBUG"]);
        // The user's own lines are recorded, whatever program writes them.
        Assert.True(new GoSwitch().TurnOn(Target(File("make", content), "gctrace=1", "make")) is { WritesLines: true, KeepsLines: true });
    }

    [Theory]
    [InlineData("build", true)]
    [InlineData("build -o x run", true)]
    [InlineData("vet", true)]
    [InlineData("", true)]
    [InlineData("test -bench .", false)]
    [InlineData("run -n .", false)]
    [InlineData("run -exec time .", false)]
    public void GoSwitch_GoTool_NeverGetsTheVariable(string arguments, bool onlyIfItRan)
    {
        var tool = File("go-1.99", Note, new string('x', 1_048_570), "cmd/go/internal/work.(*Builder)");
        var link = Path.Combine(_folder, "renamed");
        System.IO.File.CreateSymbolicLink(link, tool);
        var launcher = File("go1.22", Note, "golang.org/dl/internal/version.Run");
        var snap = Path.Combine(_folder, "go");
        System.IO.File.CreateSymbolicLink(snap, File("snap", Note));
        foreach (var file in new[] { tool, link, launcher, snap })
        {
            var target = Target(file, null, ["go", .. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
            var outcome = new GoSwitch().TurnOn(target);
            Assert.StartsWith("Go is not recorded: ", outcome.NotRecorded, StringComparison.Ordinal);
            Assert.Equal((false, onlyIfItRan), (outcome.WritesLines, outcome.OnlyIfItRan));
            Assert.Null(target.Environment["GODEBUG"]);
            Assert.Equal($"go {arguments}".Trim(), Text(target));
        }
    }

    [Theory]
    [InlineData("golang.org/x/tools/internal/gocommand.(*Runner)")]
    [InlineData("github.com/magefile/mage/mage.Invoke")]
    public void GoSwitch_ProgramThatStartsTheGoTool_IsNotRecorded(string function)
    {
        var target = Target(File("lint", Note, function), null, "lint", "run", ".");
        Assert.StartsWith(
            "Go is not recorded: the program starts the go tool", new GoSwitch().TurnOn(target).NotRecorded, StringComparison.Ordinal);
        Assert.Null(target.Environment["GODEBUG"]);
        Assert.Equal("lint run .", Text(target));
    }

    [Theory]
    [InlineData(". -exec x", "run WRAPPER . -exec x")]
    [InlineData("-race -tags a ./cmd/x -n", "run WRAPPER -race -tags a ./cmd/x -n")]
    [InlineData("-C dir -v . a=b", "run -C dir WRAPPER -v . a=b")]
    [InlineData("-C=dir a.go b.go -x", "run -C=dir WRAPPER a.go b.go -x")]
    [InlineData("", "run WRAPPER")]
    public void GoRun_CommandLine_WrapsTheProgramOnly(string arguments, string expected)
    {
        var target = GoRun("a b=1", $"run {arguments}");
        Assert.True(new GoSwitch().TurnOn(target) is { NotRecorded: null, WritesLines: true, KeepsLines: false });
        Assert.Equal("a b=1", target.Environment["GODEBUG"]);
        Assert.Matches(
            "^go " + expected.Replace(".", "\\.", StringComparison.Ordinal)
                .Replace("WRAPPER", "-exec=/\\S*/env 'GODEBUG=a b=1,gctrace=1'", StringComparison.Ordinal) + "$",
            Text(target));
    }

    [Fact]
    public void GoRun_FolderBeforeTheVerb_IsUnderstood()
    {
        var target = GoRun(null, "-C dir run .");
        Assert.True(new GoSwitch().TurnOn(target).WritesLines);
        Assert.Matches("^go -C dir run -exec=/\\S*/env GODEBUG=gctrace=1 [.]$", Text(target));
    }

    [Theory]
    [InlineData("-tags a --exec=x .", null, "already has an -exec flag")]
    [InlineData(".", "GOFLAGS=-mod=mod '-exec=x y'", "already has an -exec flag")]
    [InlineData("-x .", null, "prints its commands")]
    [InlineData(".", "GOFLAGS=-x", "prints its commands")]
    [InlineData(".", "GOOS=js", "another machine")]
    [InlineData(".", "GOARCH=wasm", "another machine")]
    [InlineData("b.go a=b.go", null, "contains a =")]
    [InlineData(".", "GOTMPDIR=/tmp/a=b", "contains a =")]
    [InlineData(".", "GODEBUG='\"", "quotes")]
    [InlineData(".", "PATH=/nowhere", "env(1)")]
    public void GoRun_WrapperImpossible_IsNotRecorded(string arguments, string? variable, string reported)
    {
        var target = GoRun(null, $"run {arguments}");
        if (variable?.Split('=', 2) is [var name, var value]) target.Environment.Set(name, value);
        var before = Text(target);
        var outcome = new GoSwitch().TurnOn(target);
        Assert.Contains(reported, outcome.NotRecorded, StringComparison.Ordinal);
        Assert.False(outcome.OnlyIfItRan || outcome.WritesLines);
        Assert.Equal(before, Text(target));
    }

    [Fact]
    public void GoRun_GoEnvFile_IsRead()
    {
        var settings = File("env", "GOFLAGS=-v\nGOFLAGS=-exec=mine\n");
        var target = GoRun(null, "run .");
        target.Environment.Set("GOENV", settings);
        Assert.Contains("already has an -exec flag", new GoSwitch().TurnOn(target).NotRecorded, StringComparison.Ordinal);
        target.Environment.Set("GOFLAGS", "-v");
        Assert.Null(new GoSwitch().TurnOn(target).NotRecorded);
    }

    private static string Text(SwitchTarget target) => string.Join(' ', target.Arguments.Select(word => Encoding.UTF8.GetString(word)));

    private SwitchTarget GoRun(string? debug, string arguments)
    {
        var tool = File("go", Note, "cmd/go/internal/work.(*Builder)");
        var target = Target(tool, debug, ["go", .. arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries)]);
        target.Environment.Set("PATH", "/usr/bin:/bin");
        target.Environment.Set("GOENV", "off");
        return target;
    }

    private SwitchTarget Target(string file, string? debug, params string[] arguments) => new(
        Encoding.UTF8.GetBytes(file),
        [.. arguments.Select(Encoding.UTF8.GetBytes)],
        new EnvironmentBlock(debug is null ? [] : [Bytes.FromLatin1($"GODEBUG={debug}")]),
        _folder,
        new RunOptions(arguments));

    private string File(string name, params string[] content)
    {
        var path = Path.Combine(_folder, name);
        System.IO.File.WriteAllBytes(path, Bytes.FromLatin1(string.Concat(content)));
        return path;
    }
}
