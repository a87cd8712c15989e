using System.Text.RegularExpressions;

namespace Unpause.Recorder.Tests;

/// <summary>Each runtime is recorded, with real programs that are built once.</summary>
[Trait("Tier", "live")]
public sealed partial class RuntimeTests(BuiltPrograms programs) : IClassFixture<BuiltPrograms>, IDisposable
{
    private readonly Recorder _recorder = new();

    public void Dispose() => _recorder.Dispose();

    [Fact]
    public void Python_UsersPythonPath_IsKeptNextToTheAgent()
    {
        Directory.CreateDirectory(Path.Combine(_recorder.Scratch, "mine"));
        File.WriteAllText(Path.Combine(_recorder.Scratch, "mine", "mymodule.py"), "answer = 42\n");
        _recorder.Environment["PYTHONPATH"] = Path.Combine(_recorder.Scratch, "mine");
        Assert.Equal("42\n", _recorder.Run("python3", "-c", "import mymodule; print(mymodule.answer)").Text);
        Assert.Matches(@"/python-\d+\.test$", Assert.Single(_recorder.Report.Files));
    }

    [Fact]
    public void DotNet_Run_WritesATrace()
    {
        var output = _recorder.Run(Recorder.Dotnet, programs.DotNet);
        Assert.Equal("", output.ErrorText);
        var trace = Assert.Single(_recorder.Report.Files);
        Assert.Matches(@"/dotnet-\d+\.nettrace$", trace);
        Assert.Equal("Nettrace"u8, File.ReadAllBytes(trace).AsSpan(0, 8));
    }

    [Fact]
    public void DotNet_Sigkill_KeepsTheTrace()
    {
        Assert.Equal(137, _recorder.Run(Recorder.Dotnet, programs.DotNet, "kill").ExitCode);
        // A machine with a large CPU cache collects four times: 7 KB.
        Assert.True(new FileInfo(Assert.Single(_recorder.Report.Files)).Length > 5_000);
    }

    [Fact]
    public void DotNet_SessionOfTheUser_IsKeptAndRead()
    {
        _recorder.Environment["DOTNET_EnableEventPipe"] = "1";
        _recorder.Environment["DOTNET_EventPipeConfig"] = "System.Runtime:1:1";
        _recorder.Environment["DOTNET_EventPipeOutputPath"] = Path.Combine(_recorder.Scratch, "mine-{pid}.nettrace");
        var script = $"{Recorder.Quote(Recorder.Dotnet)} {Recorder.Quote(programs.DotNet)}; env | grep EventPipeConfig";
        Assert.Contains(
            "System.Runtime:1:1,Microsoft-Windows-DotNETRuntime:0x14001:4,",
            _recorder.Run("sh", "-c", script).Text,
            StringComparison.Ordinal);
        Assert.Contains(_recorder.Report.Files, file => MyTrace().IsMatch(file) && new FileInfo(file).Length > 10_000);
    }

