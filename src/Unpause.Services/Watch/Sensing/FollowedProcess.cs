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
    // Enough for the longest span of a condition at ten stops a second; older ones leave their sums in the counts.
    private const int MostRecent = 36_000;

    private readonly Lock _lock = new();
    private readonly List<RecentStop> _recent = [];
    private readonly HeapTrend _heap = new();
    private readonly long[] _lastEnd = [long.MinValue, long.MinValue, long.MinValue, long.MinValue];
    private int _hasNews;

    /// <summary>Its key in the ring.</summary>
    public string Key { get; } = key;

    /// <summary>What the recorder says of it.</summary>
    public required RingProcess Facts { get; set; }

    /// <summary>The heap after its last collection, in bytes; null when unknown.</summary>
    public long? HeapAfterBytes { get; private set; }

    /// <summary>What the last report said of it, and when it was made; null before.</summary>
    public LastVerdict? LastVerdict { get; private set; }

    /// <summary>The time until its growing heap reaches its limit; null where it does not grow, or has no limit.</summary>
    public double? SecondsToLimit
    {
        get
        {
            if ((Facts.HeapLimitBytes ?? Facts.MemoryLimitBytes) is not { } limit) return null;
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
            if (_recent.Count > MostRecent) _recent.RemoveRange(0, MostRecent / 10);
            Volatile.Write(ref _hasNews, 1);
            return true;
        }
    }

    /// <summary>Pauses and stops of the last time, the oldest first.</summary>
    public List<RecentStop> Recent(DateTimeOffset from)
    {
        lock (_lock)
        {
            var (low, high) = (0, _recent.Count);
            while (low < high)
            {
                var middle = (low + high) / 2;
                if (_recent[middle].At < from) low = middle + 1;
                else high = middle;
            }

            return _recent.GetRange(low, _recent.Count - low);
        }
    }

    /// <summary>Whether a pause or stop was seen since the last call.</summary>
    public bool TakeNews() => Interlocked.Exchange(ref _hasNews, 0) == 1;
}

/// <summary>What a report said.</summary>
/// <param name="Verdict">Of the ring.</param>
/// <param name="At">When the ring was kept.</param>
internal sealed record LastVerdict(RingVerdict Verdict, DateTimeOffset At);

/// <summary>A pause or stop, and when the watcher saw it.</summary>
internal readonly record struct RecentStop(DateTimeOffset At, SeenStop Stop);
