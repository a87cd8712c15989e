using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Unpause.Collections;

namespace Unpause.Analysis.Attribution;

/// <summary>A range of requests that one thread joins.</summary>
internal sealed class JoinPiece
{
    private readonly ReadOnlyMemory<long> _starts;
    private readonly ReadOnlyMemory<long> _durations;
    private readonly PauseTimeline _pauses;
    private readonly long _errorBound;
    private readonly long _threshold;
    private readonly ushort[] _buckets;
    private readonly ChunkedList<long> _shortened = new();

    private JoinPiece(JoinedRequests part, int from, int to, long threshold)
    {
        (_starts, _durations) = (part.Starts[from..to], part.Durations[from..to]);
        (_pauses, _errorBound, _threshold) = (part.Pauses, part.ErrorBound, threshold);
        _buckets = GC.AllocateUninitializedArray<ushort>(to - from);
    }

    /// <summary>Requests in it.</summary>
    public int Count => _buckets.Length;

    /// <summary>Latencies as measured.</summary>
    public LatencyHistogram Measured { get; } = new();

    /// <summary>What is to be added to them for latencies less own stopped time.</summary>
    public LatencyHistogram Moved { get; } = new();

    /// <summary>Requests over the threshold.</summary>
    public long Slow { get; private set; }

    /// <summary>Of them, those that still are without their own stopped time.</summary>
    public long SlowWithout { get; private set; }

    /// <summary>Requests with more stopped time than the error bound.</summary>
    public long Touched { get; private set; }

    /// <summary>Stopped time in all of them.</summary>
    public long StoppedNanoseconds { get; private set; }

    /// <summary>Joins and counts.</summary>
    public static JoinPiece Of(JoinedRequests part, int from, int to, long threshold)
    {
        var piece = new JoinPiece(part, from, to, threshold);
        piece.CountAll();
        return piece;
    }

    /// <summary>Collects the values around the wanted ranks.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    public void Pick(WantedRanks measured, WantedRanks without)
    {
        measured.Collect(InBuckets(measured, untouched: false));
        var found = InBuckets(without, untouched: true);
        foreach (var latency in _shortened)
        {
            if (without.Wants(LatencyHistogram.Bucket(latency))) found.Add(latency);
        }

        without.Collect(found);
    }

    /// <summary>Latencies as measured in the wanted buckets.</summary>
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private List<long> InBuckets(WantedRanks ranks, bool untouched)
    {
        var found = new List<long>();
        var (starts, durations) = (_starts, _durations);
        // As characters, up to five numbers are looked for in many places at a time.
        var buckets = MemoryMarshal.Cast<ushort, char>(_buckets);
        Span<char> wanted = [.. ranks.Buckets.Select(bucket => (char)bucket)];
        for (int at = 0, next; (next = buckets[at..].IndexOfAny(wanted)) >= 0; at += next + 1)
        {
            var (start, duration) = (starts.Span[at + next], durations.Span[at + next]);
            if (!untouched || _pauses.Stopped(start, start + duration) == 0) found.Add(duration);
        }

        return found;
    }

    // Run once and for long: it must be fast the first time.
    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void CountAll()
    {
        var starts = _starts.Span;
        var durations = _durations.Span[..starts.Length];
        var buckets = _buckets.AsSpan(0, starts.Length);
        var counts = Measured.Counts;
        var threshold = _threshold;
        var cursor = default(PauseCursor);
        long slow = 0;
        for (var i = 0; i < starts.Length; i++)
        {
            var (start, duration) = (starts[i], durations[i]);
            var bucket = LatencyHistogram.Bucket(duration);
            counts[bucket]++;
            buckets[i] = (ushort)bucket;
            slow += duration > threshold ? 1 : 0;
            if (cursor.Free(start, start + duration)) continue;
            var stopped = _pauses.Stopped(start, start + duration, ref cursor);
            if (stopped > 0) Shorten(bucket, duration, stopped);
        }

        Slow = slow;
        SlowWithout += slow;
    }

    [MethodImpl(MethodImplOptions.AggressiveOptimization)]
    private void Shorten(int bucket, long duration, long stopped)
    {
        StoppedNanoseconds += stopped;
        if (stopped > _errorBound) Touched++;
        if (duration > _threshold && duration - stopped <= _threshold) SlowWithout--;
        Moved.Counts[bucket]--;
        Moved.Counts[LatencyHistogram.Bucket(duration - stopped)]++;
        _shortened.Add(duration - stopped);
    }
}
