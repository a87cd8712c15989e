using System.Collections.Concurrent;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Secrets;

namespace Unpause.Recorder.Rings;

/// <summary>
/// The recorder of <c>unpause watch</c>: finds processes when they start, records each into its ring, and lets go of them when they end.
/// It reads no recording.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class RingRecorder : IDisposable
{
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1), Search = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan MostEnding = TimeSpan.FromSeconds(20);

    // A process may start its runtime later: a shell that becomes Java. So each is looked at again, when it has lived twice as long, and
    // at least this often.
    private static readonly TimeSpan Again = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan MostForOne = TimeSpan.FromSeconds(1), MostForAll = TimeSpan.FromSeconds(5);

    private readonly RingPlan _plan;
    private readonly RecorderTable _runtimes;
    private readonly RingFolder _folder;
    private readonly Dictionary<int, ProcessRing> _rings = [];
    private readonly Dictionary<int, (DateTimeOffset First, DateTimeOffset Last)> _others = [];
    private readonly Dictionary<int, RingProcess> _refused = [];
    private readonly ConcurrentQueue<string> _finishing = new();
    private IReadOnlyList<RingProcess>? _written;
    private readonly SharedLooks _looks = new();
    private readonly CostLimit _cost;
    private DateTimeOffset _searched;

    private RingRecorder(RingPlan plan, RecorderTable runtimes, RingFolder folder) =>
        (_plan, _runtimes, _folder, _cost) = (plan, runtimes, folder, new CostLimit(plan.MostCores));

    /// <summary>Takes what is done otherwise than asked, as lines.</summary>
    public Action<string>? Said { get; set; }

    /// <summary>Opens the ring.</summary>
    /// <exception cref="ObstacleException">Another watcher uses it, or it cannot be written.</exception>
    public static RingRecorder Open(RingPlan plan) => new(plan, RecorderTable.Default, RingFolder.Open(plan.Folder));

    /// <summary>Records until it is stopped, and then lets go of all processes.</summary>
    public void Run(CancellationToken stop)
    {
        RemoveLeftOver();
        using var logs = new RequestLogCopies(_plan);
        while (!stop.IsCancellationRequested)
        {
            Turn(DateTimeOffset.UtcNow);
            stop.WaitHandle.WaitOne(Look);
        }

        foreach (var ring in _rings.Values) ring.Stop();
        var until = Stopwatch.GetTimestamp();
        foreach (var ring in _rings.Values)
        {
            var left = MostEnding - Stopwatch.GetElapsedTime(until);
            ring.Join(left > TimeSpan.Zero ? left : TimeSpan.Zero);
        }
    }

    /// <summary>Asks to end the oldest part of a process with all that its runtime writes at the end, so that it can be kept.</summary>
    /// <param name="key">The process's key in the index.</param>
    public void Finish(string key) => _finishing.Enqueue(key);

    /// <inheritdoc/>
    public void Dispose() => _folder.Dispose();

    internal void Turn(DateTimeOffset now)
    {
        if (now - _searched >= Search)
        {
            _searched = now;
            FindProcesses(now);
        }

        while (_finishing.TryDequeue(out var key)) _rings.Values.FirstOrDefault(ring => ring.Facts.Key == key)?.Finish(now);
        foreach (var (id, ring) in _rings.ToList())
        {
            ring.Turn(now);
            if (!ring.IsOver) continue;
            _rings.Remove(id);
            RingFolder.Remove(_folder.Of(ring.Facts.Key));
        }

        _looks.PassOver();
        SaveRoom();
        if (_cost.IsOver(now, Environment.CpuUsage.TotalTime)) SaveTime(now);
        WriteIndex();
    }

    private void WriteIndex()
    {
        List<RingProcess> processes = [.. _rings.Values.Select(ring => ring.Facts), .. _refused.Values];
        // Mostly nothing has changed, and to say it all again takes more time than the rest of a turn.
        if (_written?.SequenceEqual(processes, ReferenceEqualityComparer.Instance) == true) return;
        _folder.Write(new RingIndex(Environment.ProcessId, [.. processes.OrderBy(process => process.Id)]));
        _written = processes;
    }

    private void FindProcesses(DateTimeOffset now)
    {
        var alive = new HashSet<int>();
        foreach (var path in Directory.EnumerateDirectories("/proc"))
        {
            if (int.TryParse(Path.GetFileName(path), NumberStyles.None, CultureInfo.InvariantCulture, out var id)) alive.Add(id);
        }

        foreach (var (id, ring) in _rings)
        {
            if (!alive.Contains(id)) ring.End(now);
        }

        foreach (var gone in _others.Keys.Where(id => !alive.Contains(id)).ToList())
        {
            _others.Remove(gone);
            _refused.Remove(gone);
        }

        var wanted = alive.Where(id => _plan.Selection.MayMatch(id) && !_plan.Own.Contains(id) && id != Environment.ProcessId
            && !_rings.ContainsKey(id) && IsDue(id, now));
        var (found, _) = PatientWalk.Through([.. wanted], id => Describe(id), MostForOne, MostForAll);
        foreach (var (view, process) in found) Take(view, process, now);
    }

    private bool IsDue(int id, DateTimeOffset now)
    {
        if (!_others.TryGetValue(id, out var known))
        {
            _others[id] = (now, now);
            return true;
        }

        var lived = known.Last - known.First;
        if (now - known.Last < (lived < Again ? lived : Again)) return false;
        _others[id] = known with { Last = now };
        return true;
    }

    private Found? Describe(int id) =>
        ProcessView.Find(id) is { IsZombie: false } view && LiveProcesses.FindOrDefault(id, _runtimes) is { } process
            ? new Found(view, process)
            : null;

    private void Take(ProcessView view, LiveProcess process, DateTimeOffset now)
    {
        if (!_plan.Selection.Matches(process)) return;
        var key = string.Create(CultureInfo.InvariantCulture, $"{process.Id}-{view.StartTicks}");
        var obstacle = process.WatchObstacle;
        if (obstacle is null && _rings.Count >= _plan.MostProcesses)
            obstacle = new Obstacle($"{_plan.MostProcesses} processes are watched already", "name those that matter");
        if (obstacle is not null)
        {
            _refused[process.Id] = FactsOf(process, key) with { State = RingProcess.Refused, Reason = obstacle.ToString() };
            return;
        }

        _refused.Remove(process.Id);
        _others.Remove(process.Id);
        _rings[process.Id] = new ProcessRing(process, FactsOf(process, key), _plan, _folder.Of(key), _looks);
    }

    private static RingProcess FactsOf(LiveProcess process, string key)
    {
        var identity = RecordedIdentity.Read(process.Id);
        var command = Redaction.Arguments(process.Command);
        return new RingProcess(key, process.Id, process.Runtime, RingProcess.Recording)
        {
            Version = process.Version,
            Service = RingSelection.NameOf(process),
            ServiceVersion = identity.Version,
            Host = identity.Host,
            Container = process.ContainerId,
            Pod = process.Pod,
            User = process.User,
            Command = CommandText.Join(command),
            StartedAt = process.StartedAt,
            MemoryLimitBytes = identity.MemoryLimitBytes,
            HeapLimitBytes = process.HeapLimitBytes,
        };
    }

    /// <summary>Drops the oldest parts of all while they take too much together.</summary>
    private void SaveRoom()
    {
        var sum = _rings.Values.Sum(ring => ring.Bytes);
        while (sum > _plan.MostBytes)
        {
            if (_rings.Values.Where(ring => ring.OldestSince is not null).MinBy(ring => ring.OldestSince) is not { } oldest) return;
            oldest.DropOldest();
            var now = _rings.Values.Sum(ring => ring.Bytes);
            if (now >= sum) return;
            sum = now;
        }
    }

    /// <summary>Lets go of the process with the most data for a while: what is recorded costs more than it may.</summary>
    private void SaveTime(DateTimeOffset now)
    {
        var recorded = _rings.Values.Where(ring => ring.Facts.State == RingProcess.Recording);
        if (recorded.MaxBy(ring => ring.BytesPerSecond(now)) is not { } busiest) return;
        busiest.Rest(now);
        Said?.Invoke($"unpause watch: process {busiest.Facts.Id} ({busiest.Facts.Service}) {busiest.Facts.Reason}");
    }

    /// <summary>Removes what an earlier recorder left of processes that are gone; of others it stays for one stretch.</summary>
    private void RemoveLeftOver()
    {
        foreach (var key in _folder.Keys().ToList())
        {
            var parts = key.Split('-');
            if (parts.Length == 2 && int.TryParse(parts[0], out var id) && ulong.TryParse(parts[1], out var ticks)
                && ProcessView.Find(id)?.StartTicks == ticks) continue;
            RingFolder.Remove(_folder.Of(key));
        }
    }

    private sealed record Found(ProcessView View, LiveProcess Process);
}
