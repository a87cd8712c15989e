using Unpause.Recordings;
using Unpause.Requests;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Analysis.Holes;

/// <summary>Puts a trace's spans into rows: the longest spans, under the nearest ancestor that is among them.</summary>
internal sealed class TraceRows(TraceExcerpt excerpt, RequestSet set, Func<int, int> recordingOf, IReadOnlyList<PlacedPauses?> placed)
{
    // What is shorter than this share of the trace cannot be seen in its picture.
    private const int ShortestHoleShare = 300;

    private readonly SpanTree _tree = SpanTree.Of(excerpt.Spans);

    /// <summary>The rows, parents before their children, children in order of start.</summary>
    public IReadOnlyList<ShownSpan> Of()
    {
        var spans = excerpt.Spans.Spans;
        var kept = new bool[spans.Count];
        foreach (var span in Longest()) kept[span] = true;
        var shortest = spans.Count == 0
            ? 0
            : Enumerable.Range(0, spans.Count).Max(span => spans[span].DurationNanoseconds) / ShortestHoleShare;
        var rows = new List<ShownSpan>();
        var open = new Stack<(int Span, int Depth)>();
        foreach (var root in Roots().Reverse()) open.Push((root, 0));
        while (open.TryPop(out var next))
        {
            if (kept[next.Span]) rows.Add(Row(next.Span, next.Depth, shortest));
            var depth = kept[next.Span] ? next.Depth + 1 : next.Depth;
            var children = _tree.Children(next.Span);
            for (var i = children.Length - 1; i >= 0; i--) open.Push((children[i], depth));
        }

        return rows;
    }

    private IEnumerable<int> Longest() => Enumerable.Range(0, excerpt.Spans.Spans.Count)
        .OrderByDescending(span => excerpt.Spans.Spans[span].DurationNanoseconds)
        .Take(Limits.ShownTraceSpans);

    private IEnumerable<int> Roots() => Enumerable.Range(0, excerpt.Spans.Spans.Count)
        .Where(span => _tree.Parent(span) < 0)
        .OrderBy(span => excerpt.Spans.Spans[span].StartUnixNanoseconds);

    private ShownSpan Row(int index, int depth, long shortest)
    {
        var span = excerpt.Spans.Spans[index];
        var recording = recordingOf(span.Service);
        return new ShownSpan(
            depth,
            recording >= 0 ? recording : null,
            span.Name >= 0 ? set.Names[span.Name] : null,
            span.Service >= 0 ? set.Services[span.Service].Name : null,
            span.StartUnixNanoseconds,
            span.DurationNanoseconds,
            Holes(index, shortest, recording >= 0 ? placed[recording] : null));
    }

    /// <summary>A span without children is all hole: it is marked only where it contains a pause.</summary>
    private List<ShownHole> Holes(int index, long shortest, PlacedPauses? pauses)
    {
        var found = new List<Hole>();
        _tree.HolesOf(index, Math.Max(1, shortest), found);
        var leaf = _tree.Children(index).IsEmpty;
        return [.. found
            .Select(hole => new ShownHole(
                hole.StartUnixNanoseconds,
                hole.DurationNanoseconds,
                pauses?.Timeline.Stopped(hole.StartUnixNanoseconds, hole.EndUnixNanoseconds)))
            .Where(hole => !leaf || hole.ExplainedNanoseconds > 0)];
    }
}
