using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Analysis.Holes;

/// <summary>The spans of one trace, copied out of their set; names and services stay indexes of that set.</summary>
/// <param name="Set">Index of the set.</param>
/// <param name="TraceId">The trace.</param>
/// <param name="SpansInAll">Spans that the trace has.</param>
/// <param name="Spans">The first <see cref="Limits.TraceSpans"/> of them, in the order of the input.</param>
internal sealed record TraceExcerpt(int Set, UInt128 TraceId, long SpansInAll, RequestSet Spans)
{
    /// <summary>Copies traces, in one pass over the spans of each set.</summary>
    /// <param name="sets">Where the spans are.</param>
    /// <param name="wanted">Sets and traces; the excerpts come in their order, those without a span left out.</param>
    public static IReadOnlyList<TraceExcerpt> Of(IReadOnlyList<RequestSet> sets, IReadOnlyList<(int Set, UInt128 TraceId)> wanted)
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
