using System.Text.RegularExpressions;

namespace Unpause.Cli.Tests;

/// <summary>What <c>unpause run</c> writes where, beside a program that writes too.</summary>
public sealed class RunOutputTests : IDisposable
{
    private const string Verdict = " longest pause, ";

    private const string Talking =
        """
        import os
        kept = [[i, [str(i)]] for i in range(100_000)]
        for number in range(50):
            os.write(1, b"out %d\n" % number)
            os.write(2, b"err %d\n" % number)
        """;

    private static readonly string Outputs = Lines("out"), Errors = Lines("err");

    private readonly TemporaryFolder _folder = new();

    public RunOutputTests() => File.WriteAllText(_folder["talk.py"], Talking);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("", Verdict)]
    [InlineData("--format markdown", "## ")]
    public void Run_Report_GoesToStandardError(string options, string expected)
    {
        var result = Shell($"$U run {options} -- python3 talk.py");
        Assert.True(result.ExitCode == 0, result.ToString());
        Assert.Equal(Outputs, result.Output);
        Assert.StartsWith(Errors, result.Error, StringComparison.Ordinal);
        Assert.Contains(expected, result.Error, StringComparison.Ordinal);
        Assert.All(result.Error.Split('\n'), line => Assert.DoesNotContain('\u001b', line));
    }

    [Theory]
    [InlineData("", Verdict)]
    [InlineData("-q --format markdown", "## ")]
    public void Run_OutputDash_GoesToStandardOutput(string options, string expected)
    {
        var result = Shell($"$U run {options} -o - -- python3 talk.py");
        Assert.Equal((0, Errors), (result.ExitCode, result.Error));
        Assert.StartsWith(Outputs, result.Output, StringComparison.Ordinal);
        Assert.Contains(expected, result.Output, StringComparison.Ordinal);
        Assert.Equal(["talk.py"], Names());
    }

    /// <summary>Also where each stream has opened the file for itself.</summary>
    [Theory]
    [InlineData("> log 2>&1")]
    [InlineData(">> log 2>> log")]
    [InlineData("2>&1 | cat > log")]
    public void Run_StreamsOfOneFile_KeepTheirOrder(string redirection)
    {
        Shell($"$U run -- python3 talk.py {redirection}");
        var log = File.ReadAllText(_folder["log"]);
        Assert.StartsWith(
            string.Concat(Enumerable.Range(0, 50).Select(number => $"out {number}\nerr {number}\n")), log, StringComparison.Ordinal);
        Assert.Contains(Verdict, log, StringComparison.Ordinal);
        Assert.DoesNotContain("Go is not recorded", log, StringComparison.Ordinal);
    }

    [Fact]
    public void Run_NoOutput_WritesThePage()
    {
        var result = Shell("$U run -- python3 talk.py");
        Assert.Contains("wrote unpause-report.html", result.Error, StringComparison.Ordinal);
        Assert.Contains("unpause-report", File.ReadAllText(_folder["unpause-report.html"]), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("run -- no-such-command", 127)]
    [InlineData("run -- true", 0)]
    [InlineData("run -q -- python3 talk.py", 0)]
    [InlineData("run --format json -- python3 talk.py", 0)]
    public void Run_NothingRecorded_KeepsTheOldPage(string arguments, int expected)
    {
        File.WriteAllText(_folder["unpause-report.html"], "old");
        var result = Shell($"$U {arguments}");
        Assert.True(result.ExitCode == expected, result.ToString());
        Assert.Equal("old", File.ReadAllText(_folder["unpause-report.html"]));
        Assert.DoesNotContain("wrote", result.Error, StringComparison.Ordinal);
    }

    /// <summary>On a terminal of 60 columns behind standard error alone.</summary>
    [Fact]
    public void Run_TerminalOnStandardError_SetsTheWidth()
    {
        const string OnTerminal =
            """
            import fcntl, os, pty, struct, sys, termios
            child, terminal = pty.fork()
            if child == 0:
                fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 60, 0, 0))
                os.dup2(os.open("out", os.O_WRONLY | os.O_CREAT), 1)
                os.environ.pop("NO_COLOR", None)
                os.environ["TERM"] = "xterm-256color"
                os.execvp(sys.argv[1], sys.argv[1:])
            while True:
                try:
                    data = os.read(terminal, 65536)
                except OSError:
                    break
                os.write(1, data)
            """;
        File.WriteAllText(_folder["on-terminal.py"], OnTerminal);
        var shown = Shell("python3 on-terminal.py $U run -- python3 talk.py").Output;
        Assert.Equal(Outputs, File.ReadAllText(_folder["out"]));
        Assert.Contains("\u001b[", shown, StringComparison.Ordinal);
        var lines = Regex.Replace(shown, "\u001b\\[[0-9;]*m", "").Split('\n');
        var headline = lines.First(line => line.Contains("longest pause", StringComparison.Ordinal));
        Assert.InRange(headline.TrimEnd().Length, 45, 60);
    }

    private static string Lines(string word) => string.Concat(Enumerable.Range(0, 50).Select(number => $"{word} {number}\n"));

    private Cli.Result Shell(string script) =>
        Cli.Program(_folder.Path, "sh", "-c", script.Replace("$U", Cli.InShell, StringComparison.Ordinal));

    private IReadOnlyList<string> Names() => [.. Directory.EnumerateFileSystemEntries(_folder.Path).Select(path => Path.GetFileName(path))];
}
