using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Recordings.Words;
using Unpause.Requests;
using Unpause.Services.Watch.Sensing;
using Unpause.Services.Watch.SlowRequests;

namespace Unpause.Services.Watch.Traces;

/// <summary>
/// Joins requests whose traces are known with the stops of the process that served them. It knows overlaps only; what waited behind a stop
/// is for the report.
/// </summary>
/// <param name="span">How old a request may be that comes late.</param>
internal sealed class TraceJoin(RingWatch watch, TimeSpan span)
{
    // Spans go out once a second, so an earlier look shows nothing earlier.
    private static readonly TimeSpan Look = TimeSpan.FromSeconds(1);

    // A stop may be seen after the request that it delayed: .NET's events come a tenth of a second late.
    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(1);

    // A stop and its pause are seen together; several of them where a file is read in blocks.
    private const int MostBetween = 16;

    private static readonly Comparer<RecentStop> ByTime = Comparer<RecentStop>.Create(static (one, other) => one.At.CompareTo(other.At));

    private readonly Queue<(DateTimeOffset At, TracedRequest Request)> _waiting = new();
    private readonly HashSet<string> _withSpans = new(StringComparer.Ordinal);
    private readonly Lock _lock = new();
    private bool _isUnownedSaid;
    private long _joined, _withoutProcess, _leftOut;

    /// <summary>Takes each stop that a request was in, with that request.</summary>
    public Action<DelayedRequest>? Delayed { get; set; }

    /// <summary>Takes lines for the log.</summary>
    public Action<string> Log { get; init; } = Console.Error.WriteLine;

    /// <summary>Traced requests that were joined, that no watched process surely served, and that were too many.</summary>
    public (long Joined, long WithoutProcess, long LeftOut) Count =>
        (Interlocked.Read(ref _joined), Interlocked.Read(ref _withoutProcess), Interlocked.Read(ref _leftOut));

    /// <summary>Takes a request of a recording; not of a process whose spans come, because these name the request's own span.</summary>
    public void Take(FollowedProcess process, in SeenStop request, DateTimeOffset now)
    {
        if (request is not { Trace: { } trace, UnixNanoseconds: { } end }) return;
        lock (_lock)
        {
            if (!_withSpans.Contains(process.Key)) Add(new TracedRequest(process, trace, end - request.Nanoseconds, end), now);
        }
    }

    /// <summary>Takes the requests of received traces.</summary>
    public void Take(RequestSet set, DateTimeOffset now)
    {
        var oldest = UnixTime.Nanoseconds(now - span);
        var owners = new FollowedProcess?[set.Services.Count + 1];
        var watched = watch.Processes.ToList();
        for (var i = 0; i < set.Services.Count; i++) owners[i + 1] = RequestOwners.FindOnly(watched, set.Services[i]);
        owners[0] = RequestOwners.FindOnly(watched, null);
        foreach (var request in set.Requests)
        {
            if (request.Span < 0 || request.StartUnixNanoseconds + request.DurationNanoseconds < oldest) continue;
            var its = set.Spans[request.Span];
            if (its.TraceId == 0 || its.Id == 0) continue;
            if (owners[request.Service + 1] is not { } process)
            {
                Interlocked.Increment(ref _withoutProcess);
                SayUnowned(request.Service < 0 ? null : set.Services[request.Service].Name);
                continue;
            }

            lock (_lock)
            {
                // Keys of ended processes stay: a process has some bytes here.
                if (_withSpans.Count < ServiceLimits.MostSeries) _withSpans.Add(process.Key);
                Add(new TracedRequest(process, new SeenTrace(its.TraceId, its.Id), its.StartUnixNanoseconds, its.EndUnixNanoseconds), now);
            }
        }
    }

