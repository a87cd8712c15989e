using Unpause.Analysis.Holes;
using Unpause.Requests;

namespace Unpause.Tests.Analysis.Holes;

public sealed class SpanTreeTests
{
    [Fact]
    public void SpanTree_OverlappingChildren_LeaveTheHoles()
    {
        // Children overlap each other, stick out on both sides, and lie outside.
        var set = Of(
            (1, 0, 100, 200), (2, 1, 90, 110), (3, 1, 130, 150), (4, 1, 140, 160), (5, 1, 190, 250), (6, 1, 300, 400), (7, 1, 145, 146));
        var holes = SpanTree.Build(
            set).Holes(1).Where(hole => hole.Span == 0).Select(hole => (hole.StartUnixNanoseconds, hole.EndUnixNanoseconds));
        Assert.Equal([(110L, 130L), (160, 190)], holes);
    }

    [Fact]
    public void SpanTree_SpanWithoutChildren_IsOneHole()
    {
        var set = Of((1, 0, 100, 200), (2, 1, 100, 195));
        Assert.Equal([new Hole(1, 100, 95)], SpanTree.Build(set).Holes(6));
    }

    [Fact]
    public void SpanTree_OrphansAndCycles_AreRootsOrBroken()
    {
        var set = Of((1, 2, 0, 10), (2, 3, 0, 10), (3, 1, 0, 10), (4, 99, 0, 10), (5, 5, 0, 10), (6, 1, 0, 10));
        var tree = SpanTree.Build(set);
        Assert.Equal(-1, tree.Parent(3));
        Assert.Equal(-1, tree.Parent(4));
        for (var i = 0; i < 6; i++)
        {
            var steps = 0;
            for (var at = i; at >= 0; at = tree.Parent(at)) Assert.True(++steps <= 6);
        }
    }

    [Fact]
    public void SpanTree_ZipkinHalvesOfOneCall_FindEachOther()
    {
        var set = Of((1, 0, 0, 100));
        set.Services.Add(new Service("client", null, null));
        set.Services.Add(new Service("server", null, null));
        set.Spans.Add(new Span(1, 2, 1, 10, 80, -1, 0, SpanKind.Client));
        set.Spans.Add(new Span(1, 2, 1, 20, 60, -1, 1, SpanKind.Server));
        set.Spans.Add(new Span(1, 3, 2, 30, 10, -1, 1, SpanKind.Internal));
        var tree = SpanTree.Build(set);
        Assert.Equal([-1, 0, 1, 2], Enumerable.Range(0, 4).Select(tree.Parent));
    }

    [Fact]
    public void SpanTree_RandomTrees_EqualACountOfEveryNanosecond()
    {
        var random = new Random(7);
        for (var round = 0; round < 300; round++)
        {
            var spans = Enumerable.Range(1, 12).Select(id => (id, random.Next(0, 13), (long)random.Next(1, 60), 0L))
                .Select(s => (s.id, s.Item2, s.Item3, s.Item3 + random.Next(0, 40))).ToArray();
            var set = Of(spans);
            var tree = SpanTree.Build(set);
            for (var i = 0; i < spans.Length; i++)
            {
                var free = Enumerable.Range((int)spans[i].Item3, (int)(spans[i].Item4 - spans[i].Item3))
                    .Count(t => !Enumerable.Range(0, spans.Length)
                        .Any(c => tree.Parent(c) == i && spans[c].Item3 <= t && t < spans[c].Item4));
                var holes = new List<Hole>();
                tree.HolesOf(i, 1, holes);
                Assert.Equal(free, holes.Sum(hole => hole.DurationNanoseconds));
            }
        }
    }

    [Fact]
    public void SpanTree_LongChainAndWideFan_TakeLinearTime()
    {
        var chain = Of([.. Enumerable.Range(1, 300_000).Select(i => (i, i - 1, (long)i, 1_000_000L))]);
        Assert.Equal(299_998, SpanTree.Build(chain).Parent(299_999));
        var same = Of([.. Enumerable.Range(1, 300_000).Select(i => (1, 1, (long)i, 1_000_000L))]);
        Assert.Equal(300_000, SpanTree.Build(same).Holes(1).Count);
    }

    private static RequestSet Of(params (int Id, int Parent, long Start, long End)[] spans)
    {
        var set = new RequestSet { Files = ["made"], Format = "otlp-json" };
        foreach (var (id, parent, start, end) in spans)
        {
            set.Spans.Add(new Span(1, (ulong)id, (ulong)parent, start, end - start, -1, -1, SpanKind.Internal));
        }

        return set;
    }
}
