using System.Diagnostics;
using System.Text;

namespace Unpause.Recorder.Tests;

[Trait("Tier", "live")]
public sealed class TerminalTests(BuiltPrograms programs) : IClassFixture<BuiltPrograms>, IDisposable
{
    private readonly Recorder _recorder = new();

    public void Dispose() => _recorder.Dispose();

    [Fact]
    public void Terminal_OfAProgram_KeepsItsSize()
    {
        const string Question =
            "import os, sys\nprint([os.isatty(fd) for fd in range(3)], os.get_terminal_size(2))\nprint(os.ttyname(0) == os.ttyname(1))";
        var shown = RunOnTerminal("", "python3", "-c", Question);
        Assert.Equal("[True, True, True] os.terminal_size(columns=77, lines=33)\r\nTrue\r\n", shown.Text);
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    [Fact]
    public void Terminal_OfAGoProgram_StaysATerminalAndIsRecorded()
    {
        var shown = RunOnTerminal("", programs.Go);
        Assert.Equal(int.Parse(shown.Text), File.ReadAllLines(Assert.Single(_recorder.Report.Files)).Count(line => line[0] != '#'));
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    [Theory]
    [InlineData("True 77 33", "")]
    [InlineData("True 99 44", "\0")]
    public void Terminal_OfAGoProgram_HasTheRealSize(string expected, string typed)
    {
        var python = "import os, sys, time; print('ready', flush=True); end = time.time() + 20\n"
            + $"while os.get_terminal_size(2).columns != {expected.Split(' ')[1]} and time.time() < end: time.sleep(0.01)\n"
            + "print(os.isatty(2), *os.get_terminal_size(2), flush=True); os.write(2, b'a\\nb\\x1b[1m\\tc')";
        var shown = RunOnTerminal(typed, programs.Go, "exec", "python3", "-c", python);
        Assert.EndsWith($"{expected}\r\na\r\nb\x1b[1m\tc", shown.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Terminal_Pager_GetsItsKeys()
    {
        var shown = RunOnTerminal("q", "sh", "-c", "echo ready; exec less -K /etc/services");
        Assert.Equal(0, shown.ExitCode);
    }

    [Theory]
    [InlineData(">out", "[True, False, True]")]
    [InlineData("2>err", "[True, True, False]")]
    [InlineData("</dev/null", "[False, True, True]")]
    [InlineData(">out 2>err", "[True, False, False]")]
    public void Terminal_RedirectedStream_OnlyThatOneIsNoTerminal(string redirection, string expected)
    {
        const string Question = "import os; open('answer', 'w').write(str([os.isatty(fd) for fd in range(3)]))";
        OnTerminal("", ["sh", "-c", $"{_recorder.ShellLine("python3", "-c", Question)} {redirection}"]);
        Assert.Equal(expected, File.ReadAllText(Path.Combine(_recorder.Scratch, "answer")));
    }

    [Fact]
    public void CtrlC_ProgramCatchesIt_ReachesItOnceAndIsReported()
    {
        const string Counting = """
            import signal, time
            got = []
            signal.signal(signal.SIGINT, lambda *_: got.append(1))
            print("ready", flush=True)
            end = time.time() + 20
            while not got and time.time() < end: time.sleep(0.01)
            time.sleep(0.5)
            print("interrupts:", len(got), flush=True)
            """;
        var shown = RunOnTerminal("\x03", "python3", "-c", Counting);
        Assert.EndsWith("interrupts: 1\r\n", shown.Text, StringComparison.Ordinal);
        Assert.Equal(0, _recorder.Report.ExitCode);
    }

    [Fact]
    public void CtrlC_ProgramDoesNotCatchIt_EndsIt()
    {
        var shown = RunOnTerminal("\x03", "sh", "-c", "echo ready; exec sleep 30");
        Assert.Equal(130, shown.ExitCode);
        Assert.Equal(2, _recorder.Report.Signal);
    }

    [Fact]
    public void Terminal_SettingsOfTheProgram_Stay()
    {
        var line = _recorder.ShellLine("stty", "-echo", "-icanon");
        var shown = OnTerminal("", ["sh", "-c", $"{line}; stty -a | grep -oE -- '-?(echo|icanon)\\b'"]);
        Assert.Equal("-icanon\r\n-echo\r\n", shown.Text);
    }

    [Fact]
    public void Terminal_TypedText_ReachesTheProgram()
    {
        var shown = RunOnTerminal("hello\n", "sh", "-c", "echo ready; read line; echo \"got $line\" >&2");
        Assert.EndsWith("got hello\r\n", shown.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Terminal_InteractiveShell_HasJobControl()
    {
        var shown = OnTerminal(
            "",
            ["sh", "-c", "printf 'sleep 5 &\\njobs\\nkill %%1\\nexit 6\\n' "
                + $">script; {_recorder.ShellLine("bash", "--norc", "-i", "-c", "set -m; . ./script")}"]);
        Assert.Contains("Running", shown.Text, StringComparison.Ordinal);
        Assert.DoesNotContain("no job control", shown.Text, StringComparison.Ordinal);
        Assert.Equal(6, shown.ExitCode);
    }

    /// <summary>The terminal's signal for a background read stops the program and unpause, and only once.</summary>
    [Fact]
    public void Terminal_BackgroundRead_WaitsForTheForeground()
    {
        var line = _recorder.ShellLine("sh", "-c", "read line; echo \"got $line\"; read line; echo \"then $line\"");
        File.WriteAllText(
            Path.Combine(_recorder.Scratch, "script"),
            $"set -m\n{line} &\nfor i in $(seq 200); do jobs | grep -q Stopped && break; sleep 0.1; done\n"
            + "jobs | grep -o Stopped\necho ready\nfg %1 >/dev/null\necho code $?\n");
        var shown = OnTerminal("hello\nworld\n", ["bash", "--norc", "script"]);
        Assert.StartsWith("Stopped", shown.Text, StringComparison.Ordinal);
        Assert.Contains("got hello\r\n", shown.Text, StringComparison.Ordinal);
        Assert.EndsWith("then world\r\ncode 0\r\n", shown.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Terminal_RecorderKilled_GoProgramContinues()
    {
        const string Python = "import os, sys, time; print('ready', flush=True); sys.stdin.readline(); os.write(2, b'after\\n'); "
            + "open('done', 'w').close()";
        var line = _recorder.ShellLine(programs.Go, "exec", "python3", "-c", Python);
        var script = $"{line} <typed & echo $! >id; for i in $(seq 100); do [ -e done ] && break; sleep 0.1; done; sleep 0.3";
        Assert.True(Ended(Process.Start("mkfifo", Path.Combine(_recorder.Scratch, "typed"))));
        using var process = _recorder.StartAnything(["python3", Recorder.ProgramFile("terminal.py"), "sh", "-c", script]);
        using (var typed = new StreamWriter(Path.Combine(_recorder.Scratch, "typed")))
        {
            Assert.Equal("ready", process.StandardOutput.ReadLine());
            Thread.Sleep(500); // what waits for our end is started after the program
            Assert.True(Ended(Process.Start("kill", ["-KILL", File.ReadAllText(Path.Combine(_recorder.Scratch, "id")).Trim()])));
            typed.WriteLine("go");
        }

        Assert.Contains("after", process.StandardOutput.ReadToEnd(), StringComparison.Ordinal);
        Assert.True(Ended(process));
    }

    private static bool Ended(Process process) => process.WaitForExit(TimeSpan.FromSeconds(60));

    private Output RunOnTerminal(string typed, params string[] command) => OnTerminal(typed, _recorder.CommandLine(command));

    /// <summary>Runs on a terminal; types when the program has printed `ready`.</summary>
    private Output OnTerminal(string typed, List<string> commandLine)
    {
        using var process = _recorder.StartAnything(["python3", Recorder.ProgramFile("terminal.py"), .. commandLine]);
        var shown = new StringBuilder();
        if (typed.Length > 0)
        {
            for (string? line; (line = process.StandardOutput.ReadLine()) is not null
                && !line.StartsWith("ready", StringComparison.Ordinal);)
                shown.AppendLine(line);
            process.StandardInput.Write(typed);
            process.StandardInput.Flush();
        }

        var rest = process.StandardOutput.ReadToEndAsync();
        var errors = process.StandardError.ReadToEndAsync();
        if (!process.WaitForExit(TimeSpan.FromSeconds(60))) process.Kill(entireProcessTree: true);
        Assert.Equal("", errors.Result);
        return new Output(process.ExitCode, Encoding.UTF8.GetBytes(shown.Append(rest.Result).ToString()), []);
    }
}
