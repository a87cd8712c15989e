using Unpause.Analysis.Holes;
using Unpause.Collections;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.TraceEvents;

/// <summary>
/// Requests as trace events, in a separate process next to their own: slow requests with all spans of their traces, where there are any
/// (the longest first, up to <see cref="Limits.TraceViewerSpans"/>), and a sample of the others.
/// </summary>
internal static class RequestEvents
{
    /// <summary>Writes the requests of every process with attributed requests.</summary>
    public static void Write(TraceEventWriter events, ReportDocument document, Timeline timeline, RequestReport requests, TimeAxis axis)
    {
        foreach (var points in requests.Attribution.Points)
        {
            var columns = timeline.Processes[points.Recording];
            if (points.Shown.Count == 0 || RequestClock.Find(requests.Attribution, points.Recording, columns) is not { } clock) continue;
            var items = Items(points, requests, instant => axis.Place(points.Recording, clock.SinceZero(instant)));
            var name = ProcessName.Format(document.Processes[points.Recording]);
            WriteLanes(events, document.Processes.Count + ProcessEvents.Pid(points.Recording), Title(points, name), items);
        }
    }

    private static string Title(RequestPoints points, string name)
    {
        var slow = points.Shown.Count(point => point.Fate != RequestFate.NotSlow);
        return $"requests of {name}: {Quantities.Count(slow)} of {Quantities.Count(points.Slow)} slow,"
            + $" {Quantities.Count(points.Shown.Count - slow)} of {Quantities.Count(points.NotSlow)} others";
    }

    private static List<RequestItem> Items(RequestPoints points, RequestReport requests, Func<long, long> place)
    {
        var items = new List<RequestItem>();
        var fates = new Dictionary<(int Set, int Span), RequestFate>();
        var traces = SlowTraces.Find(points, requests.Sets);
        foreach (var point in points.Shown)
        {
            var set = requests.Sets[point.Set];
            var request = set.Requests[point.Request];
            if (SlowTraces.TraceOf(point, requests.Sets) is { } trace && traces.Contains((point.Set, trace)))
            {
                fates[(point.Set, request.Span)] = point.Fate;
                continue;
            }

            var start = place(point.StartUnixNanoseconds);
            items.Add(new RequestItem(start, start + point.DurationNanoseconds, null, request.Name >= 0
                ? set.Names[request.Name]
                : null, ServiceOf(set, request.Service), null, point.Fate));
        }

        for (var s = 0; s < requests.Sets.Count; s++) AddSpans(items, s, requests.Sets[s], traces, fates, place);
        return items;
    }

    /// <summary>Collects the spans of the chosen traces in one pass over the set.</summary>
    private static void AddSpans(
        List<RequestItem> items, int s, RequestSet set, HashSet<(int Set, UInt128 TraceId)> traces,
        Dictionary<(int Set, int Span), RequestFate> fates, Func<long, long> place)
    {
        var excerpt = new RequestSet { Files = [], Format = set.Format };
        var origins = new ChunkedList<int>();
        for (var i = 0; traces.Count > 0 && i < set.Spans.Count; i++)
        {
            if (!traces.Contains((s, set.Spans.ItemRef(i).TraceId))) continue;
            excerpt.Spans.Add(set.Spans[i]);
            origins.Add(i);
        }

        var tree = SpanTree.Build(excerpt);
        var made = new RequestItem?[excerpt.Spans.Count];
        var open = new Stack<int>();
        for (var root = 0; root < made.Length; root++)
        {
            if (tree.Parent(root) >= 0) continue;
            open.Push(root);
            while (open.TryPop(out var i))
            {
                var span = excerpt.Spans[i];
                var start = place(span.StartUnixNanoseconds);
                var parent = tree.Parent(i) is var at and >= 0 ? made[at] : null;
                made[i] = new RequestItem(start, start + span.DurationNanoseconds, parent, span.Name >= 0
                    ? set.Names[span.Name]
                    : null, ServiceOf(set, span.Service),
                    span.TraceId.ToString("x32", CultureInfo.InvariantCulture),
                    fates.TryGetValue((s, origins[i]), out var fate) ? fate : null);
                items.Add(made[i]!);
                foreach (var child in tree.Children(i)) open.Push(child);
            }
        }
    }

