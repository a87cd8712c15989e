using System.Runtime.CompilerServices;
using Unpause.Recordings.Readers.DotNet.Container;
using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.DotNet.Requests;

/// <summary>
/// Pairs the starts and ends of requests that ASP.NET Core serves and of calls that HttpClient makes. Both carry the id
/// of their activity, which flows with the asynchronous work (TplEventSource, keyword 0x80); a call's start names the
/// activity that it was made in. Nothing is allocated for a request but what is kept of it.
/// </summary>
internal sealed class RequestTracker
{
    private readonly Dictionary<UInt128, Open> _open = [];
    private readonly ChunkedList<RecordedRequest> _requests = new();
    private readonly List<string> _texts = [];
    private readonly RequestNames _names;
    // By the request's place, of those that waited for locks.
    private readonly Dictionary<int, long> _locks = [];
    private SlowRequests? _slow;
    private long _served;
    private int _started;
    private long _startsLeftOut;
    private long _endsWithoutStart;

    public RequestTracker() => _names = new RequestNames(_texts);

    public void Served(in RuntimeEvent e)
    {
        var payload = new PayloadReader(ActivityIds.Read(e.Payload, out var activity, out _));
        if (e.Id == RuntimeEventIds.RequestStop)
        {
            End(activity, e.TimeNanoseconds, call: false);
            return;
        }

        var method = payload.Utf16();
        Start(activity, new Open(e.TimeNanoseconds, _names.GetOrAdd(method, default, payload.Utf16()), 0, 0, Call: false));
    }

    public void Called(in RuntimeEvent e)
    {
        var payload = new PayloadReader(ActivityIds.Read(e.Payload, out var activity, out var related));
        if (e.Id != RuntimeEventIds.CallStart)
        {
            // A call that failed is ended by its stop, which follows.
            if (e.Id == RuntimeEventIds.CallStop) End(activity, e.TimeNanoseconds, call: true);
            return;
        }

        payload.Utf16();
        var host = payload.Utf16();
        payload.Skip(4);
        var parent = _open.GetValueOrDefault(related);
        Start(activity,
            new Open(e.TimeNanoseconds, _names.GetOrAdd(default, host, payload.Utf16()), parent.Number, parent.Root, Call: true));
    }

    /// <summary>A thread waited for a lock while it did an activity's work.</summary>
    public void Waited(UInt128 activity, long nanoseconds)
    {
        if (!_open.TryGetValue(activity, out var open)) return;
        _open[activity] = open with { LockNanoseconds = (Total.From(open.LockNanoseconds) + nanoseconds).Value };
    }

    /// <summary>Of the slow requests' time, the share that their threads waited for locks; null without requests.</summary>
    public double? SlowShareOfLocks() => Slow.ShareOf(_locks);

    /// <summary>Of the slow requests' time, the share that overlaps some intervals; null without requests.</summary>
    public double? SlowShareOf(IReadOnlyList<(long Start, long End)> intervals) => Slow.ShareOf(intervals);

    /// <summary>The slow requests' time that neither stops nor known waits explain; null without requests.</summary>
    public OtherWait? RestOfSlow(IReadOnlyList<(long Start, long End)> stops, IEnumerable<OtherWait> known) => Slow.Rest(stops, known);

    private SlowRequests Slow => _slow ??= new SlowRequests(_requests);

    /// <summary>About how much memory they take by now.</summary>
    public long MemoryBytes => (long)_requests.Count * Unsafe.SizeOf<RecordedRequest>();

    /// <summary>The requests; null when there was none.</summary>
    public RecordedRequests? Build(CoverageBuilder coverage)
    {
        if (_startsLeftOut > 0)
        {
            coverage.Add(
                $"{Quantities.Count(_startsLeftOut)} requests are left out: their events carry no activity id (record with "
                + "System.Threading.Tasks.TplEventSource:0x80:4), or too many were open at once.");
        }

        if (_open.Count > 0 && _requests.Count > 0)
        {
            coverage.Add($"{Quantities.Count(_open.Count)} requests or calls were still running "
                + "when the recording ended; they are left out.");
        }

        if (_endsWithoutStart > 0 && _startsLeftOut == 0)
        {
            coverage.Add($"{Quantities.Count(_endsWithoutStart)} requests or calls had started before the recording; they are left out.");
        }

        return _requests.Count == 0 ? null : new RecordedRequests(new Column<RecordedRequest>(_requests), _texts, _served);
    }

    private void Start(UInt128 activity, Open open)
    {
        if (activity == 0 || _open.Count >= Limits.OpenRequests)
        {
            _startsLeftOut++;
            return;
        }

        _started++;
        _open[activity] = open with { Number = _started, Parent = open.Number, Root = open.Root == 0 ? _started : open.Root };
    }

    private void End(UInt128 activity, long time, bool call)
    {
        if (!_open.TryGetValue(activity, out var open) || open.Call != call)
        {
            if (activity != 0) _endsWithoutStart++;
            return;
        }

        _open.Remove(activity);
        if (!call) _served++;
        if (open.LockNanoseconds > 0 && _locks.Count < Limits.OpenRequests) _locks[_requests.Count] = open.LockNanoseconds;
        _requests.Add(new RecordedRequest(
            open.StartNanoseconds, Math.Max(0, time - open.StartNanoseconds), open.Name, open.Number, open.Parent, open.Root, call));
    }

    private readonly record struct Open(long StartNanoseconds, int Name, int Number, int Root, bool Call)
    {
        public int Parent { get; init; }

        public long LockNanoseconds { get; init; }
    }
}
