using System.Diagnostics;
using System.Globalization;
using Unpause.Recorder.Live;
using Unpause.Recordings;
using Unpause.Recordings.Readers;
using Unpause.Recordings.Readers.Python;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>The program <c>counts.py</c>, which waits for a line, and then prints what its own callbacks recorded.</summary>
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

    /// <summary>Results of its callbacks: start and end of CLOCK_MONOTONIC, generation, objects collected.</summary>
    public IReadOnlyList<(long Start, long End, int Generation, long Collected)> Seen { get; private set; } = [];

    /// <summary>The message at the start of the recording.</summary>
    public string Said { get; private set; } = "";

    /// <summary>Records it from before its start until it has printed its results.</summary>
    /// <param name="result">The recorder's result.</param>
    /// <param name="before">How much of the earlier time to include, with the agent.</param>
    /// <param name="ends">Why it ends: the program continues until that.</param>
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
