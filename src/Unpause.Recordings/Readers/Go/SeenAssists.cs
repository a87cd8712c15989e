using Unpause.Recordings.Waits;

namespace Unpause.Recordings.Readers.Go;

/// <summary>
/// The mark assists of a Go process as the kernel's probes saw them, added up by collection. Times come in on CLOCK_MONOTONIC.
/// </summary>
internal sealed class SeenAssists
{
    /// <summary>The note on assists that are measured this way.</summary>
    public const string SeenFromOutside =
        "Mark assists were measured by kernel probes, from the call by which an allocating goroutine assists the GC to its return. "
        + "This includes waits for other goroutines' marking and for a processor, and calls that found enough marked already. "
        + "It is an upper bound of their CPU time.";

    private readonly List<long> _starts = [];
    private readonly List<long> _sums = [];
    private Total _count;
    private Total _total;
    private long _longest;
    private bool _isSeen;

    /// <summary>When they were seen no more, and how many hits a second are the most on a processor; null: seen to the end.</summary>
    public (long At, long Most)? Ended { get; private set; }

    /// <summary>About how much memory it takes by now.</summary>
    public long MemoryBytes => 2L * sizeof(long) * _starts.Capacity;

    public bool Begin() => _isSeen = true;

    /// <summary>A collection begins, from then on.</summary>
    public void Collects(long start)
    {
        if (!_isSeen) return;
        _starts.Add(start);
        _sums.Add(0);
    }

    /// <summary>Takes an assist; false when it can't be one.</summary>
    public bool Add(long start, long end)
    {
        if (!_isSeen || end < start || end - start > Limits.PauseNanoseconds) return false;
        // One that waited for credit goes on after its collection's end.
        var found = _starts.BinarySearch(start);
        return Add(found >= 0 ? found : ~found - 1, 1, end - start, end - start);
    }

    /// <summary>Takes short ones of the newest collection; false when they can't be.</summary>
    public bool AddBrief(long count, long sum, long longest) =>
        _isSeen && count > 0 && count <= Limits.LongestNanoseconds && sum <= Limits.LongestNanoseconds
        && longest <= Math.Min(sum, Limits.PauseNanoseconds) && sum / count <= longest
        && Add(_starts.Count - 1, count, sum, longest);

    /// <summary>They are seen no more.</summary>
    public bool End(long at, long most)
    {
        if (!_isSeen || Ended is not null) return false;
        Ended = (at, most);
        return true;
    }

    /// <summary>All of them; null where none was looked for.</summary>
    public AssistRanges? Build() => !_isSeen ? null : new AssistRanges(_count.Value, _total.Value, _longest, null)
    {
        ByCollection = (_sums.Count(sum => sum > 0), _sums.Count == 0 ? 0 : _sums.Max()),
    };

    private bool Add(int collection, long count, long sum, long longest)
    {
        _count += count;
        _total += sum;
        _longest = Math.Max(_longest, longest);
        if (collection >= 0) _sums[collection] = Math.Min(_sums[collection] + sum, Limits.LongestNanoseconds);
        return true;
    }
}
