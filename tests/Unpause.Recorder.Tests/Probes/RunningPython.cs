using System.Diagnostics;
using System.Globalization;
using Unpause.Readers;
using Unpause.Readers.Python;
using Unpause.Recorder.Live;
using Unpause.Recordings;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>The program <c>counts.py</c>, which waits for a line, and then says what its own callbacks saw.</summary>
internal sealed class RunningPython : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private readonly Process _process;

    public RunningPython(
        string[] command, int rounds = 300, IReadOnlyDictionary<string, string>? environment = null, params string[] further)
    {
        string[] words = [.. command, Recorder.ProgramFile("counts.py"), rounds.ToString(CultureInfo.InvariantCulture), .. further];
        var start = new ProcessStartInfo(words[0], words[1..])
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach (var (name, value) in environment ?? new Dictionary<string, string>()) start.Environment[name] = value;
        _process = Process.Start(start)!;
        Assert.Equal("ready", Answer());
    }

    public int Id => _process.Id;

    /// <summary>What its callbacks saw: start and end of CLOCK_MONOTONIC, generation, objects collected.</summary>
    public IReadOnlyList<(long Start, long End, int Generation, long Collected)> Seen { get; private set; } = [];

    /// <summary>What was said when recording began.</summary>
    public string Said { get; private set; } = "";

    /// <summary>Records it from before it begins until it has said what it saw.</summary>
    /// <param name="result">What the recorder left.</param>
    /// <param name="before">How much of the time before, where the agent has it.</param>
    /// <param name="ends">Why it ends: it goes on then until that.</param>
    public Recording Record(out LiveResult result, TimeSpan before = default, LiveEnd ends = LiveEnd.Asked)
    {
        using var stop = new CancellationTokenSource();
        var answer = Task.CompletedTask;
        var options = new LiveOptions(Id, TimeSpan.FromMinutes(1))
        {
            Before = before,
            Started = said =>
            {
                Said = said;
                answer = Task.Run(Go);
            },
        };
        result = LiveRecorder.Record(options, stop.Token);
        Assert.True(answer.Wait(Patience), "it does not say what it saw");
        Assert.Equal(ends, result.End);
        using var opened = Assert.Single(result.Inputs).Open();
        return Assert.Single(new AgentReader().Read(opened, new ReadContext([], 0)));

        void Go()
        {
            Continue();
            Seen = [.. Answer().Split(';').Select(row => row.Split(',').Select(long.Parse).ToArray())
                .Select(row => (row[0], row[1], (int)row[2], row[3]))];
            if (ends == LiveEnd.Asked) stop.Cancel();
            else Continue();
        }
    }

    public void Continue() => _process.StandardInput.WriteLine();

    public string Answer()
    {
        var line = _process.StandardOutput.ReadLineAsync();
        return line.Wait(Patience) ? line.Result ?? "" : throw new TimeoutException("the program does not answer");
    }

    public void Dispose()
    {
        _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
    }
}
