using System.Text;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Metrics;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;
using Unpause.Services.Watch.Web;
using Unpause.Services.Watch.Zabbix;

namespace Unpause.Services.Tests.Watch.Metrics;

/// <summary>The watcher's metrics of processes that a test makes up.</summary>
internal sealed class Page : IDisposable
{
    private readonly RingWatch _watch;
    private readonly Judge _judge;
    private readonly WatchMetrics _metrics;
    private readonly DurationSeries _durations = new();

    public Page(params RingProcess[] processes)
    {
        Ring = Directory.CreateTempSubdirectory("unpause-metrics-").FullName;
        Directory.CreateDirectory(Path.Combine(Ring, RingIndex.LiveFolder));
        File.WriteAllBytes(
            Path.Combine(Ring, RingIndex.LiveFolder, RingIndex.FileName), new RingIndex(Environment.ProcessId, processes).ToBytes().Span);
        var settings = new WatchSettings { Ring = Ring, StretchSeconds = 10, JudgeRestarts = 3 };
        _watch = new RingWatch(Ring, (_, _, _) => { });
        _watch.Turn(DateTimeOffset.UtcNow);
        var keeper = new RingKeeper(settings, new ReportRunner("/bin/true"));
        _judge = new Judge(_watch, keeper, settings, _ => { });
        _metrics = new WatchMetrics(_watch, _judge, keeper, new SlowRequestWatch(settings, _watch, _judge), _durations, settings);
    }

    /// <summary>The ring's folder.</summary>
    public string Ring { get; }

    /// <summary>The processes.</summary>
    public IReadOnlyList<FollowedProcess> Processes => [.. _watch.Processes];

    /// <summary>A made-up process that is recorded.</summary>
    public static RingProcess Process(int id, string service = "orders", string runtime = "jvm") =>
        new($"{id}-1", id, runtime, RingProcess.Recording) { Service = service, Host = "host" };

    /// <summary>A process paused.</summary>
    public void Pause(int index, long milliseconds, string generation = "gen0", string cause = "allocation")
    {
        foreach (var kind in (SeenKind[])[SeenKind.Pause, SeenKind.Stop])
        {
            var seen = new SeenStop(kind, milliseconds * 1_000_000) { Generation = generation, Cause = cause, Collects = true };
            _durations.Add(Processes[index].Facts, seen, DateTimeOffset.UtcNow);
        }
    }

    /// <summary>What sends values of the processes to Zabbix.</summary>
    public ZabbixSender Zabbix(TrapperClient client, Action<string> log) => new(client, _watch, _judge, log);

    /// <summary>The page in a format.</summary>
    public byte[] Bytes(string type) =>
        MetricsPage.Write(_metrics.Collect(native: type == MetricsPage.Protobuf, DateTimeOffset.UtcNow), type);

    /// <summary>The page as text.</summary>
    public string Text(string type = MetricsPage.Text) => Encoding.UTF8.GetString(Bytes(type));

    /// <inheritdoc/>
    public void Dispose()
    {
        _watch.Dispose();
        Directory.Delete(Ring, recursive: true);
    }
}
