using Unpause.Requests;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Analysis.Holes;

/// <summary>Puts a trace's spans into rows: the longest spans, under the nearest ancestor that is among them.</summary>
internal sealed class TraceRows(TraceExcerpt excerpt, RequestSet set, Func<int, int> recordingOf, IReadOnlyList<PlacedPauses?> placed)
{
    // What is shorter than this share of the trace cannot be seen in its picture.
    private const int ShortestHoleShare = 300;

    private readonly SpanTree _tree = SpanTree.Build(excerpt.Spans);

    /// <summary>The rows, parents before their children, children in order of start.</summary>
    public IReadOnlyList<ShownSpan> Build()
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

/// <summary>A span of a drawn trace; times in nanoseconds.</summary>
/// <param name="Depth">0 for a root; spans that are not drawn count as levels no more.</param>
/// <param name="Recording">Index of the recording of its process; null when that was not recorded.</param>
/// <param name="Name">Operation; null when unnamed.</param>
/// <param name="Service">Service; null when not said.</param>
/// <param name="Holes">Its longer holes with the time inside pauses, which is null when its process was not judged.</param>
public sealed record ShownSpan(
    int Depth,
    int? Recording,
    string? Name,
    string? Service,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    IReadOnlyList<ShownHole> Holes);

/// <summary>A hole of a drawn span.</summary>
/// <param name="ExplainedNanoseconds">Of it, inside pauses that could be placed; null when the span's process was not judged.</param>
public readonly record struct ShownHole(long StartUnixNanoseconds, long DurationNanoseconds, long? ExplainedNanoseconds);

/// <summary>The spans of one trace, copied out of their set; names and services stay indexes of that set.</summary>
/// <param name="Set">Index of the set.</param>
/// <param name="SpansInAll">Spans that the trace has.</param>
/// <param name="Spans">The first <see cref="Limits.TraceSpans"/> of them, in the order of the input.</param>
internal sealed record TraceExcerpt(int Set, UInt128 TraceId, long SpansInAll, RequestSet Spans)
{
    /// <summary>Copies traces, in one pass over the spans of each set.</summary>
    /// <param name="sets">Where the spans are.</param>
    /// <param name="wanted">Sets and traces; the excerpts come in their order, those without a span left out.</param>
    public static IReadOnlyList<TraceExcerpt> CopyAll(IReadOnlyList<RequestSet> sets, IReadOnlyList<(int Set, UInt128 TraceId)> wanted)
    {
        var found = new Dictionary<(int, UInt128), (RequestSet Spans, long Count)>();
        foreach (var trace in wanted) found[trace] = (new RequestSet { Files = [], Format = sets[trace.Set].Format }, 0);
        foreach (var s in wanted.Select(trace => trace.Set).Distinct())
        {
            for (var i = 0; i < sets[s].Spans.Count; i++)
            {
                ref readonly var span = ref sets[s].Spans.ItemRef(i);
                if (!found.TryGetValue((s, span.TraceId), out var trace)) continue;
                if (trace.Count < Limits.TraceSpans) trace.Spans.Spans.Add(span);
                found[(s, span.TraceId)] = (trace.Spans, trace.Count + 1);
            }
        }

        return [.. wanted.Distinct()
            .Where(trace => found[trace].Count > 0)
            .Select(trace => new TraceExcerpt(trace.Set, trace.TraceId, found[trace].Count, found[trace].Spans))];
    }
}