    /// <summary>Looks until it is stopped.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            Turn(DateTimeOffset.UtcNow);
            await Task.Delay(Look, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    internal void Turn(DateTimeOffset now)
    {
        List<TracedRequest> due = [];
        lock (_lock)
        {
            while (_waiting.TryPeek(out var next) && now - next.At >= Settling) due.Add(_waiting.Dequeue().Request);
        }

        foreach (var requests in due.GroupBy(request => request.Process))
        {
            // A stop is seen after its end.
            var stops = requests.Key.Recent(Time(requests.Min(request => request.Start)));
            foreach (var request in requests) Join(request, stops);
        }

        Interlocked.Add(ref _joined, due.Count);
    }

    private void Add(in TracedRequest request, DateTimeOffset now)
    {
        // What is written to a recording or sent may be anything.
        if (request.Start <= 0 || request.End < request.Start) return;
        if (_waiting.Count < ServiceLimits.MostTracedRequests) _waiting.Enqueue((now, request));
        else Interlocked.Increment(ref _leftOut);
    }

    private void Join(in TracedRequest request, List<RecentStop> stops)
    {
        var first = stops.BinarySearch(new RecentStop(Time(request.Start), default), ByTime);
        for (var i = first < 0 ? ~first : first; i < stops.Count; i++)
        {
            var stop = stops[i].Stop;
            var overlap = Overlap(stop, request.Start, request.End);
            if (overlap <= ClockErrorOf(request.Process.Facts.Runtime)) continue;
            var isStop = stop.Kind == SeenKind.Stop || request.Process.Facts.Runtime == Runtimes.CPython;
            Delayed?.Invoke(new DelayedRequest(request.Process.Facts, stop, request.Trace, overlap)
            {
                Pause = !isStop || stop.Kind == SeenKind.Pause ? stop : PauseIn(stops, i),
                IsStop = isStop,
            });
        }
    }

    /// <summary>
    /// How far a stop's wall time may be off: a .NET recording has that of its start in milliseconds, a JVM's log those of its lines twice.
    /// A shorter overlap may be none, and the report counts none either.
    /// </summary>
    private static long ClockErrorOf(string runtime) => runtime switch
    {
        Runtimes.Jvm => 2_000_000,
        Runtimes.DotNet => 1_000_000,
        _ => 0,
    };

    /// <summary>The pause that a stop was made for; null where it was made for none.</summary>
    private static SeenStop? PauseIn(List<RecentStop> stops, int at)
    {
        if (stops[at].Stop is not { UnixNanoseconds: { } end, Nanoseconds: var length }) return null;
        SeenStop? found = null;
        var most = 0L;
        for (var i = Math.Max(0, at - MostBetween); i < Math.Min(stops.Count, at + MostBetween); i++)
        {
            var other = stops[i].Stop;
            if (other.Kind != SeenKind.Pause || Overlap(other, end - length, end) is not (> 0 and var overlap) || overlap <= most) continue;
            (found, most) = (other, overlap);
        }

        return found;
    }

    private static DateTimeOffset Time(long unixNanoseconds) =>
        DateTimeOffset.UnixEpoch + TimeSpan.FromMicroseconds(unixNanoseconds / 1000);

    private static long Overlap(in SeenStop stop, long from, long to) => stop.UnixNanoseconds is > 0 and var end
        ? Math.Min(end, to) - Math.Max(end - stop.Nanoseconds, from)
        : 0;

    private void SayUnowned(string? service)
    {
        lock (_lock)
        {
            if (_isUnownedSaid) return;
            _isUnownedSaid = true;
        }

        var name = service is null ? "a service without a name" : RecordedText.Shorten(service, ServiceLimits.MostLabelChars);
        Log($"unpause watch: traces of {name} are of no watched process for sure, so their requests are not joined with its stops: give "
            + "the process a service name that is its unit's or program's, or its spans the resource attribute process.pid");
    }
}

/// <summary>A request with its trace.</summary>
/// <param name="Start">Wall time in nanoseconds since 1970, as its end.</param>
internal readonly record struct TracedRequest(FollowedProcess Process, SeenTrace Trace, long Start, long End);

/// <summary>A stop or pause that a request was in.</summary>
/// <param name="Process">The stopped process.</param>
/// <param name="Stop">The stop or pause.</param>
/// <param name="Trace">The request.</param>
/// <param name="OverlapNanoseconds">How long the request was in it.</param>
internal readonly record struct DelayedRequest(RingProcess Process, SeenStop Stop, SeenTrace Trace, long OverlapNanoseconds)
{
    /// <summary>The pause of a stop; null where it has none.</summary>
    public SeenStop? Pause { get; init; }

    /// <summary>Whether all threads were stopped: where a runtime's stops are recorded, its pauses are parts of them.</summary>
    public bool IsStop { get; init; }
}
