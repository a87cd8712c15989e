using System.Runtime.InteropServices;

namespace Unpause.Requests.Attribution.Paths;

/// <summary>
/// The critical path of a trace: back from the end of the root, each time to the child that ended last, so that of children in
/// parallel only the one that was waited for counts. Its stretches fill the root's time without overlap: a shorter one would have made
/// the root shorter.
/// </summary>
/// <remarks>
/// Zhang, Ramanathan and others, CRISP, USENIX ATC 2022. A child that lasts longer than its parent is cut to it: clocks of two hosts
/// differ; what begins after its parent's end was not waited for. No recursion: depth is the file's.
/// </remarks>
/// <param name="spans">The set's spans.</param>
/// <param name="tree">Their parents.</param>
internal sealed class CriticalPath(ChunkedList<Span> spans, TraceTree tree)
{
    private readonly Stack<Visit> _open = new();
    private readonly List<Child> _children = [];

    /// <summary>Walks the path of a root, from its end to its start.</summary>
    /// <param name="root">Index of the span.</param>
    /// <param name="into">Takes the stretches, the last first; emptied before.</param>
    public void Walk(int root, List<PathStretch> into)
    {
        into.Clear();
        _open.Clear();
        _children.Clear();
        ref readonly var span = ref spans.ItemRef(root);
        Enter(root, span.StartUnixNanoseconds, span.EndUnixNanoseconds);
        while (_open.TryPop(out var visit))
        {
            var (at, next) = (visit.At, visit.Next);
            // Children are sorted by their ends; one that ended later than the path has come ran beside what is on it.
            while (next < visit.EndOfChildren && _children[next].End > at) next++;
            if (next == visit.EndOfChildren)
            {
                Add(into, visit.Span, visit.Start, at);
                _children.RemoveRange(visit.FirstChild, _children.Count - visit.FirstChild);
                continue;
            }

            var child = _children[next];
            Add(into, visit.Span, child.End, at);
            _open.Push(visit with { At = child.Start, Next = next + 1 });
            Enter(child.Span, child.Start, child.End);
        }
    }

    private static void Add(List<PathStretch> into, int span, long from, long to)
    {
        if (to > from) into.Add(new PathStretch(span, from, to));
    }

    private void Enter(int span, long start, long end)
    {
        var first = _children.Count;
        for (var child = tree.FirstChild(span); child != TraceTree.None; child = tree.NextSibling(child))
        {
            ref readonly var its = ref spans.ItemRef(child);
            var (from, to) = (Math.Max(start, its.StartUnixNanoseconds), Math.Min(end, its.EndUnixNanoseconds));
            if (to > from) _children.Add(new Child(child, from, to));
        }

        // Of two that end together, the longer one was waited for longer.
        CollectionsMarshal.AsSpan(_children)[first..].Sort(static (one, other) =>
            one.End != other.End ? other.End.CompareTo(one.End)
            : one.Start != other.Start ? one.Start.CompareTo(other.Start) : one.Span.CompareTo(other.Span));
        _open.Push(new Visit(span, start, end, first, _children.Count, first));
    }

    /// <param name="At">How far back the path has come.</param>
    /// <param name="Next">The next child to look at.</param>
    private readonly record struct Visit(int Span, long Start, long At, int FirstChild, int EndOfChildren, int Next);

    private readonly record struct Child(int Span, long Start, long End);
}

/// <summary>A stretch of a critical path, in wall time.</summary>
/// <param name="Span">Index of the span whose own time it is.</param>
/// <param name="FromUnixNanoseconds">Its start, since 1970.</param>
internal readonly record struct PathStretch(int Span, long FromUnixNanoseconds, long ToUnixNanoseconds);
