using System.Collections.Immutable;
using System.Collections.ObjectModel;
using Unpause.Collections;

namespace Unpause.Bench;

/// <summary>Every member of a list that is typically called in a loop: List = 1.00. Reads use long-lived lists.</summary>
internal static class MemberTable
{
    private const string Goal = "<= 1.2";
    private const int Some = 10_000;
    private const int Many = 50_000;

    internal static IEnumerable<Row> Rows() =>
        Tiny().Concat(Reading()).Concat(Linq()).Concat(Writing()).Concat(Appending(Some)).Concat(Appending(Many));

    private static IEnumerable<Row> Tiny()
    {
        foreach (var count in new[] { 1, 5, 10, 30 })
        {
            yield return new Row($"member: a list of {count}", "-", Goal,
                ("List", () => { var l = new List<int>(); for (var i = 0; i < count; i++) l.Add(i); return l.Count; }),
                ("Chunked", () => { var l = new ChunkedList<int>(); for (var i = 0; i < count; i++) l.Add(i); return l.Count; }));
        }

        yield return new Row("member: a list of ten strings", "-", Goal,
            ("List", () => { var l = new List<string>(); for (var i = 0; i < 10; i++) l.Add("x"); return l.Count; }),
            ("Chunked", () => { var l = new ChunkedList<string>(); for (var i = 0; i < 10; i++) l.Add("x"); return l.Count; }));
    }

    private static IEnumerable<Row> Reading()
    {
        var list = Enumerable.Range(0, Many).ToList();
        var chunked = new ChunkedList<int>(list);
        var pooled = new PooledChunkedList<int>(list);
        var target = new int[Many];
        yield return new Row("member: for + indexer, pooled", "-", "<= 1.6",
            ("List", () => { var l = list; var s = 0L; for (var i = 0; i < l.Count; i++) s += l[i]; return s; }),
            ("pooled", () => { var l = pooled; var s = 0L; for (var i = 0; i < l.Count; i++) s += l[i]; return s; }));
        yield return new Row("member: foreach, pooled", "-", Goal,
            ("List", () => { var s = 0L; foreach (var i in list) s += i; return s; }),
            ("pooled", () => { var s = 0L; foreach (var i in pooled) s += i; return s; }));
        yield return Pair("IndexOf, a miss", () => list.IndexOf(-1), () => chunked.IndexOf(-1));
        yield return Pair("LastIndexOf, a miss", () => list.LastIndexOf(-1), () => chunked.LastIndexOf(-1));
        yield return Pair("BinarySearch", () => list.BinarySearch(40_001), () => chunked.BinarySearch(40_001));
        yield return Pair("FindIndex", () => list.FindIndex(i => i == Many), () => chunked.FindIndex(i => i == Many));
        yield return Pair("FindLastIndex", () => list.FindLastIndex(i => i == Many), () => chunked.FindLastIndex(i => i == Many));
        yield return Pair("TrueForAll", () => list.TrueForAll(i => i >= 0) ? 1 : 0, () => chunked.TrueForAll(i => i >= 0) ? 1 : 0);
        yield return Pair(
            "ForEach",
            () => { var s = 0L; list.ForEach(i => s += i); return s; },
            () => { var s = 0L; chunked.ForEach(i => s += i); return s; });
        yield return Pair("ConvertAll", () => list.ConvertAll(i => (byte)i).Count, () => chunked.ConvertAll(i => (byte)i).Count);
        yield return Pair("FindAll", () => list.FindAll(i => i % 8 == 0).Count, () => chunked.FindAll(i => i % 8 == 0).Count);
        yield return Pair("GetRange(10,000)", () => list.GetRange(7, Some).Count, () => chunked.GetRange(7, Some).Count);
        yield return Pair("ToArray", () => list.ToArray().Length, () => chunked.ToArray().Length);
        yield return Pair(
            "CopyTo an array", () => { list.CopyTo(target); return target[5]; }, () => { chunked.CopyTo(target); return target[5]; });
        yield return Pair("copy constructor", () => new List<int>(list).Count, () => new ChunkedList<int>(chunked).Count);
    }