    [Theory]
    [MemberData(nameof(BuiltPrograms.Javas), MemberType = typeof(BuiltPrograms))]
    public void Jvm_Run_WritesALogAndNoNote(string java)
    {
        var output = _recorder.Run(java, "-Xmx64m", Recorder.ProgramFile("Allocate.java"));
        Assert.Equal("allocated\n", output.Text);
        Assert.Equal("", output.ErrorText);
        var log = File.ReadAllText(Assert.Single(_recorder.Report.Files));
        Assert.Contains("Pause Young", log, StringComparison.Ordinal);
        // Phases cost 80 lines inside the pause, so they are logged only on request.
        Assert.DoesNotContain("Object Copy (ms)", log, StringComparison.Ordinal);
        Assert.Contains("][safepoint", log.Replace(" ", "", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(BuiltPrograms.Javas), MemberType = typeof(BuiltPrograms))]
    public void Jvm_UsersOptionsAndSpecialFolderName_AreKept(string java)
    {
        var folder = Path.Combine(_recorder.Scratch, "a b:c");
        _recorder.Options.AddRange(["--folder", folder]);
        _recorder.Environment["JDK_JAVA_OPTIONS"] = "-Xmx64m";
        var output = _recorder.Run(java, Recorder.ProgramFile("Allocate.java"));
        Assert.Equal("NOTE: Picked up JDK_JAVA_OPTIONS: -Xmx64m\n", output.ErrorText);
        Assert.StartsWith(folder + "/jvm-", Assert.Single(_recorder.Report.Files), StringComparison.Ordinal);
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    [Fact]
    public void Jvm_Sigkill_KeepsTheLog()
    {
        Assert.Equal(137, _recorder.Run("java", "-Xmx64m", Recorder.ProgramFile("Allocate.java"), "kill").ExitCode);
        Assert.Contains("Pause Young", File.ReadAllText(Assert.Single(_recorder.Report.Files)), StringComparison.Ordinal);
    }

    [Fact]
    public void Go_GctraceLines_GoToTheFileAndNotToStderr()
    {
        var output = _recorder.Run(programs.Go);
        Assert.Equal("", output.ErrorText);
        Assert.Equal(int.Parse(output.Text), StampedLines().Length);
    }

    [Fact]
    public void Go_BusyLogger_GctraceLinesAreSeparated()
    {
        var output = _recorder.Run(programs.Go, "5000");
        Assert.Equal(string.Concat(Enumerable.Range(0, 5000).Select(i => $"2009/11/10 23:00:00 line {i}\n")), output.ErrorText);
        Assert.Equal(int.Parse(output.Text), StampedLines().Length);
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    /// <summary>Lines of two streams in the same file stay in order, so none is removed.</summary>
    [Fact]
    public void Go_StdoutAndStderrInOneFile_IsNotRecorded()
    {
        var output = _recorder.RunAnything("sh", "-c", $"{_recorder.ShellLine(programs.Go, "10")} > log 2>&1");
        Assert.Equal(0, output.ExitCode);
        Assert.Equal(11, File.ReadAllLines(Path.Combine(_recorder.Scratch, "log")).Length);
        Assert.Equal(
            ["Go is not recorded: stdout and stderr are the same file, and the order of their lines would change; redirect stderr to its "
                + "own file (2>FILE)."],
            _recorder.Report.NotRecorded);
        Assert.Equal(0, _recorder.RunAnything("sh", "-c", $"{_recorder.ShellLine("sh", "-c", programs.Go)} > log 2>&1").ExitCode);
        Assert.Empty(_recorder.Report.NotRecorded);
        Assert.Equal(0, _recorder.RunAnything("sh", "-c", $"{_recorder.ShellLine(programs.Go)} > /dev/null 2>&1").ExitCode);
        Assert.Single(_recorder.Report.Files);
    }

    [Fact]
    public void Go_GctraceEnabledByTheUser_LinesStay()
    {
        _recorder.Environment["GODEBUG"] = "gctrace=1";
        var output = _recorder.Run(programs.Go);
        Assert.Equal(int.Parse(output.Text), output.ErrorText.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Equal(output.ErrorText, string.Concat(StampedLines().Select(line => line[(line.IndexOf(' ') + 1)..] + "\n")));
    }

    [Fact]
    public void ShellScript_SeveralRuntimes_LeavesOneFileEachExceptGo()
    {
        var script = $"python3 -c pass; {programs.Go} >/dev/null; java -Xmx64m {Recorder.ProgramFile("Allocate.java")};"
            + $" {Recorder.Dotnet} {programs.DotNet} >/dev/null & wait";
        var output = _recorder.Run("sh", "-c", script);
        Assert.Equal("", output.ErrorText);
        Assert.Equal(
            ["dotnet", "jvm", "python"], _recorder.Report.Files.Select(file => Path.GetFileName(file).Split('-')[0]));
    }

    private string[] StampedLines()
    {
        var all = File.ReadAllLines(_recorder.Report.Files.Single(file => file.EndsWith("/go.gctrace", StringComparison.Ordinal)));
        Assert.Single(all, line => line.StartsWith("# unpause go program ", StringComparison.Ordinal));
        var lines = all.Where(line => line[0] != '#').ToArray();
        Assert.All(lines, line => Assert.Matches(Stamped(), line));
        Assert.All(
            lines,
            line => Assert.True(Math.Abs(double.Parse(line.Split(' ')[0]) - DateTimeOffset.UtcNow.ToUnixTimeSeconds()) < 600));
        return lines;
    }

    [GeneratedRegex(@"^\d{10,}\.\d{9} gc \d+ @\S+ \d+%: .* P( \(forced\))?$", RegexOptions.None, 1000)]
    private static partial Regex Stamped();

    [GeneratedRegex(@"/mine-\d+\.nettrace$", RegexOptions.None, 1000)]
    private static partial Regex MyTrace();
}
