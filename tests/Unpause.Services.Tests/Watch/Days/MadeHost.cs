using System.Globalization;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.History;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Metrics;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;
using Unpause.Services.Watch.Web;

namespace Unpause.Services.Tests.Watch.Days;

/// <summary>
/// A recorder whose time is made, with JVMs that pause once a second, and the judge that follows it: the real files, readers, alerts, kept
/// rings, history and metrics. Only the report is made once and given again.
/// </summary>
internal sealed class MadeHost : IDisposable
{
    private static readonly TimeSpan Step = TimeSpan.FromSeconds(10), Patience = TimeSpan.FromMinutes(2);

    private readonly MadeTime _time = new();
    private readonly string _ring = Directory.CreateTempSubdirectory("unpause-day-").FullName;
    private readonly RingWatch _watch;
    private readonly RingKeeper _keeper;
    private readonly Judge _judge;
    private readonly HistoryKeeper _history;
    private readonly WatchMetrics _metrics;
    private readonly List<MadeJvm> _processes = [];
    private int _lastId;
    private long _seen, _written, _ended;

    /// <param name="report">What each report says.</param>
    public MadeHost(byte[] report)
    {
        foreach (var folder in new[] { RingIndex.RunFolder, RingIndex.KeptFolder, RingIndex.LiveFolder })
            Directory.CreateDirectory(Path.Combine(_ring, folder));
        var settings = new WatchSettings
        {
            Ring = _ring,
            StretchSeconds = MadeJvm.Stretch.TotalSeconds,
            Alerts = [new WatchCondition("long-stop", "max_stop>200ms")],
            MostKeptBytes = MostKeptBytes,
        };
        var durations = new DurationSeries();
        _watch = new RingWatch(_ring, (process, seen, isNew) =>
        {
            durations.Add(process.Facts, seen, _time.GetUtcNow());
            if (isNew) _judge!.See(process, seen);
            if (seen.Kind == SeenKind.Pause) Interlocked.Increment(ref _seen);
        }) { Clock = _time };
        _keeper = new RingKeeper(settings, new ReportRunner(Program(report)));
        _judge = new Judge(_watch, _keeper, settings, _ => { }, new JudgeMemory(_ring))
        {
            After = TimeSpan.Zero,
            Clock = _time,
            Log = _ => { },
            Changed = alert => Interlocked.Add(ref _ended, alert.EndedAt is null ? 0 : 1),
        };
        _history = new HistoryKeeper(settings, _watch, _keeper, new RequestFiles(settings, null)) { MostBytes = MostKeptBytes };
        _metrics = new WatchMetrics(_watch, _judge, _keeper, new SlowRequestWatch(settings, _watch, _judge), durations, settings);
    }

    /// <summary>Of kept rings, and of the history.</summary>
    public static long MostKeptBytes => 32 << 20;

    /// <summary>Pauses that the programs wrote, and that the judge saw.</summary>
    public (long Written, long Seen) Pauses => (_written, Interlocked.Read(ref _seen));

    /// <summary>Alerts that ended.</summary>
    public long EndedAlerts => Interlocked.Read(ref _ended);

    /// <summary>Rings that were kept.</summary>
    public long KeptRings => _keeper.Count.Kept;

    /// <summary>Bytes of the whole ring.</summary>
    public long Bytes => new DirectoryInfo(_ring).EnumerateFiles("*", SearchOption.AllDirectories).Sum(file => file.Length);

    /// <summary>Series in /metrics.</summary>
    public int Series => _metrics.Collect(native: true, _time.GetUtcNow()).Sum(family => family.Samples.Count);

    /// <summary>Processes start.</summary>
    public void Start(int count)
    {
        for (; count > 0; count--) _processes.Add(new MadeJvm(Path.Combine(_ring, RingIndex.LiveFolder), ++_lastId, _time.GetUtcNow()));
    }

    /// <summary>The first process ends, and another of its service starts.</summary>
    public void Replace()
    {
        _processes[0].End();
        _processes.RemoveAt(0);
        Start(1);
    }

    /// <summary>Time passes. Each process pauses once a second; once an hour one pause is long.</summary>
    public void Pass(TimeSpan time)
    {
        for (var until = _time.GetUtcNow() + time; _time.GetUtcNow() < until;)
        {
            _time.Pass(Step);
            var now = _time.GetUtcNow();
            foreach (var process in _processes) _written += process.Write(now, (int)Step.TotalSeconds);
            File.WriteAllBytes(
                Path.Combine(_ring, RingIndex.LiveFolder, RingIndex.FileName),
                new RingIndex(Environment.ProcessId, [.. _processes.Select(process => process.Facts)]).ToBytes().Span);
            CatchUp(now);
            _judge.Turn([.. _watch.Processes], now, CancellationToken.None);
            _history.TurnAsync(now, CancellationToken.None).GetAwaiter().GetResult();
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _watch.Dispose();
        Directory.Delete(_ring, recursive: true);
    }

    /// <summary>Until the judge has read what was written.</summary>
    private void CatchUp(DateTimeOffset now)
    {
        for (var since = DateTimeOffset.UtcNow; ;)
        {
            _watch.Turn(now);
            if (Interlocked.Read(ref _seen) >= _written) return;
            if (DateTimeOffset.UtcNow - since > Patience)
            {
                throw new TimeoutException(string.Create(
                    CultureInfo.InvariantCulture, $"the judge saw {Interlocked.Read(ref _seen)} of {_written} pauses"));
            }

            Thread.Sleep(1);
        }
    }

    /// <summary>What stands for unpause: it gives the report, or writes it as the page.</summary>
    private string Program(byte[] report)
    {
        var folder = Path.Combine(_ring, RingIndex.RunFolder);
        File.WriteAllBytes(Path.Combine(folder, "report"), report);
        var program = Path.Combine(folder, "unpause");
        File.WriteAllText(program, $"""
            #!/bin/sh
            while [ $# -gt 0 ]; do [ "$1" = -o ] && exec cp {folder}/report "$2"; shift; done
            exec cat {folder}/report

            """);
        File.SetUnixFileMode(program, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        return program;
    }
}

/// <summary>Time that passes when a test says so.</summary>
internal sealed class MadeTime : TimeProvider
{
    private DateTimeOffset _now = new(2026, 11, 28, 0, 0, 0, TimeSpan.Zero);

    public override DateTimeOffset GetUtcNow() => _now;

    public void Pass(TimeSpan time) => _now += time;
}
