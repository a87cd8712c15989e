using System.Diagnostics;

namespace Unpause.Recorder.Tests;

[Trait("Tier", "live")]
public sealed class SignalTests : IDisposable
{
    private const string Counting = """
        import os, signal, sys, time
        got = []
        signal.signal(int(sys.argv[1]), lambda *_: got.append(1))
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
    [InlineData(15)] // TERM
    [InlineData(2)] // INT
    [InlineData(1)] // HUP
    [InlineData(3)] // QUIT
    [InlineData(10)] // USR1
    [InlineData(12)] // USR2
    [InlineData(14)] // ALRM
    [InlineData(21)] // TTIN
    [InlineData(22)] // TTOU
    [InlineData(35)] // RTMIN+1
    [InlineData(64)] // RTMAX
    public void Signal_ToUnpause_ReachesTheProgramOnceAndIsReported(int number)
    {
        // nohup and a shell's background job ignore some of them, and unpause leaves ignored what it finds ignored.
        using var process = _recorder.StartAnything(
            ["env", "--default-signal", .. _recorder.CommandLine("python3", "-c", Counting, $"{number}")]);
        Assert.Equal("ready", process.StandardOutput.ReadLine());
        Send($"{number}", process.Id);
        var output = Recorder.Finish(process, []);
        Assert.Equal(41, output.ExitCode);
        Assert.Equal(41, _recorder.Report.ExitCode);
        Assert.Single(_recorder.Report.Files);
    }

    [Fact]
    public void Signal_EndsTheProgram_IsReported()
    {
        using var process = _recorder.Start("sh", "-c", "echo ready; exec sleep 30");
        Assert.Equal("ready", process.StandardOutput.ReadLine());
        Send("TERM", process.Id);
        Assert.Equal(143, Recorder.Finish(process, []).ExitCode);
        Assert.Equal(15, _recorder.Report.Signal);
    }

    /// <summary>Each is forwarded, by its number.</summary>
    [Fact]
    public void Signal_ManyRealTimeSignals_AllReachTheProgram()
    {
        const string CountingAll = """
            import signal, sys, time
            got, told = [], 0
            signal.signal(40, lambda *_: got.append(1))
            signal.signal(41, lambda *_: got.append(100))
            print("ready", flush=True)
            end = time.time() + 20
            while told < 105 and time.time() < end:
                time.sleep(0.01)
                if sum(got) > told: told = sum(got); print(told, flush=True)
            sys.exit(told)
            """;
        using var process = _recorder.Start("python3", "-c", CountingAll);
        Assert.Equal("ready", process.StandardOutput.ReadLine());
        for (var i = 0; i < 5; i++)
        {
            Send("40", process.Id);
            // Python merges two pending signals of the same number.
            Assert.Equal($"{i + 1}", process.StandardOutput.ReadLine());
        }

        Send("41", process.Id);
        Assert.Equal(105, Recorder.Finish(process, []).ExitCode);
    }

    /// <summary>Without another reader of its stderr, its next write would fail, or kill it.</summary>
    [Theory]
    [InlineData(1)] // HUP
    [InlineData(300_000)]
    public void Run_RecorderKilled_ProgramContinues(int bytes)
    {
        const string Writing = """
            import os, sys
            os.write(2, b"before\n")
            print("ready", flush=True)
            sys.stdin.readline()
            os.write(2, b"x" * int(sys.argv[1]) + b"\n")
            os.write(2, b"after\n")
            """;
        using var process = _recorder.Start("python3", "-c", Writing, $"{bytes}");
        Assert.Equal("ready", process.StandardOutput.ReadLine());
        Thread.Sleep(500); // what waits for our end is started after the program
        Send("KILL", process.Id);
        process.WaitForExit();
        process.StandardInput.WriteLine("go");
        process.StandardInput.Flush();
        Assert.Equal($"before\n{new string('x', bytes)}\nafter\n", process.StandardError.ReadToEnd());
    }

    /// <summary>Ctrl-C ends the program at once, and the signal may reach unpause after that.</summary>
    [Fact]
    public void Signal_AtTheProgramsEnd_LosesNoReport()
    {
        for (var i = 0; i < 20; i++)
        {
            File.Delete(_recorder.ResultFile);
            // The delay varies by some tenths of a millisecond around the program's end.
            var output = _recorder.Run("sh", "-c", $"(i=0; while [ $i -lt {i * 150} ]; do i=$((i+1)); done; kill -INT $PPID) & exit 3");
            Assert.Contains(output.ExitCode, new[] { 3, 130 });
            Assert.Equal(output.ExitCode, _recorder.Report.ExitCode);
        }
    }

    [Fact]
    public void Run_Nohup_StaysIgnored()
    {
        var line = _recorder.ShellLine("sh", "-c", "echo $PPID; read x; echo alive");
        using var process = _recorder.StartAnything(["sh", "-c", $"trap '' HUP; {line}; true"]);
        var recorder = int.Parse(process.StandardOutput.ReadLine()!);
        Send("HUP", recorder);
        Assert.Equal("alive\n", Recorder.Finish(process, "go\n"u8.ToArray()).Text);
    }

    [Fact]
    public void Run_SignalState_IsThatOfADirectStart()
    {
        const string Caller = "trap '' HUP INT QUIT; exec env --default-signal=PIPE"; // a .NET parent passes SIGPIPE on ignored
        const string Script = "grep -E 'Sig(Blk|Ign)' /proc/self/status";
        // The C library's two reserved signals (32, 33) are ignored in every program started by posix_spawn.
        static string Mask(string status) => string.Join('\n', status.Split('\n', StringSplitOptions.RemoveEmptyEntries)
            .Select(line => $"{Convert.ToUInt64(line[7..].Trim(), 16) & ~(3UL << 31):x}"));
        var direct = _recorder.RunAnything("sh", "-c", $"{Caller} sh -c {Recorder.Quote(Script)}");
        var ours = _recorder.RunAnything("sh", "-c", $"{Caller} {_recorder.ShellLine("sh", "-c", Script)}");
        Assert.Equal(2, direct.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
        Assert.Equal(Mask(direct.Text), Mask(ours.Text));
    }

    private static void Send(string name, int process) => Process.Start("kill", ["-" + name, process.ToString()]).WaitForExit();
}
