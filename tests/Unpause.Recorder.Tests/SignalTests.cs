using System.Diagnostics;

namespace Unpause.Recorder.Tests;

public sealed class SignalTests : IDisposable
{
    private const string Counting = """
        import os, signal, sys, time
        got = []
        name = getattr(signal, sys.argv[1])
        signal.signal(name, lambda *_: got.append(1))
        sys.stdout.write("ready\n"); sys.stdout.flush()
        end = time.time() + 20
        while not got and time.time() < end: time.sleep(0.01)
        time.sleep(0.3)
        sys.stdout.write("%d\n" % len(got)); sys.stdout.flush()
        sys.exit(40 + len(got))
        """;

    private readonly Recorder _recorder = new();

    public void Dispose() => _recorder.Dispose();

    [Theory]
    [InlineData("TERM")]
    [InlineData("INT")]
    [InlineData("HUP")]
    [InlineData("QUIT")]
    [InlineData("USR1")]
    [InlineData("USR2")]
    public void ASignalToUsReachesTheProgramOnceAndWeReport(string name)
    {
        using var process = _recorder.Start("python3", "-c", Counting, "SIG" + name);
        Assert.Equal("ready", process.StandardOutput.ReadLine());
        Send(name, process.Id);
        var output = Recorder.Finish(process, []);
        Assert.Equal(41, output.ExitCode);
        Assert.Equal(41, _recorder.Report.ExitCode);
        Assert.Single(_recorder.Report.Files);
    }

    [Fact]
    public void ASignalThatEndsTheProgramIsReported()
    {
        using var process = _recorder.Start("sh", "-c", "echo ready; exec sleep 30");
        Assert.Equal("ready", process.StandardOutput.ReadLine());
        Send("TERM", process.Id);
        Assert.Equal(143, Recorder.Finish(process, []).ExitCode);
        Assert.Equal(15, _recorder.Report.Signal);
    }

    /// <summary>Ctrl-C ends the program at once, and what it is for us may be delivered after that.</summary>
    [Fact]
    public void ASignalInTheMomentOfTheProgramsEndLosesNoReport()
    {
        for (var i = 0; i < 20; i++)
        {
            File.Delete(_recorder.ResultFile);
            // The delay differs by some tenths of a millisecond from the program's end.
            var output = _recorder.Run("sh", "-c", $"(i=0; while [ $i -lt {i * 150} ]; do i=$((i+1)); done; kill -INT $PPID) & exit 3");
            Assert.Contains(output.ExitCode, new[] { 3, 130 });
            Assert.Equal(output.ExitCode, _recorder.Report.ExitCode);
        }
    }

    [Fact]
    public void NohupHolds()
    {
        var line = _recorder.ShellLine("sh", "-c", "echo $PPID; read x; echo alive");
        using var process = _recorder.StartAnything(["sh", "-c", $"trap '' HUP; {line}; true"]);
        var recorder = int.Parse(process.StandardOutput.ReadLine()!);
        Send("HUP", recorder);
        Assert.Equal("alive\n", Recorder.Finish(process, "go\n"u8.ToArray()).Text);
    }

    [Fact]
    public void TheProgramStartsWithTheSignalStateOfADirectStart()
    {
        const string Caller = "trap '' HUP INT QUIT; exec env --default-signal=PIPE"; // a .NET parent passes SIGPIPE on ignored
        const string Script = "grep -E 'Sig(Blk|Ign)' /proc/self/status";
        // The C library's own two signals (32, 33) are ignored in whatever posix_spawn starts.
        static string Mask(string status) => string.Join('\n', status.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => $"{Convert.ToUInt64(line[7..].Trim(), 16) & ~(3UL << 31):x}"));
        var direct = _recorder.RunAnything("sh", "-c", $"{Caller} sh -c {Recorder.Quote(Script)}");
        var ours = _recorder.RunAnything("sh", "-c", $"{Caller} {_recorder.ShellLine("sh", "-c", Script)}");
        Assert.Equal(2, direct.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Equal(Mask(direct.Text), Mask(ours.Text));
    }

    private static void Send(string name, int process) => Process.Start("kill", ["-" + name, process.ToString()]).WaitForExit();
}
