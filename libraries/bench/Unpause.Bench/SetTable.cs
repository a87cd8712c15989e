using Unpause.Collections;

namespace Unpause.Bench;

/// <summary>Incident 1, sets: HashSet = 1.00.</summary>
internal static class SetTable
{
    internal static IEnumerable<Row> Rows(bool large)
    {
        yield return Union("small", "2.43", "<= 0.70", Enumerable.Range(0, 300), Enumerable.Range(100, 600), Enumerable.Range(300, 1000));
        yield return Union(
            "large",
            "2.37",
            "<= 0.65 x PooledSet's 0.41-0.48; <= 2.0 MB",
            Enumerable.Range(0, 30_000),
            Enumerable.Range(10_000, 60_000),
            Enumerable.Range(30_000, 100_000));
        yield return Lazy();
        yield return Add(500, shuffled: false, "<= 0.85");
        yield return Add(500, shuffled: true, "<= 0.85");
        yield return Add(50_000, shuffled: false, "<= 0.36");
        yield return Add(50_000, shuffled: true, "<= 0.55");
        if (large) yield return Add(5_000_000, shuffled: false, "<= 0.65");
        if (large) yield return Add(5_000_000, shuffled: true, "<= 1.0");
        foreach (var row in Look(500, "<= 0.80", "-")) yield return row;
        foreach (var row in Look(50_000, "<= 0.80", "<= 0.60")) yield return row;
        foreach (var row in large ? Look(5_000_000, "<= 1.0", "<= 0.85") : []) yield return row;
        yield return Strings(50_000);
        yield return LookStrings(500);
        yield return LookStrings(50_000);
        yield return Dictionary(500);
        yield return Dictionary(50_000);
    }

    // Truly random: multiples of a number fall into a prime number of buckets with no or with many collisions, depending on luck.
    private static int[] Keys(int count, bool shuffled)
    {
        if (!shuffled) return [.. Enumerable.Range(0, count)];
        var random = new Random(5);
        var keys = new HashSet<int>();
        while (keys.Count < count) keys.Add(random.Next(int.MinValue, int.MaxValue));
        return [.. keys];
    }

    private static Row Union(string name, string incident, string goal, params IEnumerable<int>[] ranges)
    {
        var arrays = ranges.Select(range => range.ToArray()).ToArray();
        return new Row($"UnionWith {name} ranges", incident, goal,
            ("HashSet", () => { var s = new HashSet<int>(); foreach (var a in arrays) s.UnionWith(a); return s.Count; }),
            ("Chunked", () => { var s = new ChunkedHashSet<int>(); foreach (var a in arrays) s.UnionWith(a); return s.Count; }));
    }

    private static Row Lazy()
    {
        static IEnumerable<int> Range(int start, int count) => Enumerable.Range(start, count).Where(i => i >= 0);
        return new Row("UnionWith large ranges, lazy", "-", "<= 0.60",
            ("HashSet", () =>
            {
                var s = new HashSet<int>();
                s.UnionWith(Range(0, 30_000));
                s.UnionWith(Range(10_000, 60_000));
                s.UnionWith(Range(30_000, 100_000));
                return s.Count;
            }),
            ("Chunked", () =>
            {
                var s = new ChunkedHashSet<int>();
                s.UnionWith(Range(0, 30_000));
                s.UnionWith(Range(10_000, 60_000));
                s.UnionWith(Range(30_000, 100_000));
                return s.Count;
            }));
    }

    private static Row Add(int count, bool shuffled, string goal)
    {
        var keys = Keys(count, shuffled);
        return new Row($"Add {count:N0} {(shuffled ? "random" : "sequential")}", "-", goal,
            ("HashSet", () => { var s = new HashSet<int>(); foreach (var key in keys) s.Add(key); return s.Count; }),
            ("Chunked", () => { var s = new ChunkedHashSet<int>(); foreach (var key in keys) s.Add(key); return s.Count; }));
    }

    private static IEnumerable<Row> Look(int count, string hit, string miss)
    {
        var keys = Keys(count, shuffled: true);
        var standard = new HashSet<int>(keys);
        var chunked = new ChunkedHashSet<int>();
        foreach (var key in keys) chunked.Add(key);
        var sought = keys.ToArray();
        new Random(9).Shuffle(sought);
        var absent = sought.Select(key => key ^ 0x5555_5555).ToArray();
        yield return new Row($"Contains hit {count:N0} random", "-", hit,
            ("HashSet", () => { var n = 0; foreach (var key in sought) n += standard.Contains(key) ? 1 : 0; return n; }),
            ("Chunked", () => { var n = 0; foreach (var key in sought) n += chunked.Contains(key) ? 1 : 0; return n; }));
        yield return new Row($"Contains miss {count:N0} random", "-", miss,
            ("HashSet", () => { var n = 0; foreach (var key in absent) n += standard.Contains(key) ? 1 : 0; return n; }),
            ("Chunked", () => { var n = 0; foreach (var key in absent) n += chunked.Contains(key) ? 1 : 0; return n; }));
        yield return new Row($"foreach set {count:N0}", "-", "<= 1.15",
            ("HashSet", () => { var n = 0L; foreach (var key in standard) n += key; return n; }),
            ("Chunked", () => { var n = 0L; foreach (var key in chunked) n += key; return n; }));
    }

    private static Row Strings(int count)
    {
        var keys = Enumerable.Range(0, count).Select(i => $"key-{i * 7919}").ToArray();
        return new Row($"strings: Add {count:N0}", "-", "<= 0.65",
            ("HashSet", () => { var s = new HashSet<string>(); foreach (var key in keys) s.Add(key); return s.Count; }),
            ("Chunked", () => { var s = new ChunkedHashSet<string>(); foreach (var key in keys) s.Add(key); return s.Count; }));
    }

    private static Row Dictionary(int count)
    {
        var keys = Keys(count, shuffled: true);
        return new Row($"dictionary: set and get {count:N0} random", "-", "-",
            ("Dictionary", () =>
            {
                var d = new Dictionary<int, long>();
                foreach (var key in keys)
                {
                    d[key] = key;
                }

                var n = 0L;
                foreach (var key in keys) n += d[key];
                return n;
            }),
            ("Chunked", () =>
            {
                var d = new ChunkedDictionary<int, long>();
                foreach (var key in keys)
                {
                    d[key] = key;
                }

                var n = 0L;
                foreach (var key in keys) n += d[key];
                return n;
            }));
    }

    private static Row LookStrings(int count)
    {
        var keys = Enumerable.Range(0, count).Select(i => $"key-{i * 7919}").ToArray();
        var standard = new HashSet<string>(keys);
        var chunked = new ChunkedHashSet<string>(keys);
        return new Row($"strings: Contains {count:N0}", "-", "<= 1.35",
            ("HashSet", () => { var n = 0; foreach (var key in keys) n += standard.Contains(key) ? 1 : 0; return n; }),
            ("Chunked", () => { var n = 0; foreach (var key in keys) n += chunked.Contains(key) ? 1 : 0; return n; }));
    }
}
