using System.Collections.Concurrent;
using Unpause.Recordings;
using Unpause.Recordings.Rings;

namespace Unpause.Services.Watch.Sensing;

/// <summary>
/// All watched processes: reads the recorder's index when it changes, and follows of each process one part, the oldest that is written.
/// When it ends, the next one is followed from its start.
/// </summary>
/// <param name="ring">The ring's folder.</param>
/// <param name="seen">Takes each pause, stop and request once; and whether it comes now, not from before.</param>
internal sealed class RingWatch(string ring, Action<FollowedProcess, SeenStop, bool> seen) : IDisposable
{
    // The recorder writes what it reads every half second: to look more often finds little and costs a wake-up of each reader.
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(500);

    // What is said of a process that has ended, for scrapes that come once a minute.
    private static readonly TimeSpan AfterItsEnd = TimeSpan.FromMinutes(5);

    private readonly string _live = Path.Combine(ring, RingIndex.LiveFolder);
    private readonly ConcurrentDictionary<string, FollowedProcess> _processes = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (string Part, PartSensor Sensor)> _sensors = new(StringComparer.Ordinal);
    private readonly Dictionary<string, DateTimeOffset> _gone = new(StringComparer.Ordinal);
    private (DateTime Written, long Length) _known;
    private RingIndex? _index;

    /// <summary>The time at which something is seen.</summary>
    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>How long pauses and stops are remembered one by one: no condition looks further back.</summary>
    public TimeSpan Remembered { get; init; } = FollowedProcess.UsuallyRemembered;

    /// <summary>All processes, those that are not recorded too.</summary>
    public IEnumerable<FollowedProcess> Processes => _processes.Values.OrderBy(process => process.Facts.Id);

    /// <summary>Those of which a pause or stop was seen since the last call.</summary>
    public IEnumerable<FollowedProcess> TakeNews() => _processes.Select(one => one.Value).Where(process => process.TakeNews());

    /// <summary>When the index was last found readable; null before.</summary>
    public DateTimeOffset? IndexSeen { get; private set; }

    /// <summary>Process id of the recorder; null before the index was read.</summary>
    public int? Recorder => _index?.Recorder;

    /// <summary>A process by its key or its process id; null when it is not watched.</summary>
    public FollowedProcess? Find(string name) => _processes.TryGetValue(name, out var process)
        ? process
        : _processes.Values.FirstOrDefault(one => one.Facts.Id.ToString(System.Globalization.CultureInfo.InvariantCulture) == name);

    /// <summary>Looks until it is stopped.</summary>
    public void Run(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            Turn(Clock.GetUtcNow());
            stop.WaitHandle.WaitOne(Look);
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (var (_, sensor) in _sensors.Values) sensor.Dispose();
    }

    internal void Turn(DateTimeOffset now)
    {
        if (ReadIndex() is { } index)
        {
            foreach (var facts in index.Processes)
            {
                if (_processes.TryGetValue(facts.Key, out var known)) known.Facts = facts;
                else _processes[facts.Key] = new FollowedProcess(facts.Key) { Facts = facts, Remembered = Remembered };
            }

            Forget(index, now);
        }

        foreach (var process in _processes.Values) Follow(process);
    }

    private RingIndex? ReadIndex()
    {
        try
        {
            var file = new FileInfo(Path.Combine(_live, RingIndex.FileName));
            if (!file.Exists) return _index;
            IndexSeen = Clock.GetUtcNow();
            var now = (file.LastWriteTimeUtc, file.Length);
            if (now == _known || file.Length > RingIndex.MostBytes) return null;
            if (RingIndex.Parse(File.ReadAllBytes(file.FullName)) is not { } index) return null;
            (_known, _index) = (now, index);
            return index;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private void Forget(RingIndex index, DateTimeOffset now)
    {
        var there = index.Processes.Select(process => process.Key).ToHashSet(StringComparer.Ordinal);
        foreach (var key in _processes.Keys)
        {
            if (there.Contains(key)) _gone.Remove(key);
            else if (_gone.TryAdd(key, now)) _processes[key].Facts = _processes[key].Facts with { State = RingProcess.Ended, Parts = [] };
            else if (now - _gone[key] > AfterItsEnd && _processes.TryRemove(key, out _)) _gone.Remove(key);
        }
    }

    private void Follow(FollowedProcess process)
    {
        var parts = process.Facts.Parts;
        if (_sensors.TryGetValue(process.Key, out var followed))
        {
            var part = parts.FirstOrDefault(part => part.Name == followed.Part);
            followed.Sensor.Poll(part is null || part.Ended);
            if (!followed.Sensor.IsOver) return;
            followed.Sensor.Dispose();
            _sensors.Remove(process.Key);
            // The next one, also when it has ended too.
            parts = [.. parts.SkipWhile(other => NumberOf(other.Name) <= NumberOf(followed.Part))];
        }

        if (RingPartInfo.Oldest(parts) is not { } next) return;
        var sensor = new PartSensor(Path.Combine(_live, process.Key, next.Name), (one, isNew) => Take(process, one, isNew));
        _sensors[process.Key] = (next.Name, sensor);
    }

    private static int NumberOf(string part) =>
        int.TryParse(part, System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture, out var number)
            ? number
            : 0;

    private void Take(FollowedProcess process, in SeenStop one, bool isNew)
    {
        if (process.Take(one, Clock.GetUtcNow())) seen(process, one, isNew);
    }
}
