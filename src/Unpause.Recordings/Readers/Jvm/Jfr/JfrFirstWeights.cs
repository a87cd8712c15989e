using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Unpause.Recordings.Readers.Jvm.Jfr;

/// <summary>
/// A sample weighs what its thread allocated since its last one. A thread's first weighs all since the thread's start, also what it
/// allocated before the recording began: of a JVM that ran for hours, hours. What threads had allocated when the recording began
/// (<c>jdk.ThreadAllocationStatistics</c>, written when a chunk begins) is taken off again.
/// </summary>
/// <remarks>
/// <c>_last_allocated_bytes</c> of <c>jfrObjectAllocationSample.cpp</c>, JDK 16-25. It belongs to the operating system's thread, so
/// virtual threads' samples have the allocations of their carrier, and never show which carrier.
/// </remarks>
internal sealed class JfrFirstWeights
{
    /// <summary>The statistics of one moment are written within microseconds a thread.</summary>
    private const long MomentNanoseconds = 20_000_000;

    /// <summary>Statistics that are written later than this after the recording's begin are not of its begin.</summary>
    private const long BeginNanoseconds = 2_000_000_000;

    /// <summary>Statistics add the used part of the thread's buffer, some megabytes at most, to the counter that samples have.</summary>
    private const long BufferBytes = 4 << 20;

    /// <summary>Virtual threads' samples that could be a carrier's first; there are about as many carriers as processors.</summary>
    private const int MostSuspects = 4096;

    private readonly Dictionary<long, First> _firsts = [];
    private readonly Dictionary<long, long> _before = [];
    private readonly Dictionary<long, (long At, long Bytes)> _ends = [];
    private readonly HashSet<long> _started = [];
    private readonly List<(long At, long Thread, long Bytes)> _statistics = [];
    private readonly List<First> _suspects = [];
    private bool _pastFirstChunk;

    /// <summary>Whether samples were left out because nothing records what of their weight was before the recording.</summary>
    public bool LeftOut { get; private set; }

    /// <summary>Bytes that were taken off because they were allocated before the recording began.</summary>
    public Total BeforeBytes { get; private set; }

    /// <summary>What all threads allocated between the first statistics and the last that name them; null when there are none.</summary>
    public long? CountedBytes
    {
        get
        {
            if (_before.Count == 0) return null;
            Total sum = default;
            foreach (var (thread, end) in _ends) sum += Math.Max(0, end.Bytes - _before.GetValueOrDefault(thread));
            return sum;
        }
    }

    /// <summary>A thread's counter.</summary>
    public void Statistics(JfrValue e)
    {
        if (e["startTime"].UnixNanoseconds() is not { } at
            || e["allocated"].Number() is not (>= 0 and <= Limits.AllocationBytes and var bytes)
            || e["thread"].Key is not (not 0 and var thread) || _ends.Count >= Limits.Stacks)
        {
            return;
        }

        if (!_pastFirstChunk) _statistics.Add((at, thread, bytes));
        if (!_ends.TryGetValue(thread, out var known) || known.At < at) _ends[thread] = (at, bytes);
    }

    /// <summary>A thread that began within the recording: its first sample is all its own.</summary>
    public void Started(JfrValue e)
    {
        if (_started.Count < Limits.Stacks) _started.Add(e["thread"].Key);
    }

    /// <summary>A sample; only the first of each thread is kept.</summary>
    /// <param name="weight">Its bytes.</param>
    /// <param name="site">Where it was added.</param>
    public void Sample(JfrValue e, long weight, (long Type, long Stack) site)
    {
        var thread = e["eventThread"];
        if (_firsts.Count >= Limits.Stacks || e["startTime"].UnixNanoseconds() is not { } at) return;
        ref var first = ref CollectionsMarshal.GetValueRefOrNullRef(_firsts, thread.Key);
        if (!Unsafe.IsNullRef(ref first))
        {
            if (!first.Judged && at < first.At) first = new First(at, thread.Key, weight, site, Judged: false);
            return;
        }

        var sample = new First(at, thread.Key, weight, site, Judged: false);
        if (thread["virtual"].Number() == 1) Suspect(sample);
        else _firsts.Add(thread.Key, sample);
    }

