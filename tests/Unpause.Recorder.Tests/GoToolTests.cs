namespace Unpause.Recorder.Tests;

/// <summary>The real go tool under the recorder, with its own build cache: its output and its cache are as usual.</summary>
[Trait("Tier", "live")]
public sealed class GoToolTests : IDisposable
{
    private const string Code =
        """
        package main

        import (
            "encoding/json"
            "fmt"
            "net/http"
            "os"
        )

        var kept [][]byte

        func Allocate(times int) {
            for i := 0; i < times; i++ {
                kept = append(kept[:i%50], make([]byte, 1<<16))
            }
        }

        func main() {
            Allocate(2000)
            text, _ := json.Marshal(http.Header{})
            fmt.Println(string(text), len(os.Args), os.Getenv("GODEBUG"))
            fmt.Fprintln(os.Stderr, "to stderr")
            os.Exit(3)
        }
        """;

    private const string Tests =
        """
        package main

        import "testing"

        func TestAllocate(t *testing.T) { Allocate(2000) }

        func BenchmarkAllocate(b *testing.B) { Allocate(b.N) }
        """;

    private readonly Recorder _recorder = new();
    private readonly string _module;

    public GoToolTests()
    {
        _module = Path.Combine(_recorder.Scratch, "module");
        Directory.CreateDirectory(_module);
        File.WriteAllText(Path.Combine(_module, "go.mod"), "module x\ngo 1.19\n");
        File.WriteAllText(Path.Combine(_module, "main.go"), Code);
        File.WriteAllText(Path.Combine(_module, "main_test.go"), Tests);
        _recorder.Environment["GOCACHE"] = Path.Combine(_recorder.Scratch, "cache");
        _recorder.Environment["GOENV"] = "off";
        foreach (var name in new[] { "GOFLAGS", "GODEBUG", "GOOS", "GOARCH", "GO111MODULE" }) _recorder.Environment[name] = null;
    }

    public void Dispose() => _recorder.Dispose();

    [Theory]
    [InlineData("go build -o app .")]
    [InlineData("sh -c 'go build -o app .'")]
    public void GoBuild_BelowAShell_LeavesNoGcLinesInTheCache(string build)
    {
        var recorded = InModule(_recorder.ShellLine("sh", "-c", build));
        Assert.Equal((0, ""), (recorded.ExitCode, recorded.Text + recorded.ErrorText));
        Assert.Empty(_recorder.Report.Files);
        // Nothing has changed, so the compiler's output comes from the cache.
        var plain = InModule("go build -o again .");
        Assert.Equal((0, ""), (plain.ExitCode, plain.Text + plain.ErrorText));
    }

    [Fact]
    public void GoBuild_AsTheCommand_BuildsAsUsual()
    {
        var recorded = InModule(_recorder.ShellLine("go", "build", "-o", "app", "."));
        Assert.Equal((0, ""), (recorded.ExitCode, recorded.Text + recorded.ErrorText));
        Assert.Contains("build first, then", Assert.Single(_recorder.Report.NotRecorded), StringComparison.Ordinal);
        Assert.Equal("", InModule("go build -o again .").ErrorText);
    }

    [Fact]
    public void GoRun_Program_IsRecordedAlone()
    {
        var output = InModule(_recorder.ShellLine("go", "run", ".", "-exec", "b=c"));
        Assert.Equal("{} 3 gctrace=1\n", output.Text);
        Assert.Equal("to stderr\nexit status 3\n", output.ErrorText);
        Assert.Equal(1, output.ExitCode);
        // The program does not wait for its last gctrace line, so only that line may be cut by the program's end.
        Assert.All(_recorder.Report.NotRecorded, reported => Assert.Contains("the program's end", reported, StringComparison.Ordinal));
        var all = File.ReadAllLines(Assert.Single(_recorder.Report.Files));
        var command = Assert.Single(all, line => line[0] == '#');
        Assert.EndsWith(" - go run . -exec b=c", command, StringComparison.Ordinal);
        var lines = all.Where(line => line != command).ToList();
        // One process: its collections are numbered from 1 without gaps.
        Assert.Equal(Enumerable.Range(1, lines.Count).Select(number => $"{number}"), lines.Select(line => line.Split(' ')[2]));
        Assert.Equal("", InModule("go build -o again .").ErrorText);
    }

    [Fact]
    public void GoTest_Output_IsUnchangedWithAdvice()
    {
        var output = InModule(_recorder.ShellLine("go", "test", "-bench", ".", "-benchtime", "2000x"));
        Assert.Equal(0, output.ExitCode);
        Assert.Contains("BenchmarkAllocate", output.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("gc 1 @", output.Text + output.ErrorText, StringComparison.Ordinal);
        var advice = Assert.Single(_recorder.Report.NotRecorded);
        Assert.Contains("go test -c -o x.test && unpause run -- ./x.test -test.bench .", advice, StringComparison.Ordinal);
        Assert.Equal(0, InModule("go test -c -o x.test").ExitCode);
        Assert.Equal(0, InModule(_recorder.ShellLine("./x.test", "-test.bench", ".")).ExitCode);
        Assert.EndsWith("/go.gctrace", Assert.Single(_recorder.Report.Files), StringComparison.Ordinal);
    }

    [Fact]
    public void GoProgram_GctraceDisabledByTheUser_StaysSilent()
    {
        Assert.Equal(0, InModule("go build -o app .").ExitCode);
        _recorder.Environment["GODEBUG"] = "gctrace=0";
        Assert.Equal("{} 1 gctrace=0\n", InModule(_recorder.ShellLine("./app")).Text);
        Assert.Equal(["Go is not recorded: GODEBUG=gctrace=0 is set."], _recorder.Report.NotRecorded);
    }

    [Fact]
    public void OtherProgram_TextLikeGcLines_StaysInStderr()
    {
        const string Line = "gc 1 @0.003s 6%: 0.008+0.17+0.002 ms clock, 0.016+0.12/0/0+0.005 ms cpu, 3->3->3 MB, 4 MB goal, "
            + "0 MB stacks, 0 MB globals, 2 P";
        Assert.Equal(Line + "\n", _recorder.Run("sh", "-c", $"echo '{Line}' >&2").ErrorText);
        Assert.Empty(_recorder.Report.Files);
    }

    [Theory]
    [InlineData("cpython", "PYTHONPATH")]
    [InlineData("go", "")]
    public void Run_OnlyOneRuntime_SetsOnlyItsVariables(string chosen, string expected)
    {
        _recorder.Options.AddRange(["--only", chosen]);
        _recorder.Environment["PYTHONPATH"] = null;
        var script = "env | grep -oE '^(PYTHONPATH|JDK_JAVA_OPTIONS|DOTNET_EnableEventPipe|GODEBUG)=' | tr -d '=\\n'";
        Assert.Equal(expected, _recorder.Run("sh", "-c", script).Text);
    }

    private Output InModule(string line) => _recorder.RunAnything("sh", "-c", $"cd {Recorder.Quote(_module)} && {line}");
}
