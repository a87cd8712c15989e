namespace Unpause.Requests.Attribution.Clocks;

/// <summary>
/// When requests end, in order, with a table of equal buckets that leads a count straight to the few instants near it.
/// </summary>
/// <remarks>At most <see cref="Most"/> of them, evenly thinned: 8 bytes an instant and at most 8 of buckets.</remarks>
internal sealed class Completions
{
    /// <summary>Instants that are kept.</summary>
    public const int Most = 1_000_000;

    private readonly long[] _instants;
    private readonly int[] _before;
    private readonly long _origin;
    private readonly int _shift;

    private Completions(long[] instants, int[] before, long origin, int shift) =>
        (_instants, _before, _origin, _shift) = (instants, before, origin, shift);

    /// <summary>How many.</summary>
    public int Count => _instants.Length;

    /// <summary>All of them, ascending.</summary>
    public ReadOnlySpan<long> Instants => _instants;

    /// <summary>Takes the requests that end in a stretch of time.</summary>
    /// <param name="requests">In order of arrival.</param>
    /// <param name="from">Where the stretch begins.</param>
    public static Completions Take(RequestArray requests, long from, long to)
    {
        var every = 1 + (requests.Count / Most);
        var (count, first, last) = (0, long.MaxValue, long.MinValue);
        for (var i = 0; i < requests.Count; i += every)
        {
            var end = requests.Starts[i] + requests.Durations[i];
            if (end < from || end > to) continue;
            count++;
            if (end < first) first = end;
            if (end > last) last = end;
        }

        if (count == 0) return new Completions([], [0, 0], 0, 0);
        var shift = 0;
        while ((last - first) >> shift > 2L * count) shift++;
        var before = new int[((last - first) >> shift) + 2];
        for (var i = 0; i < requests.Count; i += every)
        {
            var end = requests.Starts[i] + requests.Durations[i];
            if (end >= from && end <= to) before[(end - first) >> shift]++;
        }

        // Counts become ends of buckets; filling from the back makes them beginnings.
        for (var i = 1; i < before.Length; i++) before[i] += before[i - 1];
        var instants = new long[count];
        for (var i = 0; i < requests.Count; i += every)
        {
            var end = requests.Starts[i] + requests.Durations[i];
            if (end >= from && end <= to) instants[--before[(end - first) >> shift]] = end;
        }

        for (var i = 0; i + 1 < before.Length; i++)
        {
            if (before[i + 1] - before[i] > 1) instants.AsSpan(before[i], before[i + 1] - before[i]).Sort();
        }

        return new Completions(instants, before, first, shift);
    }

    /// <summary>How many are before an instant.</summary>
    public int Before(long instant)
    {
        if (instant <= _origin || Count == 0) return 0;
        if (instant > _instants[^1]) return Count;
        var bucket = (int)((instant - _origin) >> _shift);
        var (low, high) = (_before[bucket], _before[bucket + 1]);
        return low + SortedTimes.Before(_instants.AsSpan(low, high - low), instant);
    }

    /// <summary>How many are in an interval, including its start and not its end.</summary>
    public int Within(long from, long to) => Before(to) - Before(from);
}
