using Unpause.Recordings.Readers.DotNet.Container;
using Unpause.Recordings.Readers.DotNet.Requests;
using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.DotNet.Waits;

/// <summary>What else made threads and requests wait, and what of the slow requests' time remains unknown.</summary>
internal sealed class OtherWaits(RequestTracker requests)
{
    public LockWaits Locks { get; } = new(requests);

    /// <summary>Work that waited for a thread of the pool.</summary>
    public PoolStarvation Pool { get; } = new(requests);

    /// <summary>
    /// The list. A row with zeros means that it was recorded and did not occur. Without the thread pool's events neither was
    /// recorded, and only rows with numbers are in the list.
    /// </summary>
    public IReadOnlyList<OtherWait> Build(RecordingBuilder recording)
    {
        OtherWait[] known = [.. new[] { Locks.Build(), Pool.Build() }.Where(wait => Pool.Seen || wait.Count > 0)];
        return Pool.Seen && Unknown(recording, known) is { } unknown ? [.. known, unknown] : known;
    }

    private OtherWait? Unknown(RecordingBuilder recording, IEnumerable<OtherWait> known)
    {
        var stops = new List<(long Start, long End)>();
        foreach (var stop in recording.Stops ?? []) stops.Add((stop.StartNanoseconds, stop.StartNanoseconds + stop.DurationNanoseconds));
        return requests.RestOfSlow(stops, known);
    }
}

/// <summary>
/// Threads that wait for a lock that another one owns: ContentionStart and -Stop, paired by thread. Waits that end while spinning are
/// not recorded. Payloads: dotnet/runtime, src/coreclr/vm/ClrEtwAll.man, Contention (keyword 0x4000): first the flags; 0
/// is a lock of managed code. The events carry the id of the waiting activity, which identifies its request.
/// </summary>
internal sealed class LockWaits(RequestTracker requests)
{
    private readonly Dictionary<long, long> _open = [];
    private Total _total;
    private long _count;
    private long _longest;

    public void Start(in RuntimeEvent e)
    {
        var payload = new PayloadReader(ActivityIds.Read(e.Payload, out _, out _));
        var native = payload.UInt8() != 0;
        if (!native && !payload.Short && _open.Count < Limits.OpenThreads) _open[e.ThreadId] = e.TimeNanoseconds;
    }

    public void Stop(in RuntimeEvent e)
    {
        if (!_open.Remove(e.ThreadId, out var start)) return;
        var waited = e.TimeNanoseconds - start;
        _total += waited;
        _count++;
        _longest = Math.Max(_longest, waited);
        ActivityIds.Read(e.Payload, out var activity, out _);
        requests.Waited(activity, waited);
    }

    /// <summary>The waits, none of them too.</summary>
    public OtherWait Build() => new(
        OtherWait.Locks,
        _count,
        _total.Value,
        _longest,
        OverThreads: true,
        "lock contention events of the runtime, without waits that ended while spinning")
    {
        ShareOfSlowRequests = requests.SlowShareOfLocks(),
    };
}