    private static IEnumerable<Row> Linq()
    {
        var list = Enumerable.Range(0, Many).ToList();
        var chunked = new ChunkedList<int>(list);
        var longs = list.ConvertAll(i => (long)i);
        var chunkedLongs = new ChunkedList<long>(longs);
        var doubles = list.ConvertAll(i => (double)i);
        var chunkedDoubles = new ChunkedList<double>(doubles);
        yield return Pair("Sum of ints", () => list.Sum(), () => chunked.Sum());
        yield return Pair("Sum of longs", () => longs.Sum(), () => chunkedLongs.Sum());
        yield return Pair("Sum of doubles", () => (long)doubles.Sum(), () => (long)chunkedDoubles.Sum());
        yield return Pair("Average of ints", () => (long)list.Average(), () => (long)chunked.Average());
        yield return Pair("Max of ints", () => list.Max(), () => chunked.Max());
        yield return Pair("Min of longs", () => longs.Min(), () => chunkedLongs.Min());
        yield return Pair("Max of doubles", () => (long)doubles.Max(), () => (long)chunkedDoubles.Max());
        yield return Pair("FirstOrDefault", () => list.FirstOrDefault(), () => chunked.FirstOrDefault());
        yield return Pair("Last", () => list.Last(), () => chunked.Last());
        yield return Pair(
            "FirstOrDefault(predicate)", () => list.FirstOrDefault(i => i == Many), () => chunked.FirstOrDefault(i => i == Many));
        yield return Pair("Any(predicate)", () => list.Any(i => i == Many) ? 1 : 0, () => chunked.Any(i => i == Many) ? 1 : 0);
        yield return Pair("Count(predicate)", () => list.Count(i => i % 8 == 0), () => chunked.Count(i => i % 8 == 0));
        yield return Pair("Distinct", () => Enumerable.Distinct(list).Last(), () => chunked.Distinct().Last());
        yield return Pair("OrderBy", () => Walk(list.OrderBy(i => -i)), () => Walk(chunked.OrderBy(i => -i)));
        yield return Pair(
            "Where + Select",
            () => Walk(list.Where(i => i > 9).Select(i => i + 1)),
            () => Walk(chunked.Where(i => i > 9).Select(i => i + 1)));
    }

    private static IEnumerable<Row> Writing()
    {
        foreach (var count in new[] { Some, Many })
        {
            var list = Enumerable.Range(0, count).ToList();
            var chunked = new ChunkedList<int>(list);
            var texts = list.ConvertAll(i => "x");
            var chunkedTexts = new ChunkedList<string>(texts);
            yield return new Row($"member: write by indexer {count:N0}", "-", "<= 1.5",
                ("List", () => { var l = list; for (var i = 0; i < l.Count; i++) l[i] = i; return l.Count; }),
                ("Chunked", () => { var l = chunked; for (var i = 0; i < l.Count; i++) l[i] = i; return l.Count; }));
            yield return new Row($"member: write strings by indexer {count:N0}", "-", "<= 1.5",
                ("List", () => { var l = texts; for (var i = 0; i < l.Count; i++) l[i] = "y"; return l.Count; }),
                ("Chunked", () => { var l = chunkedTexts; for (var i = 0; i < l.Count; i++) l[i] = "y"; return l.Count; }));
            yield return Pair(
                $"Reverse {count:N0}", () => { list.Reverse(); return list[0]; }, () => { chunked.Reverse(); return chunked[0]; });
            yield return Pair(
                $"InsertRange of 500 into {count:N0}, and RemoveRange",
                () => { list.InsertRange(count / 2, Few); list.RemoveRange(count / 2, 500); return list.Count; },
                () => { chunked.InsertRange(count / 2, Few); chunked.RemoveRange(count / 2, 500); return chunked.Count; });
            yield return Pair(
                $"refill {count:N0} and RemoveAll",
                () => { list.Clear(); for (var i = 0; i < count; i++) list.Add(i); return list.RemoveAll(i => i % 3 == 0); },
                () => { chunked.Clear(); for (var i = 0; i < count; i++) chunked.Add(i); return chunked.RemoveAll(i => i % 3 == 0); });
        }
    }

    private static readonly int[] Few = new int[500];

    private static IEnumerable<Row> Appending(int count)
    {
        var array = Enumerable.Range(0, count).ToArray();
        var sources = new (string Name, IEnumerable<int> Source)[]
        {
            ("List", array.ToList()), ("ArraySegment", new ArraySegment<int>(array)), ("ImmutableArray", ImmutableArray.Create(array)),
            ("ReadOnlyCollection", new ReadOnlyCollection<int>(array)), ("HashSet", array.ToHashSet()), ("Queue", new Queue<int>(array)),
            ("an iterator", array.Where(i => i >= 0)), ("ChunkedList", new ChunkedList<int>(array)),
        };
        foreach (var (name, source) in sources)
        {
            yield return Pair(
                $"AddRange of {count:N0}: {name}",
                () => { var l = new List<int>(); l.AddRange(source); return l.Count; },
                () => { var l = new ChunkedList<int>(); l.AddRange(source); return l.Count; });
        }
    }

    private static long Walk(IEnumerable<int> items)
    {
        var sum = 0L;
        foreach (var item in items) sum += item;
        return sum;
    }

    private static Row Pair(string work, Func<long> list, Func<long> chunked) =>
        new($"member: {work}", "-", Goal, ("List", list), ("Chunked", chunked));
}
