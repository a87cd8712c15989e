using Unpause.Recordings;

namespace Unpause.Diagnosis.Python;

/// <summary>
/// CPython's full collections, laid out over the objects that came: how long each took tells how large the heap was there, because each
/// looks at all of it.
/// </summary>
internal sealed class FullCollectionLengths
{
    // A threshold's own interval varies by less; what is longer waited for a quarter of the heap to be new.
    private const double Held = 1.3;

    /// <summary>More are the work of a damaged recording.</summary>
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

    /// <summary>Whether the recording counts the objects that come.</summary>
    public bool IsCounted { get; } = true;

    /// <summary>When each begins, and how long it takes.</summary>
    public IReadOnlyList<(long Start, double Nanoseconds)> Lengths => [.. _starts.Zip(_full, (start, full) => (start, full.Nanoseconds))];

    /// <summary>
    /// The first: how long it takes, and how many objects had come by then; null where there is none, or they aren't counted.
    /// </summary>
    public (double Objects, double Nanoseconds)? First => IsCounted && _full.Count > 0 ? _full[0] : null;

    /// <summary>Those of a recording.</summary>
    public static FullCollectionLengths Of(Recording recording) => new(recording);

    /// <summary>
    /// How many there would be under other thresholds, how long all of them and the longest would take; null where that can't be told.
    /// CPython collects the old generation when the counts of all three are exceeded, and then only if the objects that came to it since
    /// are a quarter of what it held (gc_collect_generations of Modules/gcmodule.c, Python/gc.c: long_lived_pending).
    /// </summary>
    /// <param name="now">The thresholds in force.</param>
    /// <param name="then">Those to ask for.</param>
    /// <param name="onlyGrowth">
    /// Whether to count only objects that stayed: with larger young generations those that soon die are freed before they are counted.
    /// Else all.
    /// </param>
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
    /// Where each stands: by all objects that had come, or by those that stayed, which is how large the heap was: by as much larger as the
    /// next took longer, one that took long by chance left out.
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

    /// <summary>How many objects have to come after a place before a quarter is new, as far as the recording tells; else 0.</summary>
    private static double Quarter(List<double> places, double at, double usual)
    {
        var next = Above(places, at);
        if (next == 0 || places.Count < 2) return 0;
        var last = Math.Min(next, places.Count - 1);
        var gap = places[last] - places[last - 1];
        return gap > usual * Held ? gap : 0;
    }

    private double LengthAt(List<double> places, double at)
    {
        var next = Above(places, at);
        if (next == places.Count) return _full[^1].Nanoseconds;
        var (from, took) = next == 0 ? (0.0, 0.0) : (places[next - 1], _full[next - 1].Nanoseconds);
        return took + ((_full[next].Nanoseconds - took) * (at - from) / Math.Max(1, places[next] - from));
    }

    /// <summary>The first place behind one; the number of places where there is none.</summary>
    private static int Above(List<double> places, double at)
    {
        var found = places.BinarySearch(at);
        if (found < 0) return ~found;
        while (found < places.Count && places[found] <= at) found++;
        return found;
    }
}
