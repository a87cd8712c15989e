using System.Diagnostics;
using System.Text;

namespace Unpause.Recorder.Tests;

[Trait("Tier", "live")]
public sealed class PassThroughTests : IDisposable
{
    private readonly Recorder _recorder = new();

    public void Dispose() => _recorder.Dispose();

    [Theory]
    [InlineData("exit 0", 0, null)]
    [InlineData("exit 7", 7, null)]
    [InlineData("exit 255", 255, null)]
    [InlineData("kill -9 $$", 137, 9)]
    [InlineData("kill -TERM $$", 143, 15)]
    [InlineData("kill -SEGV $$", 139, 11)]
    public void Run_ExitCode_IsTheProgramsOwn(string script, int code, int? signal)
    {
        var output = _recorder.Run("sh", "-c", script);
        Assert.Equal(code, output.ExitCode);
        Assert.Equal(code, _recorder.Report.ExitCode);
        Assert.Equal(signal, _recorder.Report.Signal);
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    [Fact]
    public void Run_MissingCommand_Returns127()
    {
        var output = _recorder.Run("no-such-command", "x");
        Assert.Equal(127, output.ExitCode);
        Assert.Equal(
            "unpause: there is no command no-such-command; a program in the current folder is ./no-such-command\n", output.ErrorText);
        Assert.Empty(output.Stdout);
        Assert.Equal(["result.json"], Directory.EnumerateFileSystemEntries(_recorder.Scratch).Select(Path.GetFileName));
    }

    [Fact]
    public void Run_FileNotExecutable_Returns126()
    {
        var output = _recorder.Run(Path.Combine(Recorder.ProgramFile("terminal.py")));
        Assert.Equal(126, output.ExitCode);
        Assert.Contains("can't be started: Permission denied", output.ErrorText, StringComparison.Ordinal);
    }

    [Fact]
    public void Run_ScriptWithoutInterpreterLine_RunsInSh()
    {
        var script = Path.Combine(_recorder.Scratch, "script");
        File.WriteAllText(script, "echo \"$0 $1\"\n");
        File.SetUnixFileMode(script, Files.RunFolder.ReadableByAll);
        Assert.Equal($"{script} a b\n", _recorder.Run(script, "a b").Text);
    }

    [Fact]
    public void Run_Arguments_AreUnchanged()
    {
        string[] arguments = ["", " ", "a b", "'\"$x*?", "\n\t", "-n", "é漢🎈", "--"];
        Assert.Equal(string.Join('|', arguments) + "|", _recorder.Run(["printf", "%s|", .. arguments]).Text);
    }

    [Fact]
    public void Run_NonUtf8ArgumentsAndVariables_KeepTheirBytes()
    {
        var line = _recorder.ShellLine("sh", "-c", "printf %s \"$1$ODD\"; printenv ODD") + " sh \"$(printf '\\377a\\303')\"";
        var output = _recorder.RunAnything("sh", "-c", "ODD=$(printf '\\200b') && export ODD && " + line);
        Assert.Equal([0xFF, (byte)'a', 0xC3, 0x80, (byte)'b', 0x80, (byte)'b', (byte)'\n'], output.Stdout);
    }

    [Fact]
    public void Run_OtherVariables_AreUnchanged()
    {
        _recorder.Environment["KEEP"] = "me";
        _recorder.Environment["HOME"] = null;
        var names = _recorder.Run("env").Text.Split('\n');
        Assert.Contains("KEEP=me", names);
        Assert.DoesNotContain(names, name => name.StartsWith("HOME=", StringComparison.Ordinal));
    }

    [Fact]
    public void Run_EmptyEnvironment_Works()
    {
        _recorder.Options.Add("--remove"); // without TMPDIR the folder is in /tmp
        var output = _recorder.RunAnything(["env", "-i", .. _recorder.CommandLine("/bin/echo", "hello")]);
        Assert.Equal("hello\n", output.Text);
        Assert.Equal("/bin/sh\n", _recorder.RunAnything(["env", "-i", .. _recorder.CommandLine("sh", "-c", "echo /bin/sh")]).Text);
        Assert.False(Directory.Exists(_recorder.Report.Folder));
    }

    [Fact]
    public void Run_MegabytesOfBytes_PassThroughAllStreams()
    {
        var input = new byte[6_000_000];
        new Random(1).NextBytes(input);
        var output = _recorder.RunWithInput(input, "sh", "-c", "tee /dev/stderr");
        Assert.True(input.AsSpan().SequenceEqual(output.Stdout));
        Assert.True(input.AsSpan().SequenceEqual(output.Stderr));
    }

    [Fact]
    public void Run_PromptWithoutLineEnd_ArrivesAtOnce()
    {
        using var process = _recorder.Start("sh", "-c", "printf 'go on? [y/g' >&2; read answer; exit $answer");
        var stopwatch = Stopwatch.StartNew();
        var prompt = ReadUntil(process.StandardError.BaseStream, "[y/g", stopwatch, out var first);
        Assert.Equal("go on? [y/g", prompt);
        // A filter that waits for the rest of a line would wait forever; the rest of the limit is for a busy machine.
        Assert.True(stopwatch.ElapsedMilliseconds - first < 5_000, $"{stopwatch.ElapsedMilliseconds - first} ms after the first byte");
        process.StandardInput.Write("5\n");
        process.StandardInput.Flush();
        process.WaitForExit();
        Assert.Equal(5, process.ExitCode);
    }

    [Fact]
    public void Run_Descriptors_AreTheCallersOnly()
    {
        var line = _recorder.ShellLine("sh", "-c", "ls /proc/self/fd | tr '\\n' ' '; cat <&7");
        var output = _recorder.RunAnything(
            "sh", "-c", $"exec 7<<X\nseven\nX\nls /proc/self/fd | tr '\\n' ' '; cat <&7; exec 7<<X\nseven\nX\n{line}");
        var lines = output.Text.Split('\n');
        Assert.Equal(lines[0], lines[1]);
    }

    [Theory]
    [InlineData("<&-")]
    [InlineData(">&-")]
    [InlineData("2>&-")]
    [InlineData("<&- >&- 2>&-")]
    public void Run_ClosedStream_StaysClosed(string redirection)
    {
        var list = Path.Combine(_recorder.Scratch, "list");
        var program = Recorder.Quote(
            $"import os\nfor fd in range(3):\n try: os.fstat(fd); print(fd, file=open('{list}', 'a'))\n except OSError: pass");
        var direct = _recorder.RunAnything("sh", "-c", $"python3 -c {program} {redirection}");
        var expected = File.Exists(list) ? File.ReadAllText(list) : "";
        File.Delete(list);
        var line = _recorder.ShellLine("python3", "-c", "CODE").Replace("'CODE'", program, StringComparison.Ordinal);
        Assert.Equal(direct.ExitCode, _recorder.RunAnything("sh", "-c", $"{line} {redirection}").ExitCode);
        Assert.Equal(expected, File.Exists(list) ? File.ReadAllText(list) : "");
        Assert.Empty(_recorder.Report.NotRecorded);
    }

    [Fact]
    public void Run_StderrClosedByItsReader_EndsTheProgramAsUsual()
    {
        var line = _recorder.ShellLine("sh", "-c", "while :; do echo x >&2 || exit 9; done");
        var output = _recorder.RunAnything("bash", "-c", $"{line} 2>&1 >/dev/null | head -c 2; echo ${{PIPESTATUS[0]}}");
        Assert.Equal("x\n141\n", output.Text);
        Assert.Equal(13, _recorder.Report.Signal);
    }

    [Fact]
    public void Run_OpenFilesLimit_IsTheCallers()
    {
        var line = _recorder.ShellLine("sh", "-c", "ulimit -Sn");
        Assert.Equal("100\n", _recorder.RunAnything("sh", "-c", $"ulimit -Sn 100; {line}; true").Text);
    }

    [Fact]
    public void Run_ChildProcessLeftBehind_KeepsItsStderr()
    {
        var stopwatch = Stopwatch.StartNew();
        using var process = _recorder.Start("sh", "-c", "(sleep 2; echo late >&2; echo $? >done) & echo now >&2");
        process.StandardInput.Close();
        Assert.True(process.WaitForExit(TimeSpan.FromSeconds(30)));
        Assert.True(_recorder.Report.DurationMs < 1_500);
        Assert.Contains("A child process still uses", Assert.Single(_recorder.Report.NotRecorded), StringComparison.Ordinal);
        Assert.Equal("now\nlate\n", process.StandardError.ReadToEnd()); // ends when cat ends
        Assert.Equal("0\n", File.ReadAllText(Path.Combine(_recorder.Scratch, "done")));
    }

    private static string ReadUntil(Stream stream, string end, Stopwatch stopwatch, out long firstByteAt)
    {
        var text = new StringBuilder();
        firstByteAt = -1;
        while (!text.ToString().EndsWith(end, StringComparison.Ordinal))
        {
            var next = stream.ReadByte();
            if (next < 0) break;
            if (firstByteAt < 0) firstByteAt = stopwatch.ElapsedMilliseconds;
            text.Append((char)next);
        }

        return text.ToString();
    }
}
