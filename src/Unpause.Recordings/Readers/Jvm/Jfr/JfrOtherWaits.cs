using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// What threads waited for beside the collector. Recordings keep only waits from a threshold on, which is reported. <c>Object.wait</c>,
/// conditions and idle pools are no obstacle but the program's own way to wait for work, so they aren't counted.
/// </summary>
internal sealed class JfrOtherWaits
{
    /// <summary>Locks and semaphores of <c>java.util.concurrent</c>: a thread parked in them waits for another thread.</summary>
    private static readonly string[] Locks = ["ReentrantLock$", "ReentrantReadWriteLock$", "StampedLock", "Semaphore$"];

    private static readonly (string Event, string What)[] Kinds =
    [
        ("jdk.JavaMonitorEnter", "waiting for monitors (synchronized)"),
        ("jdk.ThreadPark", "waiting for locks (java.util.concurrent)"),
        ("jdk.VirtualThreadPinned", "pinned virtual threads (waiting without releasing their carrier)"),
        ("jdk.FileRead", "reading files"),
        ("jdk.FileWrite", "writing files"),
        ("jdk.FileForce", "forcing files to disk"),
        ("jdk.SocketRead", "waiting for sockets to read (idle connections too)"),
        ("jdk.SocketWrite", "writing to sockets"),
    ];

    private readonly Sum[] _sums = new Sum[Kinds.Length];
    private readonly string?[] _thresholds = new string?[Kinds.Length];

    /// <summary>A wait.</summary>
    public void Add(string name, JfrValue e)
    {
        var kind = KindOf(name);
        if (kind < 0 || e["duration"].Nanoseconds() is not { } duration) return;
        if (name == "jdk.ThreadPark" && !IsLock(e["parkedClass"]["name"].Text())) return;
        ref var sum = ref _sums[kind];
        sum.Count++;
        sum.Total += duration;
        sum.Longest = Math.Max(sum.Longest, duration);
    }

    /// <summary>The shortest wait that is kept of an event.</summary>
    public void Threshold(string name, string? value)
    {
        if (KindOf(name) is >= 0 and var kind && value?.AsSpan().IndexOfAnyInRange('1', '9') >= 0) _thresholds[kind] = value;
    }

    /// <summary>The sums; empty when there was no such wait.</summary>
    public IReadOnlyList<OtherWait> Build()
    {
        var waits = new List<OtherWait>();
        for (var kind = 0; kind < Kinds.Length; kind++)
        {
            if (_sums[kind] is not { Count: > 0 } sum) continue;
            var source = _thresholds[kind] is { } least ? $"{Kinds[kind].Event}, only waits of at least {least}" : Kinds[kind].Event;
            waits.Add(new OtherWait(Kinds[kind].What, sum.Count, sum.Total, sum.Longest, OverThreads: true, source));
        }

        return waits;
    }

    private static bool IsLock(string? type)
    {
        if (type is null) return false;
        foreach (var name in Locks)
        {
            if (type.Contains(name, StringComparison.Ordinal)) return true;
        }

        return false;
    }

    private static int KindOf(string name) => Array.FindIndex(Kinds, kind => kind.Event == name);

    private struct Sum
    {
        public long Count;
        public Total Total;
        public long Longest;
    }
}