    /// <summary>Judges the threads that are new in a chunk.</summary>
    /// <param name="chunkStart">When the chunk began, in nanoseconds since 1970.</param>
    /// <param name="sinceStart">Whether the recording began with the JVM.</param>
    /// <returns>Sites with the bytes that are too many there, and whether the whole sample is.</returns>
    public IEnumerable<((long Type, long Stack) Site, long Bytes, bool Whole)> EndChunk(long chunkStart, bool sinceStart)
    {
        if (!_pastFirstChunk) FindBegin(chunkStart);
        _pastFirstChunk = true;
        foreach (var thread in _firsts.Keys.ToList())
        {
            ref var first = ref CollectionsMarshal.GetValueRefOrNullRef(_firsts, thread);
            if (first.Judged) continue;
            first = first with { Judged = true };
            if (TooMany(first, sinceStart) is not (> 0 and var bytes)) continue;
            BeforeBytes += bytes;
            yield return (first.Site, bytes, bytes == first.Weight);
        }

        foreach (var (suspect, before) in Carriers())
        {
            var bytes = Math.Min(before, suspect.Weight);
            BeforeBytes += bytes;
            yield return (suspect.Site, bytes, bytes == suspect.Weight);
        }

        _suspects.Clear();
    }

    /// <summary>Of a thread's first weight, what it had allocated before the recording began.</summary>
    private long TooMany(in First first, bool sinceStart)
    {
        if (_before.Count > 0)
        {
            if (!_before.TryGetValue(first.Thread, out var before)) return 0; // began later
            return IsFirst(first.Weight, before) ? Math.Min(before, first.Weight) : 0;
        }

        if (sinceStart || _started.Contains(first.Thread)) return 0;
        LeftOut = true;
        return first.Weight;
    }

    /// <summary>
    /// A sample comes up to some hundredths of a second before the statistics, so it may weigh a little less than they say. Far less
    /// is the weight since a sample of an earlier recording, and right.
    /// </summary>
    private static bool IsFirst(long weight, long before) => weight >= before / 2;

    /// <summary>The first statistics are what was before, if they were written when the recording began.</summary>
    private void FindBegin(long chunkStart)
    {
        if (_statistics.Count == 0) return;
        var first = _statistics.Min(row => row.At);
        if (first - chunkStart > BeginNanoseconds) return;
        foreach (var (at, thread, bytes) in _statistics)
        {
            if (at - first <= MomentNanoseconds) _before.TryAdd(thread, bytes);
        }

        _statistics.Clear();
    }

    /// <summary>
    /// A carrier's first sample weighs about what the carrier had allocated at the begin, and less than at the end. Hardly another
    /// does that by chance: it is as much as all since the carrier's start.
    /// </summary>
    private IEnumerable<(First Suspect, long Before)> Carriers()
    {
        if (_suspects.Count == 0) yield break;
        _suspects.Sort((one, other) => one.At.CompareTo(other.At));
        foreach (var (thread, before) in _before.OrderByDescending(row => row.Value).ToList())
        {
            if (before < BufferBytes || _firsts.ContainsKey(thread)) continue;
            var most = _ends[thread].Bytes + BufferBytes;
            var place = _suspects.FindIndex(suspect => IsFirst(suspect.Weight, before) && suspect.Weight <= most);
            if (place < 0) continue;
            yield return (_suspects[place], before);
            _suspects.RemoveAt(place);
            _firsts.Add(thread, new First(0, thread, 0, default, Judged: true));
        }
    }

    /// <summary>Keeps the heaviest.</summary>
    private void Suspect(in First sample)
    {
        if (sample.Weight < BufferBytes / 2) return;
        if (_suspects.Count >= MostSuspects) _suspects.Remove(_suspects.MinBy(suspect => suspect.Weight));
        _suspects.Add(sample);
    }

    private readonly record struct First(long At, long Thread, long Weight, (long Type, long Stack) Site, bool Judged);
}
