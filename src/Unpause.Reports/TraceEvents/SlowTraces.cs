using Unpause.Recordings;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.TraceEvents;

/// <summary>
/// Chooses the traces whose spans are all written: those of slow requests, the longest first, up to a number of spans.
/// </summary>
internal static class SlowTraces
{
    /// <summary>The traces of each set.</summary>
    public static HashSet<(int Set, UInt128 TraceId)> Of(RequestPoints points, IReadOnlyList<RequestSet> sets)
    {
        var wanted = new List<(int Set, UInt128 TraceId)>();
        foreach (var point in points.Shown
            .Where(point => point.Fate != RequestFate.NotSlow)
            .OrderByDescending(point => point.DurationNanoseconds))
        {
            if (TraceOf(point, sets) is { } trace) wanted.Add((point.Set, trace));
        }

        var counts = Count(wanted, sets);
        var chosen = new HashSet<(int, UInt128)>();
        long spans = 0;
        foreach (var trace in wanted)
        {
            if (spans + counts[trace] > Limits.TraceViewerSpans || !chosen.Add(trace)) continue;
            spans += counts[trace];
        }

        return chosen;
    }

    /// <summary>The trace of a request; null when it is not a span.</summary>
    public static UInt128? TraceOf(RequestPoint point, IReadOnlyList<RequestSet> sets) =>
        sets[point.Set].Requests[point.Request].Span is var span and >= 0 ? sets[point.Set].Spans[span].TraceId : null;

    private static Dictionary<(int Set, UInt128 TraceId), long> Count(
        List<(int Set, UInt128 TraceId)> wanted, IReadOnlyList<RequestSet> sets)
    {
        var counts = new Dictionary<(int, UInt128), long>();
        foreach (var trace in wanted) counts[trace] = 0;
        for (var s = 0; counts.Count > 0 && s < sets.Count; s++)
        {
            for (var i = 0; i < sets[s].Spans.Count; i++)
            {
                var trace = (s, sets[s].Spans.ItemRef(i).TraceId);
                if (counts.TryGetValue(trace, out var count)) counts[trace] = count + 1;
            }
        }

        return counts;
    }
}
