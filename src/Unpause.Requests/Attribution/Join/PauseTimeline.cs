using System.Runtime.CompilerServices;

namespace Unpause.Requests.Attribution.Join;

/// <summary>
/// Stopped time on a line: disjoint intervals in order, with the stopped time before each, so that the stopped time
/// within any interval is the difference of two look-ups. A table of equal buckets leads a look-up straight to the
/// few intervals near it; it costs a handful of nanoseconds for any order of questions.
/// </summary>
/// <remarks>Memory: 24 bytes an interval and at most 16 bytes of buckets. Nanoseconds on any one scale.</remarks>
public sealed class PauseTimeline
{
    private const int BucketsPerInterval = 2;
    private const int LinearSearch = 8;

    private readonly Interval[] _intervals;
    private readonly int[] _firstOfBucket;
    private readonly long _origin;
    private readonly long _end;
    private readonly int _shift;

    private PauseTimeline(Interval[] intervals, long total)
    {
        _intervals = intervals;
        TotalNanoseconds = total;
        if (intervals.Length == 0)
        {
            _firstOfBucket = [];
            return;
        }

        _origin = intervals[0].Start;
        _end = intervals[^1].End;
        _shift = ShiftFor(_end - _origin, (long)intervals.Length * BucketsPerInterval);
        _firstOfBucket = FirstOfBuckets();
    }

    private readonly record struct Interval(long Start, long End, long Before);

    /// <summary>Intervals after merging.</summary>
    public int Count => _intervals.Length;

    /// <summary>All stopped time.</summary>
    public long TotalNanoseconds { get; }

    /// <summary>The longest interval; 0 without any.</summary>
    public long LongestNanoseconds
    {
        get
        {
            long longest = 0;
            foreach (var interval in _intervals) longest = Math.Max(longest, interval.End - interval.Start);
            return longest;
        }
    }

    /// <summary>Sorts and merges intervals; what is not longer than <paramref name="shorterThan"/> after merging is left out.</summary>
    /// <param name="starts">Starts, in any order; sorted in place.</param>
    /// <param name="durations">Lengths, not negative; kept beside their starts.</param>
    /// <param name="shorterThan">Intervals shorter than this are left out; 0 keeps all that have a length.</param>
    public static PauseTimeline Merge(Span<long> starts, Span<long> durations, long shorterThan = 0)
    {
        if (!InOrder(starts)) starts.Sort(durations);
        var intervals = new Interval[starts.Length];
        var count = 0;
        long total = 0;
        for (var i = 0; i < starts.Length;)
        {
            var (start, end) = (starts[i], End(starts[i], durations[i]));
            for (i++; i < starts.Length && starts[i] <= end; i++) end = Math.Max(end, End(starts[i], durations[i]));
            if (end == start || end - start < shorterThan) continue;
            intervals[count++] = new Interval(start, end, total);
            total += end - start;
        }

        Array.Resize(ref intervals, count);
        return new PauseTimeline(intervals, total);
    }

    /// <summary>The same intervals, all later by so much.</summary>
    public PauseTimeline Moved(long nanoseconds)
    {
        var moved = new Interval[Count];
        for (var i = 0; i < Count; i++)
        {
            var interval = _intervals[i];
            moved[i] = interval with { Start = interval.Start + nanoseconds, End = interval.End + nanoseconds };
        }

        return new PauseTimeline(moved, TotalNanoseconds);
    }

    /// <summary>The same intervals all moved by a distance, and what leaves a stretch of time at one end put back at the other.</summary>
    /// <param name="distance">Nanoseconds.</param>
    /// <param name="from">Where the stretch begins.</param>
    public PauseTimeline ShiftedRound(long distance, long from, long to)
    {
        var (starts, durations) = (new long[Count], new long[Count]);
        var length = Math.Max(1, to - from);
        for (var i = 0; i < Count; i++)
        {
            var place = (Start(i) - from + distance) % length;
            (starts[i], durations[i]) = (from + (place < 0 ? place + length : place), End(i) - Start(i));
        }

        return Merge(starts, durations);
    }

