using Unpause.Collections;
using Unpause.Recordings.Readers;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Paths;
using Unpause.Tests.Requests;

namespace Unpause.Tests.Analysis.Attribution;

/// <summary>The critical path of a trace, and whose pauses lie on it.</summary>
public sealed class CriticalPathTests
{
    private const string Trace = "0af7651916cd43dd8448eb211c80319c";

    [Fact]
    public void Walk_RandomTraces_EqualsInstantByInstant()
    {
        var random = new Random(5);
        for (var round = 0; round < 1000; round++)
        {
            var spans = RandomTrace(random);
            var (tree, into) = (new TraceTree(spans), new List<PathStretch>());
            var path = new CriticalPath(spans, tree);
            foreach (var root in tree.Roots)
            {
                path.Walk(root, into);
                Assert.Equal(NaiveOwners(spans, root), Owners(into, spans[root]));
                // Without a hole or an overlap.
                Assert.Equal(spans[root].DurationNanoseconds, into.Sum(one => one.ToUnixNanoseconds - one.FromUnixNanoseconds));
            }
        }
    }

    [Fact]
    public void Walk_ParallelChildren_CountsTheOneWaitedFor()
    {
        var spans = Spans((1, 0, 0, 100), (2, 1, 10, 60), (3, 1, 10, 80), (4, 3, 20, 70));
        Assert.Equal([(0, 80, 100), (2, 70, 80), (3, 20, 70), (2, 10, 20), (0, 0, 10)], Path(spans));
    }

    [Fact]
    public void Walk_ChildrenOnOtherClocks_AreCutToTheirParent()
    {
        var spans = Spans((1, 0, 100, 200), (2, 1, 50, 130), (3, 1, 190, 260), (4, 1, 210, 300));
        Assert.Equal([(2, 190, 200), (0, 130, 190), (1, 100, 130)], Path(spans));
    }

    [Fact]
    public void Tree_SpansThatAreEachOthersParents_AreInNone()
    {
        var spans = Spans((1, 2, 0, 100), (2, 1, 0, 100), (3, 3, 0, 50));
        Assert.Equal([2], new TraceTree(spans).Roots);
    }

    [Fact]
    public void Tree_OneIdOnBothSidesOfACall_TheServerIsInside()
    {
        var set = Given.Set(
            Given.OtlpLine(Trace, "0000000000000001", null, 1000, 2000, kind: 3, service: "shop") + "\n"
            + Given.OtlpLine(Trace, "0000000000000001", null, 1200, 1900, kind: 2, service: "stock"));
        var tree = new TraceTree(set.Spans);
        Assert.Equal([0], tree.Roots);
        Assert.Equal(1, tree.FirstChild(0));
    }

    [Fact]
    public void Walk_DeepTrace_NeedsNoStack()
    {
        var deep = new ChunkedList<Span>();
        for (var i = 0; i < 300_000; i++)
            deep.Add(new Span(1, (ulong)i + 1, (ulong)i, 1000 + i, 1_000_000 - (2 * i), -1, -1, SpanKind.Internal));
        Assert.Equal(599_999, Path(deep).Count);
    }

    /// <summary>Counted by a script from the spans that `unpause fill` writes: naive recursion, and pauses as intervals.</summary>
    [Fact]
    public void Compute_RecordedServices_EqualsAScriptsCount()
    {
        var paths = Judged("checkout", "inventory").Paths;
        var path = Assert.Single(paths);
        Assert.Equal(("checkout", 689L, 6_313_527_661L), (path.Service, path.Traces, path.TotalNanoseconds.Value));
        Assert.Equal(
            [("inventory", 883_586_245L, 861_003_037L), ("checkout", 2_554_557_433L, 115_786_809L), ("pricing", 2_875_383_983L, -1L)],
            path.Parts.Select(part => (part.Service!, part.OnPathNanoseconds.Value, part.PausedNanoseconds?.Value ?? -1)));
        Assert.Equal((6, 5L), (path.Slow, path.Parts[0].SlowWithout));
    }

