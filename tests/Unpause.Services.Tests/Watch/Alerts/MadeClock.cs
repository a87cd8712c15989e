using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Tests.Watch.Alerts;

/// <summary>A judge whose time is made: no process is recorded, so nothing is kept, and alerts come at once.</summary>
internal sealed class MadeClock : IDisposable
{
    private readonly string _ring;
    private readonly RingWatch _watch;
    private Judge _judge;
    private long _end;

    public MadeClock(params WatchCondition[] conditions)
    {
        _ring = Directory.CreateTempSubdirectory("unpause-clock-").FullName;
        foreach (var folder in new[] { RingIndex.RunFolder, RingIndex.KeptFolder, RingIndex.LiveFolder })
            Directory.CreateDirectory(Path.Combine(_ring, folder));
        _watch = new RingWatch(_ring, (_, _, _) => { });
        Conditions = conditions;
        _judge = NewJudge();
        Start("1-1");
    }

    public DateTimeOffset Now { get; private set; } = new(2026, 11, 28, 12, 0, 0, TimeSpan.Zero);

    public IReadOnlyList<WatchCondition> Conditions { get; set; }

    /// <summary>What was said, in order.</summary>
    public List<WatchAlert> Said { get; } = [];

    public List<WatchAlert> Resumed { get; } = [];

    public List<string> Lines { get; } = [];

    public List<FollowedProcess> Processes { get; } = [];

    /// <summary>Alerts that hold.</summary>
    public IReadOnlyList<WatchAlert> Holding => [.. _judge.Alerts];

    /// <summary>A process starts; others of its service go on.</summary>
    public FollowedProcess Start(string key, string? version = "1")
    {
        var id = int.Parse(key.Split('-')[0], System.Globalization.CultureInfo.InvariantCulture);
        var facts = new RingProcess(key, id, "cpython", RingProcess.Recording)
        {
            Service = "orders", Host = "web-1", ServiceVersion = version, Command = "python3 orders.py",
        };
        var process = new FollowedProcess(key) { Facts = facts };
        Processes.Add(process);
        return process;
    }

    /// <summary>A process ends, as the index of the recorder says.</summary>
    public void End(FollowedProcess process) => process.Facts = process.Facts with { State = RingProcess.Ended };

    /// <summary>A pause ends now.</summary>
    public void Pause(long milliseconds) => Processes[^1].Take(
        new SeenStop(SeenKind.Pause, milliseconds * 1_000_000) { EndNanoseconds = ++_end, Generation = "gen2", Collects = true }, Now);

    /// <summary>Time passes, and the judge looks each second, or more rarely over days.</summary>
    public void Pass(TimeSpan time, TimeSpan? step = null)
    {
        for (var until = Now + time; Now < until;)
        {
            Now += step ?? TimeSpan.FromSeconds(1);
            Turn();
        }
    }

    public void Pass(int seconds) => Pass(TimeSpan.FromSeconds(seconds));

    public void Turn() => _judge.Turn(Processes, Now, CancellationToken.None);

    /// <summary>The judge was killed and is started again.</summary>
    public void RestartWatcher()
    {
        _judge = NewJudge();
        _judge.Resume(Now, Resumed.Add);
    }

    public void Dispose()
    {
        _watch.Dispose();
        Directory.Delete(_ring, recursive: true);
    }

    private Judge NewJudge()
    {
        var settings = new WatchSettings { Ring = _ring, StretchSeconds = 60, Alerts = Conditions };
        return new Judge(_watch, new RingKeeper(settings, new ReportRunner("/bin/false")), settings, _ => { }, new JudgeMemory(_ring))
        {
            After = TimeSpan.Zero, Log = Lines.Add, Changed = Said.Add,
        };
    }
}
