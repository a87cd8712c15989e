namespace Unpause.Analysis.Diagnosis.Python;

/// <summary>
/// CPython's full collections, over the number of objects allocated. A full collection scans the whole heap, so its length indicates the
/// heap size at that point.
/// </summary>
internal sealed class FullCollectionLengths
{
    // Intervals set by a threshold vary by less. A longer one waited until a quarter of the heap was new.
    private const double LongInterval = 1.3;

    /// <summary>A larger count comes from a damaged recording.</summary>
    private const int MostForecast = 1_000_000;

    private readonly List<(double At, double Nanoseconds)> _full = [];
    private readonly List<long> _starts = [];
    private readonly double _end;

    private FullCollectionLengths(Recording recording)
    {
        var pauses = new Dictionary<int, long>();
        foreach (var pause in recording.Pauses)
        {
            if (recording.Collections[pause.Collection].WholeHeap) pauses.TryAdd(pause.Collection, pause.DurationNanoseconds);
        }

        for (var i = 0; i < recording.Collections.Count; i++)
        {
            var collection = recording.Collections[i];
            IsCounted &= collection.AllocatedObjects is not null;
            _end += collection.AllocatedObjects ?? 0;
            if (!pauses.TryGetValue(i, out var took)) continue;
            _full.Add((_end, took));
            _starts.Add(collection.StartNanoseconds ?? 0);
        }
    }

    /// <summary>Whether the recording counts allocated objects.</summary>
    public bool IsCounted { get; } = true;

    /// <summary>Start and length of each.</summary>
    public IReadOnlyList<(long Start, double Nanoseconds)> Lengths => [.. _starts.Zip(_full, (start, full) => (start, full.Nanoseconds))];

    /// <summary>
    /// The length of the first one, and the number of objects allocated by then; null where there is none, or objects are not counted.
    /// </summary>
    public (double Objects, double Nanoseconds)? First => IsCounted && _full.Count > 0 ? _full[0] : null;

    /// <summary>Collects them from a recording.</summary>
    public static FullCollectionLengths From(Recording recording) => new(recording);

    /// <summary>
    /// The number of full collections with other thresholds, their total time and the longest; null where that cannot be estimated. CPython
    /// collects the old generation when the counts of all three are exceeded, and only if the objects promoted to it since are a quarter of
    /// its size (gc_collect_generations of Modules/gcmodule.c, Python/gc.c: long_lived_pending).
    /// </summary>
    /// <param name="now">The thresholds in force.</param>
    /// <param name="onlyGrowth">Whether to count only objects that stayed: with larger young generations, short-lived objects are freed
    /// before they are counted. Otherwise all objects count.</param>
    public (int Count, double Nanoseconds, double Longest)? Under(IReadOnlyList<long> now, IReadOnlyList<long> then, bool onlyGrowth)
    {
        if (!IsCounted || _full.Count == 0) return null;
        var places = Places(onlyGrowth, out var end);
        var (usual, least) = (Interval(now), Interval(then));
        var (count, sum, longest, at) = (0, 0.0, 0.0, 0.0);
        while (count <= MostForecast)
        {
            at += Math.Max(least, Quarter(places, at, usual));
            if (at > end) return (count, sum, longest);
            var took = LengthAt(places, at);
            (count, sum, longest) = (count + 1, sum + took, Math.Max(longest, took));
        }

        return null;
    }

    private static double Interval(IReadOnlyList<long> thresholds) =>
        Math.Max(1, thresholds[0]) * (thresholds[1] + 1.0) * (thresholds[2] + 1.0);

    /// <summary>
    /// The position of each: the number of objects allocated by then, or of those that stayed. The latter is the heap size, and grows in
    /// proportion to the length of collections, without single outliers.
    /// </summary>
    private List<double> Places(bool onlyGrowth, out double end)
    {
        var places = _full.ConvertAll(full => full.At);
        end = _end;
        if (!onlyGrowth) return places;
        var lengths = _full.ConvertAll(full => full.Nanoseconds);
        for (var i = lengths.Count - 2; i >= 0; i--) lengths[i] = Math.Min(lengths[i], lengths[i + 1]);
        for (var i = 1; i < places.Count; i++)
        {
            var stayed = places[i - 1] * ((lengths[i] / Math.Max(1, lengths[i - 1])) - 1);
            places[i] = places[i - 1] + Math.Min(stayed, _full[i].At - _full[i - 1].At);
        }

        end = places[^1];
        return places;
    }

    /// <summary>
    /// How many objects must be allocated after a position before a quarter of the heap is new, if the recording shows it; else 0.
    /// </summary>
    private static double Quarter(List<double> places, double at, double usual)
    {
        var next = Above(places, at);
        if (next == 0 || places.Count < 2) return 0;
        var last = Math.Min(next, places.Count - 1);
        var gap = places[last] - places[last - 1];
        return gap > usual * LongInterval ? gap : 0;
    }

    private double LengthAt(List<double> places, double at)
    {
        var next = Above(places, at);
        if (next == places.Count) return _full[^1].Nanoseconds;
        var (from, took) = next == 0 ? (0.0, 0.0) : (places[next - 1], _full[next - 1].Nanoseconds);
        return took + ((_full[next].Nanoseconds - took) * (at - from) / Math.Max(1, places[next] - from));
    }

    /// <summary>The first position after one; the number of positions where there is none.</summary>
    private static int Above(List<double> places, double at)
    {
        var found = places.BinarySearch(at);
        if (found < 0) return ~found;
        while (found < places.Count && places[found] <= at) found++;
        return found;
    }
}