    [Fact]
    public void Compute_OneServiceRecorded_StillSaysWhoseTimeItIs()
    {
        var path = Assert.Single(Judged("inventory").Paths);
        Assert.Equal(861_003_037L, path.Parts[0].PausedNanoseconds?.Value);
        Assert.All(path.Parts.Skip(1), part => Assert.Null(part.PausedNanoseconds));
    }

    [Fact]
    public void Compute_NoTracesOfSeveralServices_IsEmpty()
    {
        var service = SimulatedService.Random(3, 4, 0.5);
        var judged = RequestAttribution.Compute(
            [service.ToRequestSet()], [service.ToRecording()], new AttributionOptions(50 * SimulatedService.Ms));
        Assert.Empty(judged.Paths);
    }

    private static RequestAttribution Judged(params string[] services)
    {
        static RecordingInput Sample(string name) =>
            new(name, () => File.OpenRead(RepositoryFolder.File("samples", "requests", "services", name)));
        var recordings = services.SelectMany(service => Samples.Load("samples", "requests", "services", $"{service}.upgc.gz")).ToList();
        var sets = new RequestLoader(RequestOptions.Default).Load([Sample("traces.jsonl.gz")]).Sets;
        return RequestAttribution.Compute(sets, recordings, new AttributionOptions(60 * SimulatedService.Ms));
    }

    private static List<(int Span, long From, long To)> Path(ChunkedList<Span> spans)
    {
        var (tree, into) = (new TraceTree(spans), new List<PathStretch>());
        new CriticalPath(spans, tree).Walk(tree.Roots[0], into);
        return into.ConvertAll(one => (one.Span, one.FromUnixNanoseconds, one.ToUnixNanoseconds));
    }

    private static ChunkedList<Span> Spans(params (ulong Id, ulong Parent, long From, long To)[] all)
    {
        var spans = new ChunkedList<Span>();
        foreach (var (id, parent, from, to) in all) spans.Add(new Span(1, id, parent, from, to - from, -1, -1, SpanKind.Internal));
        return spans;
    }

    private static ChunkedList<Span> RandomTrace(Random random)
    {
        var spans = new ChunkedList<Span>();
        var count = random.Next(1, 12);
        for (var i = 0; i < count; i++)
        {
            var (from, length) = (random.Next(1, 40), random.Next(0, 30));
            spans.Add(new Span(1, (ulong)i + 1, (ulong)random.Next(0, i + 1), from, length, -1, -1, SpanKind.Internal));
        }

        return spans;
    }

    /// <summary>Whose each instant of the root is, by the stretches.</summary>
    private static List<int> Owners(List<PathStretch> path, Span root)
    {
        var owners = new List<int>();
        for (var at = root.StartUnixNanoseconds; at < root.EndUnixNanoseconds; at++)
            owners.Add(Assert.Single(path, one => one.FromUnixNanoseconds <= at && at < one.ToUnixNanoseconds).Span);
        return owners;
    }

    /// <summary>
    /// The same, from the definition: at each instant from the end on, the path goes down into the child that ends there, and up again
    /// where it begins.
    /// </summary>
    private static List<int> NaiveOwners(ChunkedList<Span> spans, int root)
    {
        var (start, end) = (spans[root].StartUnixNanoseconds, spans[root].EndUnixNanoseconds);
        var owners = new int[end - start];
        Fill(root, start, end);
        return [.. owners];

        void Fill(int span, long from, long to)
        {
            var children = Enumerable.Range(0, spans.Count).Where(i => i != span && spans[i].ParentId == spans[span].Id)
                .Select(i => (Index: i, From: Math.Max(from, spans[i].StartUnixNanoseconds), To: Math.Min(to, spans[i].EndUnixNanoseconds)))
                .Where(child => child.To > child.From).ToList();
            for (var at = to; at > from;)
            {
                var ending = children.Where(child => child.To == at).OrderBy(child => child.From).ThenBy(child => child.Index).ToList();
                if (ending.Count == 0)
                {
                    owners[--at - start] = span;
                    continue;
                }

                Fill(ending[0].Index, ending[0].From, at);
                at = ending[0].From;
            }
        }
    }
}
