using Unpause.Collections;
using Unpause.Requests;

namespace Unpause.Analysis.Holes;

/// <summary>
/// The parents and children of the spans of a set, and the holes between children. Time and memory are linear in the
/// number of spans (sorting children apart); nothing recurses. Orphans are roots; a cycle is broken at one of its spans.
/// </summary>
public sealed class SpanTree
{
    private const int SameIdLooked = 16;
    private readonly ChunkedList<Span> _spans;
    private readonly int[] _parents;
    private readonly int[] _firstChild;
    private readonly int[] _children;

    private SpanTree(ChunkedList<Span> spans)
    {
        _spans = spans;
        _parents = FindParents(spans);
        BreakCycles(_parents);
        (_firstChild, _children) = GroupChildren(_parents);
        Comparison<int> byStart = (a, b) => spans.ItemRef(a).StartUnixNanoseconds.CompareTo(spans.ItemRef(b).StartUnixNanoseconds);
        for (var i = 0; i < spans.Count; i++) _children.AsSpan(_firstChild[i].._firstChild[i + 1]).Sort(byStart);
    }

    /// <summary>Builds the tree of a set's spans.</summary>
    public static SpanTree Build(RequestSet set) => new(set.Spans);

    /// <summary>Index of a span's parent; -1 for a root or an orphan.</summary>
    public int Parent(int span) => _parents[span];

    /// <summary>Indexes of a span's children, in order of start.</summary>
    public ReadOnlySpan<int> Children(int span) => _children.AsSpan(_firstChild[span].._firstChild[span + 1]);

    /// <summary>
    /// The holes of one span, in order of time: its time without its children. A child counts with the part that lies
    /// inside the span, whatever service it is of. A span without children is one hole.
    /// </summary>
    /// <param name="span">Index of the span.</param>
    /// <param name="minimumNanoseconds">Shorter holes are left out.</param>
    /// <param name="holes">Holes are added to it.</param>
    public void HolesOf(int span, long minimumNanoseconds, ICollection<Hole> holes)
    {
        ref readonly var whole = ref _spans.ItemRef(span);
        var end = whole.EndUnixNanoseconds;
        var covered = whole.StartUnixNanoseconds;
        foreach (var index in Children(span))
        {
            ref readonly var child = ref _spans.ItemRef(index);
            if (child.StartUnixNanoseconds >= end) break;
            AddHole(span, covered, child.StartUnixNanoseconds, minimumNanoseconds, holes);
            covered = Math.Max(covered, child.EndUnixNanoseconds);
        }

        AddHole(span, covered, end, minimumNanoseconds, holes);
    }

    /// <summary>The holes of all spans that are at least so long, span by span.</summary>
    public IReadOnlyList<Hole> Holes(long minimumNanoseconds)
    {
        var holes = new List<Hole>();
        for (var i = 0; i < _spans.Count; i++) HolesOf(i, minimumNanoseconds, holes);
        return holes;
    }

    private static void AddHole(int span, long start, long end, long minimum, ICollection<Hole> holes)
    {
        if (end > start && end - start >= minimum) holes.Add(new Hole(span, start, end - start));
    }

    private static int[] FindParents(ChunkedList<Span> spans)
    {
        var index = new SpanIndex(spans);
        var parents = new int[spans.Count];
        for (var i = 0; i < parents.Length; i++) parents[i] = FindParent(spans, index, i);
        return parents;
    }

    /// <summary>
    /// The parent by id. Where several spans share the parent's id (Zipkin's client and server), the one of the child's
    /// own service is it; the serving half's own parent is the calling half.
    /// </summary>
    private static int FindParent(ChunkedList<Span> spans, SpanIndex index, int i)
    {
        ref readonly var span = ref spans.ItemRef(i);
        if (span.Kind == SpanKind.Server && FindCaller(spans, index, span) is var caller and >= 0) return caller;
        if (span.ParentId == span.Id) return -1;
        var first = index.First(span.TraceId, span.ParentId);
        var best = first;
        for (var (candidate, looked) = (first, 0); candidate >= 0 && looked < SameIdLooked; candidate = index.Next(candidate), looked++)
        {
            ref readonly var other = ref spans.ItemRef(candidate);
            if (other.Service == span.Service) return candidate;
            if (other.Kind == SpanKind.Server) best = candidate;
        }

        return best;
    }

    private static int FindCaller(ChunkedList<Span> spans, SpanIndex index, in Span span)
    {
        for (var (other, looked) = (index.First(span.TraceId, span.Id), 0); other >= 0
            && looked < SameIdLooked; other = index.Next(other), looked++)
        {
            if (spans.ItemRef(other).Kind == SpanKind.Client) return other;
        }

        return -1;
    }

    /// <summary>Follows each span's ancestors once; one that is met again on the same way closes a cycle and loses its parent.</summary>
    private static void BreakCycles(int[] parents)
    {
        var way = new int[parents.Length];
        for (var i = 0; i < parents.Length; i++)
        {
            var at = i;
            var last = -1;
            while (at >= 0 && way[at] == 0)
            {
                way[at] = i + 1;
                last = at;
                at = parents[at];
            }

            if (at >= 0 && way[at] == i + 1 && last >= 0) parents[last] = -1;
        }
    }

    private static (int[] First, int[] Children) GroupChildren(int[] parents)
    {
        var first = new int[parents.Length + 1];
        foreach (var parent in parents)
        {
            if (parent >= 0) first[parent + 1]++;
        }

        for (var i = 0; i < parents.Length; i++) first[i + 1] += first[i];
        var next = first.AsSpan(0, parents.Length).ToArray();
        var children = new int[first[^1]];
        for (var i = 0; i < parents.Length; i++)
        {
            if (parents[i] >= 0) children[next[parents[i]]++] = i;
        }

        return (first, children);
    }
}
