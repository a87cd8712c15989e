using System.Runtime.CompilerServices;

namespace Unpause.Analysis.Utilisation;

/// <summary>
/// The time that the collector took from the application: stretches in order of time that do not overlap, and prefix sums of what each
/// took, so that any window is a subtraction. All times are nanoseconds since the recording's zero. A stretch takes all of its length
/// (a stop), or a part of it, evenly (a collector that works on some of the processors).
/// </summary>
internal sealed class TakenTime
{
    private readonly long[] _starts;

    // One more than there are stretches: what those before each took, and all of them.
    private readonly long[] _sums;

    // Null where each stretch takes all of its length, so that the sums say where it ends: millions of stops need no third array.
    private readonly long[]? _ends;

    private TakenTime(long[] starts, long[] sums, long[]? ends, int count) => (_starts, _sums, _ends, Count) = (starts, sums, ends, count);

    /// <summary>The number of stretches.</summary>
    public int Count { get; }

    /// <summary>What the stretches before one took; with <see cref="Count"/>, what all took.</summary>
    public long Before(int index) => _sums[index];

    /// <summary>Where a stretch starts.</summary>
    public long Start(int index) => _starts[index];

    /// <summary>Where a stretch ends.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public long End(int index) => _ends is null ? _starts[index] + _sums[index + 1] - _sums[index] : _ends[index];

    /// <summary>Stops: what overlaps or touches becomes one, and what is empty is left out. Takes ownership of both arrays.</summary>
    /// <param name="starts">Where each starts; at least 0.</param>
    /// <param name="ends">Where each ends, from index 1 on; at index 0 anything.</param>
    /// <param name="count">How many there are.</param>
    public static TakenTime FromStops(long[] starts, long[] ends, int count)
    {
        if (!IsSorted(starts.AsSpan(0, count))) starts.AsSpan(0, count).Sort(ends.AsSpan(1, count));
        var kept = 0;
        for (var i = 0; i < count; i++)
        {
            var (start, end) = (starts[i], ends[i + 1]);
            if (end <= start) continue;
            if (kept > 0 && start <= ends[kept])
            {
                ends[kept] = Math.Max(ends[kept], end);
            }
            else
            {
                starts[kept] = start;
                ends[++kept] = end;
            }
        }

        long sum = 0;
        ends[0] = 0;
        for (var i = 0; i < kept; i++) ends[i + 1] = sum += ends[i + 1] - starts[i];
        return new TakenTime(starts, ends, null, kept);
    }

    /// <summary>Stretches that take a part of their length.</summary>
    /// <param name="stretches">In order of time, without overlaps; each takes at least a nanosecond.</param>
    public static TakenTime FromParts(IReadOnlyList<TakenStretch> stretches)
    {
        var (starts, ends, sums) = (new long[stretches.Count], new long[stretches.Count], new long[stretches.Count + 1]);
        for (var i = 0; i < stretches.Count; i++)
        {
            (starts[i], ends[i]) = (stretches[i].StartNanoseconds, stretches[i].EndNanoseconds);
            sums[i + 1] = sums[i] + stretches[i].TakenNanoseconds;
        }

        return new TakenTime(starts, sums, ends, stretches.Count);
    }

    /// <summary>The first stretch from an index on that ends after a moment; <see cref="Count"/> where none does.</summary>
    public int FirstEndingAfter(long moment, int from)
    {
        // Near first: it mostly is one of the next.
        var (low, step) = (from, 1);
        while (low + step <= Count && End(low + step - 1) <= moment) (low, step) = (low + step, 2 * step);
        var high = Math.Min(Count, low + step - 1);
        while (low < high)
        {
            var middle = low + ((high - low) / 2);
            if (End(middle) <= moment) low = middle + 1;
            else high = middle;
        }

        return low;
    }

    /// <summary>The first stretch from an index on up to whose end more was taken; <see cref="Count"/> where none is.</summary>
    public int FirstBeyond(long taken, int from)
    {
        var (low, step) = (from, 1);
        while (low + step <= Count && _sums[low + step] <= taken) (low, step) = (low + step, 2 * step);
        var high = Math.Min(Count, low + step - 1);
        while (low < high)
        {
            var middle = low + ((high - low) / 2);
            if (_sums[middle + 1] <= taken) low = middle + 1;
            else high = middle;
        }

        return low;
    }

    /// <summary>What was taken up to a moment.</summary>
    /// <param name="moment">The moment.</param>
    /// <param name="stretch">The first stretch that ends after it.</param>
    public long TakenUntil(long moment, int stretch)
    {
        if (stretch >= Count || moment <= _starts[stretch]) return _sums[stretch];
        var into = moment - _starts[stretch];
        if (_ends is null) return _sums[stretch] + into;
        return _sums[stretch] + (long)((double)into * (_sums[stretch + 1] - _sums[stretch]) / (_ends[stretch] - _starts[stretch]));
    }

    /// <summary>What was taken up to a moment.</summary>
    public long TakenUntil(long moment) => TakenUntil(moment, FirstEndingAfter(moment, 0));

    /// <summary>The last moment up to which an amount was taken and not more.</summary>
    /// <param name="taken">The amount.</param>
    /// <param name="stretch">The first stretch up to whose end more was taken.</param>
    public long LastMomentOf(long taken, int stretch)
    {
        var into = taken - _sums[stretch];
        if (_ends is null) return _starts[stretch] + into;
        return _starts[stretch] + (long)((double)into * (_ends[stretch] - _starts[stretch]) / (_sums[stretch + 1] - _sums[stretch]));
    }

    private static bool IsSorted(ReadOnlySpan<long> starts)
    {
        for (var i = 1; i < starts.Length; i++)
        {
            if (starts[i] < starts[i - 1]) return false;
        }

        return true;
    }
}

/// <summary>A stretch of time of which the collector took a part; nanoseconds since the recording's zero.</summary>
/// <param name="StartNanoseconds">Where it starts.</param>
/// <param name="EndNanoseconds">Where it ends.</param>
/// <param name="TakenNanoseconds">How much was taken, at least 1 and at most its length.</param>
internal readonly record struct TakenStretch(long StartNanoseconds, long EndNanoseconds, long TakenNanoseconds);

/// <summary>A part of the recording without gaps: no window may reach beyond it. Nanoseconds since the recording's zero.</summary>
/// <param name="StartNanoseconds">Where it starts.</param>
/// <param name="EndNanoseconds">Where it ends.</param>
internal readonly record struct ObservedStretch(long StartNanoseconds, long EndNanoseconds)
{
    /// <summary>Its length.</summary>
    public long Length => EndNanoseconds - StartNanoseconds;
}
