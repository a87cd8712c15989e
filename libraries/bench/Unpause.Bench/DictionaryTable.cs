using System.Runtime.InteropServices;
using Unpause.Collections;

namespace Unpause.Bench;

/// <summary>
/// Every member of a dictionary or set that is typically called in a loop: the standard type = 1.00. Lookups are measured separately
/// from building, in long-lived tables (in gen2 before the first round) and in fresh ones.
/// </summary>
internal static class DictionaryTable
{
    private const string Goal = "<= 1.2";

    internal static IEnumerable<Row> Rows() => Sizes().SelectMany(Members).Concat(Tiny());

    private static int[] Sizes() => [500, 50_000];

    private static IEnumerable<Row> Members(int count)
    {
        var random = new Random(9);
        var keys = Keys(count);
        var sought = keys.ToArray();
        random.Shuffle(sought);
        var (standard, ours) = (new Dictionary<int, long>(), new ChunkedDictionary<int, long>());
        foreach (var key in keys) standard[key] = ours[key] = key;
        var pooled = new PooledChunkedDictionary<int, long>(ours);
        GC.Collect();
        GC.Collect();
        yield return new Row($"table: dictionary get {count:N0}", "-", Goal,
            ("Dictionary", () => { var s = 0L; foreach (var key in sought) s += standard[key]; return s; }),
            ("Chunked", () => { var s = 0L; foreach (var key in sought) s += ours[key]; return s; }),
            ("pooled", () => { var s = 0L; foreach (var key in sought) s += pooled[key]; return s; }));
        yield return Pair(
            $"dictionary TryGetValue {count:N0}",
            () => { var s = 0L; foreach (var key in sought) s += standard.TryGetValue(key, out var v) ? v : 1; return s; },
            () => { var s = 0L; foreach (var key in sought) s += ours.TryGetValue(key, out var v) ? v : 1; return s; });
        yield return Pair(
            $"dictionary ContainsKey, misses {count:N0}",
            () => { var s = 0L; foreach (var key in sought) s += standard.ContainsKey(~key) ? 1 : 0; return s; },
            () => { var s = 0L; foreach (var key in sought) s += ours.ContainsKey(~key) ? 1 : 0; return s; });
        yield return Pair(
            $"dictionary set what is there {count:N0}",
            () => { foreach (var key in sought) standard[key] = 3; return 0; },
            () => { foreach (var key in sought) ours[key] = 3; return 0; });
        yield return Pair(
            $"dictionary GetValueRefOrAddDefault {count:N0}",
            () => { foreach (var key in sought) CollectionsMarshal.GetValueRefOrAddDefault(standard, key, out _)++; return 0; },
            () => { foreach (var key in sought) ours.GetValueRefOrAddDefault(key, out _)++; return 0; });
        yield return Pair(
            $"dictionary remove and add {count:N0}",
            () => { foreach (var key in sought) { standard.Remove(key); standard[key] = 1; } return 0; },
            () => { foreach (var key in sought) { ours.Remove(key); ours[key] = 1; } return 0; });
        yield return Pair(
            $"dictionary foreach {count:N0}",
            () => { var s = 0L; foreach (var pair in standard) s += pair.Value; return s; },
            () => { var s = 0L; foreach (var pair in ours) s += pair.Value; return s; });
        yield return Pair(
            $"dictionary foreach of its keys {count:N0}",
            () => { var s = 0L; foreach (var key in standard.Keys) s += key; return s; },
            () => { var s = 0L; foreach (var key in ours.Keys) s += key; return s; });
        yield return Pair(
            $"dictionary foreach of its values {count:N0}",
            () => { var s = 0L; foreach (var value in standard.Values) s += value; return s; },
            () => { var s = 0L; foreach (var value in ours.Values) s += value; return s; });
        yield return Pair(
            $"dictionary copy {count:N0}",
            () => new Dictionary<int, long>(standard).Count, () => new ChunkedDictionary<int, long>(ours).Count);
        yield return Pair(
            $"dictionary build and look up once {count:N0}",
            () => { var d = new Dictionary<int, long>(count); foreach (var k in keys) d[k] = k; return Sum(sought, k => d[k]); },
            () => { var d = new ChunkedDictionary<int, long>(count); foreach (var k in keys) d[k] = k; return Sum(sought, k => d[k]); });
        foreach (var row in Texts(count, random)) yield return row;
    }

    private static IEnumerable<Row> Texts(int count, Random random)
    {
        var keys = Enumerable.Range(0, count).Select(i => $"key-{i * 7919}").ToArray();
        var sought = keys.Select(key => new string(key.AsSpan())).ToArray();
        random.Shuffle(sought);
        var (standard, ours) = (new Dictionary<string, int>(), new ChunkedDictionary<string, int>());
        foreach (var key in keys) standard[key] = ours[key] = 1;
        var (set, chunkedSet) = (new HashSet<string>(keys), new ChunkedHashSet<string>(keys));
        GC.Collect();
        GC.Collect();
        yield return Pair(
            $"dictionary of strings get {count:N0}",
            () => { var s = 0L; foreach (var key in sought) s += standard[key]; return s; },
            () => { var s = 0L; foreach (var key in sought) s += ours[key]; return s; });
        yield return Pair(
            $"dictionary of strings foreach of its values {count:N0}",
            () => { var s = 0L; foreach (var value in standard.Values) s += value; return s; },
            () => { var s = 0L; foreach (var value in ours.Values) s += value; return s; });
        yield return Pair(
            $"set of strings Contains, shuffled {count:N0}",
            () => { var s = 0L; foreach (var key in sought) s += set.Contains(key) ? 1 : 0; return s; },
            () => { var s = 0L; foreach (var key in sought) s += chunkedSet.Contains(key) ? 1 : 0; return s; });
        yield return Pair(
            $"set of strings copy {count:N0}", () => new HashSet<string>(set).Count, () => new ChunkedHashSet<string>(chunkedSet).Count);
    }

    private static IEnumerable<Row> Tiny()
    {
        int[] five = [3, 1, 4, 15, 9];
        string[] texts = ["a", "bb", "ccc", "dddd", "eeeee"];
        yield return Pair(
            "set of five",
            () => { var s = new HashSet<int>(); foreach (var key in five) s.Add(key); return s.Count; },
            () => { var s = new ChunkedHashSet<int>(); foreach (var key in five) s.Add(key); return s.Count; });
        yield return Pair(
            "set of five strings",
            () => { var s = new HashSet<string>(); foreach (var key in texts) s.Add(key); return s.Count; },
            () => { var s = new ChunkedHashSet<string>(); foreach (var key in texts) s.Add(key); return s.Count; });
        yield return Pair(
            "dictionary of five",
            () => { var d = new Dictionary<int, long>(); foreach (var key in five) d[key] = 1; return d.Count; },
            () => { var d = new ChunkedDictionary<int, long>(); foreach (var key in five) d[key] = 1; return d.Count; });
    }

    private static long Sum(int[] keys, Func<int, long> of)
    {
        var sum = 0L;
        foreach (var key in keys) sum += of(key);
        return sum;
    }

    private static int[] Keys(int count)
    {
        var random = new Random(5);
        var keys = new HashSet<int>();
        while (keys.Count < count) keys.Add(random.Next(int.MinValue, int.MaxValue));
        return [.. keys];
    }

    private static Row Pair(string work, Func<long> standard, Func<long> chunked) =>
        new($"table: {work}", "-", Goal, ("standard", standard), ("Chunked", chunked));
}
