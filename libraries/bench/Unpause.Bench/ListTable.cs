using Unpause.Collections;

namespace Unpause.Bench;

/// <summary>Incident 1, lists: List = 1.00.</summary>
internal static class ListTable
{
    private static readonly string Text = new('x', 3);
    private static readonly object Thing = new();

    internal static IEnumerable<Row> Rows(bool large)
    {
        yield return Add(500, "2.6", "<= 1.05; pooled <= 0.85");
        yield return Add(50_000, "2.0", "<= 0.75 x Roslyn's 0.71-1.03; pooled <= 1.0 x PooledList's 0.23-0.32; <= 280 KB");
        if (large) yield return Add(5_000_000, "-", "<= 0.28");
        yield return new Row("Add 50,000 string", "-", "<= 0.18",
            ("List", () => { var l = new List<string>(); for (var i = 0; i < 50_000; i++) l.Add(Text); return l.Count; }),
            ("Chunked", () => { var l = new ChunkedList<string>(); for (var i = 0; i < 50_000; i++) l.Add(Text); return l.Count; }));
        yield return new Row("Add 50,000 object", "-", "<= 0.12",
            ("List", () => { var l = new List<object>(); for (var i = 0; i < 50_000; i++) l.Add(Thing); return l.Count; }),
            ("Chunked", () => { var l = new ChunkedList<object>(); for (var i = 0; i < 50_000; i++) l.Add(Thing); return l.Count; }));
        foreach (var (count, index, each) in new[]
        {
            (500, "<= 1.45", "<= 1.10"),
            (50_000, "<= 1.60", "<= 1.05"),
            (5_000_000, "<= 1.60", "<= 1.05")
        })
        {
            if (count > 50_000 && !large) continue;
            foreach (var row in Reading(count, index, each)) yield return row;
        }

        var source = Enumerable.Range(0, 50_000).ToArray();
        yield return new Row("AddRange(int[50,000])", "-", "<= 2.5 x memcpy; pooled <= 1.3",
            ("memcpy", () => { source.AsSpan().CopyTo(Target); return Target[7]; }),
            ("List", () => { var l = new List<int>(); l.AddRange(source); return l.Count; }),
            ("Chunked", () => { var l = new ChunkedList<int>(); l.AddRange(source); return l.Count; }),
            ("pooled", () => { using var l = new PooledChunkedList<int>(); l.AddRange(source); return l.Count; }));
        yield return Middle(50_000, "<= 1.10");
        if (large) yield return Middle(5_000_000, "<= 1.25");
        yield return Sort(500, "<= 1.05");
        yield return Sort(50_000, "<= 0.25");
        if (large) yield return Sort(5_000_000, "<= 0.25");
        yield return SortGeneric(50_000);
    }

    private static readonly int[] Target = new int[50_000];

    private static Row Add(int count, string incident, string goal) => new($"Add {count:N0} ints", incident, goal,
        ("List", () => { var l = new List<int>(); for (var i = 0; i < count; i++) l.Add(i); return l.Count; }),
        ("Chunked", () => { var l = new ChunkedList<int>(); for (var i = 0; i < count; i++) l.Add(i); return l.Count; }),
        ("pooled", () => { using var l = new PooledChunkedList<int>(); for (var i = 0; i < count; i++) l.Add(i); return l.Count; }));

    private static IEnumerable<Row> Reading(int count, string index, string each)
    {
        var list = new List<int>(Enumerable.Range(0, count));
        var chunked = new ChunkedList<int>(list);
        IEnumerable<int> lazyList = list, lazyChunked = chunked;
        yield return new Row($"for + indexer {count:N0}", "-", index,
            ("List", () => { var l = list; var s = 0L; for (var i = 0; i < l.Count; i++) s += l[i]; return s; }),
            ("Chunked", () => { var l = chunked; var s = 0L; for (var i = 0; i < l.Count; i++) s += l[i]; return s; }));
        yield return new Row($"foreach {count:N0}", "-", $"{each}; spans <= 0.82",
            ("List", () => { var s = 0L; foreach (var i in list) s += i; return s; }),
            ("Chunked", () => { var s = 0L; foreach (var i in chunked) s += i; return s; }),
            ("spans", () => { var s = 0L; foreach (var span in chunked.ChunkSpans) { foreach (var i in span) s += i; } return s; }));
        yield return new Row($"foreach as IEnumerable {count:N0}", "-", "<= 1.2, 0 B",
            ("List", () => { var s = 0L; foreach (var i in lazyList) s += i; return s; }),
            ("Chunked", () => { var s = 0L; foreach (var i in lazyChunked) s += i; return s; }));
        yield return new Row($"Contains last of {count:N0}", "-", "<= 1.05",
            ("List", () => list.Contains(count - 1) ? 1 : 0),
            ("Chunked", () => chunked.Contains(count - 1) ? 1 : 0));
    }

    private static Row Middle(int count, string goal)
    {
        var list = new List<int>(Enumerable.Range(0, count)) { Capacity = count + 10 };
        var chunked = new ChunkedList<int>(list);
        return new Row($"Insert + RemoveAt in the middle of {count:N0}", "-", goal,
            ("List", () => { list.Insert(count / 2, 1); list.RemoveAt(count / 2); return list.Count; }),
            ("Chunked", () => { chunked.Insert(count / 2, 1); chunked.RemoveAt(count / 2); return chunked.Count; }));
    }

    private static Row Sort(int count, string goal)
    {
        var random = new Random(3);
        var source = Enumerable.Range(0, count).Select(_ => random.Next()).ToArray();
        var list = new List<int>(source);
        var chunked = new ChunkedList<int>(source);
        return new Row($"Sort {count:N0} random ints (with refill)", "-", goal,
            ("List", () => { list.Clear(); list.AddRange(source); list.Sort(); return list[0]; }),
            ("Chunked", () => { chunked.Clear(); chunked.AddRange(source); chunked.Sort(); return chunked[0]; }));
    }

    private static Row SortGeneric(int count)
    {
        var random = new Random(3);
        var source = Enumerable.Range(0, count).Select(_ => (decimal)random.Next()).ToArray();
        var list = new List<decimal>(source);
        var chunked = new ChunkedList<decimal>(source);
        return new Row($"Sort {count:N0} random decimals", "-", "<= 1.05",
            ("List", () => { list.Clear(); list.AddRange(source); list.Sort(); return (long)list[0]; }),
            ("Chunked", () => { chunked.Clear(); chunked.AddRange(source); chunked.Sort(); return (long)chunked[0]; }));
    }
}