    private static void WriteLanes(TraceEventWriter events, int pid, string title, List<RequestItem> items)
    {
        RequestItem[] sorted = [.. items.OrderBy(item => item.Start).ThenBy(item => item.Depth).ThenByDescending(item => item.End)];
        for (var i = 0; i < sorted.Length; i++) sorted[i].Index = i;
        // A child that starts before its parent cannot nest in it.
        var lanes = Lanes.Assign(
            [.. sorted.Select((item, i) => (item.Start, item.End, item.Parent is { } parent && parent.Index < i ? parent.Index : -1))]);
        events.Process(pid, title);
        for (var lane = 0; lane <= lanes.Max(); lane++) events.Track(pid, lane + 1, $"requests {lane + 1}");
        foreach (var lane in sorted.GroupBy(item => lanes[item.Index])) WriteLane(events, pid, lane.Key + 1, lane);
    }

    /// <summary>
    /// Writes begin and end events in order, so that a span ends before the next begins at the same instant. Complete events
    /// would depend on the reader's sum of start and duration, which is not exact in floating point.
    /// </summary>
    private static void WriteLane(TraceEventWriter events, int pid, int tid, IEnumerable<RequestItem> items)
    {
        var open = new Stack<RequestItem>();
        foreach (var item in items)
        {
            while (open.TryPeek(out var top) && top.End <= item.Start) End(open.Pop());
            events.Begin(pid, tid, Category(item.Fate), item.Name ?? "unnamed", item.Start, args => WriteArguments(args, item));
            open.Push(item);
        }

        while (open.TryPop(out var last)) End(last);

        void End(RequestItem item) => events.End(pid, tid, item.Name ?? "unnamed", item.End, args => WriteArguments(args, item));
    }

    private static void WriteArguments(Utf8JsonWriter args, RequestItem item)
    {
        if (item.Fate is { } fate) args.WriteString("request", Word(fate));
        if (item.Service is { } service) args.WriteString("service", service);
        if (item.TraceId is { } trace) args.WriteString("trace_id", trace);
    }

    private static string Category(RequestFate? fate) => fate switch
    {
        null => "span",
        RequestFate.NotSlow => "request",
        RequestFate.SlowBecauseOfGc => "request,slow,because-of-gc",
        _ => "request,slow",
    };

    private static string Word(RequestFate fate) => fate switch
    {
        RequestFate.NotSlow => "not slow",
        RequestFate.SlowBecauseOfGc => "slow because of GC",
        RequestFate.SlowWithPause => "slow with a pause inside",
        _ => "slow without a pause inside",
    };

    private static string? ServiceOf(RequestSet set, int service) => service >= 0 ? set.Services[service].Name : null;
}

/// <summary>A request or span to write; times in nanoseconds on the common axis.</summary>
/// <param name="Parent">The parent span; null for none.</param>
/// <param name="Name">The operation; null when unnamed.</param>
/// <param name="Service">The service; null when unknown.</param>
/// <param name="TraceId">The trace ID; null for a request without one.</param>
/// <param name="Fate">The attribution of the request; null for a span that is not a request.</param>
internal sealed record RequestItem(
    long Start, long End, RequestItem? Parent, string? Name, string? Service, string? TraceId, RequestFate? Fate)
{
    /// <summary>The position after sorting.</summary>
    public int Index { get; set; }

    /// <summary>The number of ancestors.</summary>
    public int Depth { get; } = Parent is null ? 0 : Parent.Depth + 1;
}

/// <summary>
/// Chooses the traces whose spans are all written: those of slow requests, the longest first, up to a number of spans.
/// </summary>
internal static class SlowTraces
{
    /// <summary>The traces of each set.</summary>
    public static HashSet<(int Set, UInt128 TraceId)> Find(RequestPoints points, IReadOnlyList<RequestSet> sets)
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
