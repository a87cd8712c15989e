using System.Diagnostics;
using System.Globalization;
using Unpause.Recorder.Live;

namespace Unpause.Recorder.Tests.Probes;

/// <summary>The program <c>kinds</c>, which waits for a line before it starts.</summary>
internal sealed class RunningGo : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private readonly Process _process;

    public RunningGo(string file, int collections)
        : this(file, collections.ToString(CultureInfo.InvariantCulture))
    {
    }

    public RunningGo(string command, params string[] arguments)
    {
        var start = new ProcessStartInfo(command, arguments)
        {
            UseShellExecute = false,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        start.Environment["GODEBUG"] = "";
        _process = Process.Start(start)!;
        Assert.Equal("ready", Answer());
    }

    /// <summary>The program is the command's child.</summary>
    public bool IsBelow { get; init; }

    /// <summary>Its own count of collections during the recording.</summary>
    public long Collections { get; private set; }

    /// <summary>Its own count of GC pauses; -1 if its runtime does not count them.</summary>
    public long OfCollector { get; private set; }

    /// <summary>Its own count of other stop-the-world pauses; -1 if its runtime does not count them.</summary>
    public long Others { get; private set; }

    /// <summary>All numbers that it prints.</summary>
    public IReadOnlyList<long> Said { get; private set; } = [];

    /// <summary>Its process.</summary>
    public int Id => IsBelow
        ? int.Parse(File.ReadAllText($"/proc/{_process.Id}/task/{_process.Id}/children").Trim(), CultureInfo.InvariantCulture)
        : _process.Id;

    /// <summary>Records it from before its start until it has printed its counts.</summary>
    /// <param name="untilItEnds">Then lets it end, and so the recording.</param>
    /// <param name="untilSeen">Until the recording ends by itself.</param>
    /// <param name="assists">Records assists too, up to this many probe hits per second and CPU.</param>
    public LiveResult Record(bool untilItEnds = false, bool untilSeen = false, long? assists = null)
    {
        using var stop = new CancellationTokenSource();
        var answer = Task.CompletedTask;
        var options = new LiveOptions(Id, TimeSpan.FromMinutes(1)) 
        {
            Assists = assists is not null,
            AssistHits = assists ?? 1,
            Started = _ => answer = Task.Run(Go),
        };
        var result = LiveRecorder.Record(options, stop.Token);
        answer.Wait(Patience);
        return result;

        void Go()
        {
            _process.StandardInput.WriteLine();
            Said = [.. Answer().Split(' ').Select(word => long.Parse(word, CultureInfo.InvariantCulture))];
            (Collections, OfCollector, Others) = (Said[0], Said[1], Said[2]);
            if (untilItEnds) _process.StandardInput.WriteLine();
            else if (!untilSeen) stop.Cancel();
        }
    }

    public void Dispose()
    {
        _process.Kill(entireProcessTree: true);
        _process.WaitForExit();
        _process.Dispose();
    }

    private string Answer()
    {
        var line = _process.StandardOutput.ReadLineAsync();
        return line.Wait(Patience) ? line.Result ?? "" : throw new TimeoutException("the program does not answer");
    }
}
