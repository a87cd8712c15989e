using Unpause.Recordings;
using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Judging;
using Unpause.Services.Watch.Metrics;

namespace Unpause.Services.Watch.Sensing;

/// <summary>A process that is watched: what is said of it, and what was seen of it so far.</summary>
/// <param name="key">Its key in the ring.</param>
internal sealed class WatchedProcess(string key)
{
    // Enough for the longest span of a condition at ten stops a second; older ones leave their sums in the counts.
    private const int MostRecent = 36_000;

    private readonly Lock _lock = new();
    private readonly Queue<RecentStop> _recent = new();
    private readonly HeapTrend _heap = new();
    private readonly long[] _lastEnd = [long.MinValue, long.MinValue, long.MinValue];

    /// <summary>Its key in the ring.</summary>
    public string Key { get; } = key;

    /// <summary>What the recorder says of it.</summary>
    public required RingProcess Facts { get; set; }

    /// <summary>When it was first seen.</summary>
    public DateTimeOffset Since { get; } = DateTimeOffset.UtcNow;

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
    /// Takes what was seen. Parts of a ring overlap, so what another part has told already is left out: false then.
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
            if (seen.Kind == SeenKind.Request) return true;
            _recent.Enqueue(new RecentStop(now, seen));
            while (_recent.Count > MostRecent) _recent.Dequeue();
            return true;
        }
    }

    /// <summary>Pauses and stops of the last time, the oldest first.</summary>
    public List<RecentStop> Recent(DateTimeOffset from)
    {
        lock (_lock) return [.. _recent.Where(stop => stop.At >= from)];
    }
}

/// <summary>What a report said.</summary>
/// <param name="Verdict">Of the ring.</param>
/// <param name="At">When the ring was kept.</param>
internal sealed record LastVerdict(Verdict Verdict, DateTimeOffset At);

/// <summary>A pause or stop, and when the watcher saw it.</summary>
internal readonly record struct RecentStop(DateTimeOffset At, SeenStop Stop);