    /// <summary>Start of the interval at an index.</summary>
    public long Start(int index) => _intervals[index].Start;

    /// <summary>End of the interval at an index.</summary>
    public long End(int index) => _intervals[index].End;

    /// <summary>Stopped time before an instant.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public long StoppedBefore(long instant)
    {
        if (instant <= _origin || _intervals.Length == 0) return 0;
        if (instant >= _end) return TotalNanoseconds;
        ref readonly var interval = ref _intervals[FirstEndingAfter(instant)];
        return interval.Before + Math.Max(0, instant - interval.Start);
    }

    /// <summary>Stopped time between two instants. Most requests meet no pause: one look-up is enough.</summary>
    public long Stopped(long from, long to)
    {
        if (from >= _end || to <= _origin || _intervals.Length == 0) return 0;
        return Stopped(from, to, in _intervals[from < _origin ? 0 : FirstEndingAfter(from)]);
    }

    /// <summary>The first two intervals that end after an instant, with the time around them.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    internal PauseWindow WindowAt(long instant)
    {
        var first = instant >= _end ? Count : instant < _origin ? 0 : FirstEndingAfter(instant);
        var (one, two) = (At(first), At(first + 1));
        var (from, to) = (first == 0 ? long.MinValue : End(first - 1), first + 2 < Count ? Start(first + 2) : long.MaxValue);
        return new PauseWindow(from, to, one.Start, one.End, two.Start, two.End);
    }

    /// <summary>Whether an instant is inside an interval, including its start and not its end.</summary>
    public bool Contains(long instant) =>
        instant >= _origin && instant < _end && _intervals.Length > 0 && _intervals[FirstEndingAfter(instant)].Start <= instant;

    /// <param name="first">The first interval that ends after the beginning.</param>
    private long Stopped(long from, long to, ref readonly Interval first)
    {
        if (first.Start >= to) return 0;
        if (first.End >= to) return to - Math.Max(from, first.Start);
        return StoppedBefore(to) - first.Before - Math.Max(0, from - first.Start);
    }

    /// <summary>The first interval that ends after an instant, which must be before the last end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private int FirstEndingAfter(long instant)
    {
        var bucket = (int)((instant - _origin) >> _shift);
        var low = _firstOfBucket[bucket];
        var high = _firstOfBucket[bucket + 1];
        while (high - low > LinearSearch)
        {
            var middle = (low + high) >>> 1;
            if (_intervals[middle].End > instant) high = middle;
            else low = middle + 1;
        }

        while (_intervals[low].End <= instant) low++;
        return low;
    }

    /// <summary>For each bucket the first interval that ends after the bucket's start; one more entry than buckets.</summary>
    private int[] FirstOfBuckets()
    {
        var buckets = (int)((_end - _origin) >> _shift) + 1;
        var first = new int[buckets + 1];
        var interval = 0;
        for (var bucket = 0; bucket <= buckets; bucket++)
        {
            // The last entry's start may pass the last end; the last interval is then the answer's bound.
            while (interval < _intervals.Length - 1 && (_intervals[interval].End - _origin) >> _shift < bucket) interval++;
            first[bucket] = interval;
        }

        return first;
    }

    /// <summary>An interval; after the last one, one without a length.</summary>
    private Interval At(int index) => index < Count ? _intervals[index] : new Interval(_end, _end, TotalNanoseconds);

    private static bool InOrder(ReadOnlySpan<long> starts)
    {
        for (var i = 1; i < starts.Length; i++)
        {
            if (starts[i] < starts[i - 1]) return false;
        }

        return true;
    }

    private static long End(long start, long duration) => start > long.MaxValue - duration ? long.MaxValue : start + duration;

    private static int ShiftFor(long length, long buckets)
    {
        var shift = 0;
        while (length >> shift > buckets) shift++;
        return shift;
    }
}
