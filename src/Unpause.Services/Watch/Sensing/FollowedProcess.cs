using System.Runtime.InteropServices;
using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Watch.Sensing;

/// <summary>A process that is watched: what is said of it, and what was seen of it so far.</summary>
/// <param name="key">Its key in the ring.</param>
internal sealed class FollowedProcess(string key)
{
    // Ten stops a second for an hour; older ones leave their sums in the counts.
    private const int MostRecent = 36_000;

    // So many leave together: to move the rest for each one would cost more.
    private const int LeastLeaving = 64;

    private readonly Lock _lock = new();
    private readonly List<RecentStop> _recent = [];
    private readonly HeapTrend _heap = new();
    private readonly long[] _lastEnd = [long.MinValue, long.MinValue, long.MinValue, long.MinValue];
    private int _hasNews;
    private long _taken;

    /// <summary>As long as a ring is usually.</summary>
    public static readonly TimeSpan UsuallyRemembered = TimeSpan.FromMinutes(5);

    /// <summary>Its key in the ring.</summary>
    public string Key { get; } = key;

    /// <summary>How long its pauses and stops are remembered one by one.</summary>
    public TimeSpan Remembered { get; init; } = UsuallyRemembered;

    /// <summary>What the recorder says of it.</summary>
    public required RingProcess Facts { get; set; }

    /// <summary>The heap after its last collection, in bytes; null when unknown.</summary>
    public long? HeapAfterBytes { get; private set; }

    /// <summary>The same in percent of its limit; null when one of both is unknown.</summary>
    public double? HeapAfterPercent =>
        HeapAfterBytes is { } heap && Facts.LimitBytes is { } limit and > 0 ? 100.0 * heap / limit : null;

    /// <summary>What the last report said of it, and when it was made; null before.</summary>
    public LastVerdict? LastVerdict { get; private set; }

    /// <summary>The time until its growing heap reaches its limit; null where it does not grow, or has no limit.</summary>
    public double? SecondsToLimit
    {
        get
        {
            if (Facts.LimitBytes is not { } limit) return null;
            lock (_lock) return _heap.SecondsTo(limit);
        }
    }

    /// <summary>Takes what a report says of its ring.</summary>
    public void Judged(KeptRing ring)
    {
        if (ring.Verdict is { } verdict) LastVerdict = new LastVerdict(verdict, ring.At);
    }

    /// <summary>
    /// Takes what was seen. Parts of a ring overlap, so what another part had already is left out: false then.
    /// </summary>
    public bool Take(in SeenStop seen, DateTimeOffset now)
    {
        lock (_lock)
        {
            if (seen.EndNanoseconds is { } end)
            {
                ref var last = ref _lastEnd[(int)seen.Kind];
                // Requests end in any order, a little.
                if (seen.Kind != SeenKind.Request && end <= last) return false;
                last = Math.Max(last, end);
            }

            HeapAfterBytes = seen.HeapAfterBytes ?? HeapAfterBytes;
            if (seen is { Kind: SeenKind.Pause, HeapAfterBytes: { } heap, EndNanoseconds: { } at } && WatchedValues.IsWholeHeap(seen))
                _heap.Add(at, heap);
            if (seen.Kind is SeenKind.Request or SeenKind.Collection) return true;
            _recent.Add(new RecentStop(now, seen));
            _taken++;
            Forget(now);
            Volatile.Write(ref _hasNews, 1);
            return true;
        }
    }

    /// <summary>Pauses and stops of the last time, the oldest first.</summary>
    public List<RecentStop> Recent(DateTimeOffset from)
    {
        lock (_lock)
        {
            var first = FirstAt(from);
            return _recent.GetRange(first, _recent.Count - first);
        }
    }

    /// <summary>Pauses and stops of the last time together. Each condition of each process asks every second: nothing is copied.</summary>
    public RecentSums Sums(DateTimeOffset from)
    {
        lock (_lock)
        {
            return SumsFrom(FirstAt(from));
        }
    }

    /// <summary>Pauses and stops that were seen after as many as were known before: each exactly once, whenever it is seen.</summary>
    /// <param name="known">How many were known; then how many are.</param>
    public RecentSums After(ref long known)
    {
        lock (_lock)
        {
            var sums = SumsFrom((int)Math.Max(0, _recent.Count - (_taken - known)));
            known = _taken;
            return sums;
        }
    }

    /// <summary>Whether a pause or stop was seen since the last call.</summary>
    public bool TakeNews() => Interlocked.Exchange(ref _hasNews, 0) == 1;

    private void Forget(DateTimeOffset now)
    {
        if (_recent.Count > MostRecent) _recent.RemoveRange(0, MostRecent / 10);
        // When it is the larger part.
        if (_recent.Count < LeastLeaving || _recent[_recent.Count / 2].At >= now - Remembered) return;
        _recent.RemoveRange(0, FirstAt(now - Remembered));
        if (_recent.Capacity > 4 * Math.Max(LeastLeaving, _recent.Count)) _recent.TrimExcess();
    }

    // By reference: a stop has a hundred bytes, and there are many.
    private RecentSums SumsFrom(int first)
    {
        var sums = default(RecentSums);
        foreach (ref readonly var one in CollectionsMarshal.AsSpan(_recent)[first..]) sums.Add(in one.Stop);
        return sums;
    }

    private int FirstAt(DateTimeOffset from)
    {
        var recent = CollectionsMarshal.AsSpan(_recent);
        var (low, high) = (0, recent.Length);
        while (low < high)
        {
            var middle = (low + high) / 2;
            if (recent[middle].At < from) low = middle + 1;
            else high = middle;
        }

        return low;
    }
}

/// <summary>What a report said.</summary>
/// <param name="Verdict">Of the ring.</param>
/// <param name="At">When the ring was kept.</param>
internal sealed record LastVerdict(RingVerdict Verdict, DateTimeOffset At);

/// <summary>Pauses and stops of a time together.</summary>
internal record struct RecentSums
{
    /// <summary>How many.</summary>
    public int Count { get; private set; }

    /// <summary>The longest of all.</summary>
    public long LongestStopNanoseconds { get; private set; }

    /// <summary>The longest pause.</summary>
    public long LongestPauseNanoseconds { get; private set; }

    /// <summary>All pauses.</summary>
    public long PausedNanoseconds { get; private set; }

    /// <summary>Number of induced collections.</summary>
    public int Induced { get; private set; }

    /// <summary>Number of collections of the whole heap.</summary>
    public int Full { get; private set; }

    /// <summary>Adds one.</summary>
    public void Add(in SeenStop stop)
    {
        Count++;
        // Runtimes that report no stops are stopped by their pauses.
        LongestStopNanoseconds = Math.Max(LongestStopNanoseconds, stop.Nanoseconds);
        if (stop.Kind != SeenKind.Pause) return;
        LongestPauseNanoseconds = Math.Max(LongestPauseNanoseconds, stop.Nanoseconds);
        PausedNanoseconds += stop.Nanoseconds;
        if (stop.Induced) Induced++;
        if (WatchedValues.IsWholeHeap(stop)) Full++;
    }
}

/// <summary>A pause or stop, and when the watcher saw it.</summary>
internal readonly struct RecentStop(DateTimeOffset at, in SeenStop stop)
{
    /// <summary>When the watcher saw it.</summary>
    public readonly DateTimeOffset At = at;

    /// <summary>What it saw.</summary>
    public readonly SeenStop Stop = stop;

    /// <summary>Both.</summary>
    public void Deconstruct(out DateTimeOffset at, out SeenStop stop) => (at, stop) = (At, Stop);
}
