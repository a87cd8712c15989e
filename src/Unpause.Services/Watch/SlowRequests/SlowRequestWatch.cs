using Unpause.Recordings.Rings;
using Unpause.Requests;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.SlowRequests;

/// <summary>Follows access logs and takes traces; of a slow request the rings of the processes are kept that may have served it.</summary>
internal sealed class SlowRequestWatch
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(250);

    // The stop that made a request slow may be seen after its log line.
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(1);

    private readonly WatchSettings _settings;
    private readonly RingWatch _watch;
    private readonly Judge _judge;
    private readonly List<(FollowedLog Log, string Path)> _logs = [];
    private readonly HashSet<string> _faulty = new(StringComparer.Ordinal);
    private readonly Queue<(DateTimeOffset At, ServedRequest Request)> _slow = new();
    private readonly Lock _lock = new();
    private long _seen, _withoutProcess;

    /// <summary>Follows the logs of the settings.</summary>
    public SlowRequestWatch(WatchSettings settings, RingWatch watch, Judge judge)
    {
        (_settings, _watch, _judge) = (settings, watch, judge);
        for (var i = 0; i < settings.Requests.Count; i++)
            _logs.Add((new FollowedLog(LogSegment.FolderOf(settings.Ring, i), settings.Requests[i]), settings.Requests[i]));
    }

    /// <summary>Slow requests so far, and those of them that no watched process can have served.</summary>
    public (long Slow, long WithoutProcess) Count => (Interlocked.Read(ref _seen), Interlocked.Read(ref _withoutProcess));

    /// <summary>Takes the requests of a set from an index on.</summary>
    public void Take(RequestSet set, int from)
    {
        if (_settings.SlowMs is not { } slow) return;
        var now = DateTimeOffset.UtcNow;
        // Older ones are not in the ring any more: lines of before a restart, or of a log that is filled late.
        var oldest = now - TimeSpan.FromSeconds(_settings.StretchSeconds);
        foreach (var request in ServedRequest.Slower(set, from, slow))
        {
            if (request.End < oldest) continue;
            Interlocked.Increment(ref _seen);
            lock (_lock)
            {
                if (_slow.Count < ServiceLimits.MostSlowRequests) _slow.Enqueue((now, request));
            }
        }
    }

    /// <summary>Looks until it is stopped.</summary>
    public void Run(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            Turn(DateTimeOffset.UtcNow);
            stop.WaitHandle.WaitOne(Look);
        }
    }

    internal void Turn(DateTimeOffset now)
    {
        foreach (var (log, path) in _logs)
        {
            log.Poll(Take);
            if (log.Fault is not { } fault || !_faulty.Add(path)) continue;
            Console.Error.WriteLine(
                $"unpause watch: no request can be read in {path}: {fault} (a line needs a duration, in nginx $request_time)");
        }

        foreach (var (process, (request, why)) in Due(now)) _judge.AskForRequest(process, request.Describe() + why, now);
    }

    /// <summary>The slowest due request of each process.</summary>
    private Dictionary<FollowedProcess, (ServedRequest Request, string Why)> Due(DateTimeOffset now)
    {
        var slowest = new Dictionary<FollowedProcess, (ServedRequest Request, string Why)>();
        while (true)
        {
            ServedRequest request;
            lock (_lock)
            {
                if (!_slow.TryPeek(out var next) || now - next.At < Settling) return slowest;
                request = _slow.Dequeue().Request;
            }

            var owners = RequestOwners.Find(_watch.Processes, request);
            if (owners.Count == 0) Interlocked.Increment(ref _withoutProcess);
            foreach (var (process, why) in owners)
            {
                if (!slowest.TryGetValue(process, out var known) || request.Nanoseconds > known.Request.Nanoseconds)
                    slowest[process] = (request, why);
            }
        }
    }
}
