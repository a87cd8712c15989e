using Unpause.Collections;

namespace Unpause.Requests;

/// <summary>
/// Chooses which spans are requests: those that serve a call (server, consumer), and in services that have none, the
/// first span of each visit, whose parent is absent or in another service. A serving span directly inside another of
/// its own service is the same request instrumented twice, and a repeated span is counted once.
/// </summary>
internal static class ServingSpans
{
    /// <summary>Adds the requests to the set.</summary>
    /// <param name="set">Its spans are read and its requests are filled.</param>
    /// <param name="incomplete">Spans that cannot be requests, ascending.</param>
    public static void Run(RequestSet set, List<int> incomplete)
    {
        var spans = set.Spans;
        var index = new SpanIndex(spans);
        var serving = ServicesThatServe(set);
        var excluded = 0;
        long repeated = 0;
        for (var i = 0; i < spans.Count; i++)
        {
            if (excluded < incomplete.Count && incomplete[excluded] == i)
            {
                excluded++;
                continue;
            }

            ref readonly var span = ref spans.ItemRef(i);
            if (IsRepeated(spans, index, i))
            {
                repeated++;
                continue;
            }

            if (serving[span.Service + 1]
                ? !Serves(span.Kind) || HasServingParent(spans, index, span)
                : HasParentInService(spans, index, span))
            {
                continue;
            }

            set.Requests.Add(new Request(span.StartUnixNanoseconds, span.DurationNanoseconds, span.Name, span.Service, i));
        }

        if (repeated > 0) set.Reading.Add($"{repeated:N0} spans stand in the input more than once and are counted once");
    }

    public static bool Serves(SpanKind kind) => kind is SpanKind.Server or SpanKind.Consumer;

    private static bool[] ServicesThatServe(RequestSet set)
    {
        var serving = new bool[set.Services.Count + 1];
        for (var i = 0; i < set.Spans.Count; i++)
        {
            ref readonly var span = ref set.Spans.ItemRef(i);
            if (Serves(span.Kind)) serving[span.Service + 1] = true;
        }

        return serving;
    }

    private static bool IsRepeated(ChunkedList<Span> spans, SpanIndex index, int i)
    {
        ref readonly var span = ref spans.ItemRef(i);
        // Chains are in the order of the input, and hostile ones long: only the first few are compared.
        var other = index.First(span.TraceId, span.Id);
        for (var looked = 0; other >= 0 && other < i && looked < 16; looked++, other = index.Next(other))
        {
            if (spans[other] == span) return true;
        }

        return false;
    }

    private static bool HasServingParent(ChunkedList<Span> spans, SpanIndex index, in Span span)
    {
        for (var (parent, looked) = (index.First(span.TraceId, span.ParentId), 0); parent >= 0
            && looked < 16; parent = index.Next(parent), looked++)
        {
            ref readonly var other = ref spans.ItemRef(parent);
            if (other.Service == span.Service && Serves(other.Kind) && other.Id != span.Id) return true;
        }

        return false;
    }

    private static bool HasParentInService(ChunkedList<Span> spans, SpanIndex index, in Span span)
    {
        for (var (parent, looked) = (index.First(span.TraceId, span.ParentId), 0); parent >= 0
            && looked < 16; parent = index.Next(parent), looked++)
        {
            ref readonly var other = ref spans.ItemRef(parent);
            if (other.Service == span.Service && other.Id != span.Id) return true;
        }

        return false;
    }
}
