using Unpause.Recordings.Readers.DotNet.Container;
using Unpause.Recordings.Readers.DotNet.Requests;
using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.DotNet.Waits;

/// <summary>
/// Times in which work items waited for a thread-pool thread. The pool checks every 500 ms and adds a thread if no work was taken
/// meanwhile although some was there (reason Starvation). Where a thread blocks on a task it adds one too (CooperativeBlocking), the
/// first at once and the others after up to 250 ms each. Source: dotnet/runtime, PortableThreadPool.GateThread.cs and .Blocking.cs;
/// payload: ThreadPoolWorkerThreadAdjustmentAdjustment (keyword 0x10000): throughput, new number of threads, reason.
/// </summary>
internal sealed class PoolStarvation(RequestTracker requests)
{
    private const uint Starvation = 6;
    private const uint CooperativeBlocking = 8;
    private const long LookedBackNanoseconds = 500_000_000;
    private const long BlockedBackNanoseconds = 250_000_000;

    private readonly List<(long Start, long End)> _starved = [];
    private long _blocked;
    private long _starving;
    private uint _threads;
    private uint _mostThreads;

    /// <summary>Whether the recording has events of the pool at all.</summary>
    public bool Seen { get; private set; }

    public void ThreadStarted() => Seen = true;

    public void Adjusted(in RuntimeEvent e)
    {
        Seen = true;
        var payload = new PayloadReader(e.Payload);
        payload.Skip(sizeof(double));
        var threads = payload.UInt32();
        var reason = payload.UInt32();
        if (payload.Short) return;
        var more = threads > _threads;
        _threads = threads;
        // The number falls for the same reason when a thread is blocked no more.
        if (reason != Starvation && (reason != CooperativeBlocking || !more)) return;
        if (reason == CooperativeBlocking) _blocked++;
        else _starving++;
        _mostThreads = Math.Max(_mostThreads, threads);
        var back = reason == Starvation ? LookedBackNanoseconds : BlockedBackNanoseconds;
        var start = Math.Max(0, e.TimeNanoseconds - back);
        if (_starved is [.., var last] && start <= last.End) _starved[^1] = (last.Start, Math.Max(last.End, e.TimeNanoseconds));
        else if (_starved.Count < Limits.OpenRequests) _starved.Add((start, e.TimeNanoseconds));
    }

    /// <summary>The times, none of them too.</summary>
    public OtherWait Build()
    {
        Total total = default;
        long longest = 0;
        foreach (var (start, end) in _starved)
        {
            total += end - start;
            longest = Math.Max(longest, end - start);
        }

        var threads = _starved.Count == 0
            ? ""
            : $" ({Quantities.Count(_starving)} because of starvation, "
                + $"{Quantities.Count(_blocked)} because a thread was blocked on a task; "
                + $"at most {Quantities.Count(_mostThreads)} threads), each with the wait before it";
        return new OtherWait(
            OtherWait.Pool,
            _starved.Count,
            total.Value,
            longest,
            OverThreads: false,
            $"threads that the pool added{threads}")
        {
            ShareOfSlowRequests = requests.SlowShareOf(_starved),
            Times = _starved,
        };
    }
}
