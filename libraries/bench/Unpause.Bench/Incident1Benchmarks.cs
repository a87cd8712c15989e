using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using Unpause.Collections;

namespace Unpause.Bench;

/// <summary>The four lines of incident 1 under BenchmarkDotNet.</summary>
[MemoryDiagnoser, GroupBenchmarksBy(BenchmarkLogicalGroupRule.ByCategory, BenchmarkLogicalGroupRule.ByParams)]
public class Incident1Benchmarks
{
    private readonly int[][] _small = [[.. Enumerable.Range(0, 300)], [.. Enumerable.Range(100, 600)], [.. Enumerable.Range(300, 1000)]];
    private readonly int[][] _large =
        [[.. Enumerable.Range(0, 30_000)], [.. Enumerable.Range(10_000, 60_000)], [.. Enumerable.Range(30_000, 100_000)]];

    [Params(500, 50_000)]
    public int Count { get; set; }

    [Benchmark(Baseline = true), BenchmarkCategory("list")]
    public List<int> ListAdd()
    {
        var list = new List<int>();
        for (var i = 0; i < Count; i++) list.Add(i);
        return list;
    }

    [Benchmark, BenchmarkCategory("list")]
    public ChunkedList<int> ChunkedListAdd()
    {
        var list = new ChunkedList<int>();
        for (var i = 0; i < Count; i++) list.Add(i);
        return list;
    }

    [Benchmark(Baseline = true), BenchmarkCategory("set")]
    public HashSet<int> HashSetUnion()
    {
        var set = new HashSet<int>();
        foreach (var range in Count == 500 ? _small : _large) set.UnionWith(range);
        return set;
    }

    [Benchmark, BenchmarkCategory("set")]
    public ChunkedHashSet<int> ChunkedHashSetUnion()
    {
        var set = new ChunkedHashSet<int>();
        foreach (var range in Count == 500 ? _small : _large) set.UnionWith(range);
        return set;
    }
}
