namespace Unpause.Requests;

/// <summary>
/// Chooses which spans are requests. Each entry into a process is one, whatever the caller: every server or consumer span, also
/// below another of its own service (a call that nothing recorded, a gateway of the same name); and in processes that have none, the
/// first span of each visit, whose parent is absent or in another process. A repeated span is counted once; streams are separate.
/// </summary>
internal static class ServingSpans
{
    private const int SameIdLooked = 16;

    /// <summary>Adds the requests to the set.</summary>
    /// <param name="set">Its spans are read and its requests are filled.</param>
    /// <param name="incomplete">Spans that cannot be requests, ascending.</param>
    public static void Run(RequestSet set, List<int> incomplete)
    {
        var spans = set.Spans;
        var index = new SpanIndex(spans);
        var processes = ProcessesOf(set);
        var serving = ProcessesThatServe(set, processes);
        var excluded = 0;
        long repeated = 0;
        long inner = 0;
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

            var process = processes[span.Service + 1];
            if (serving[process] ? !Serves(span.Kind) : HasParentIn(process, serves: false, spans, index, processes, span)) continue;
            if (span.Stream)
            {
                set.Streams++;
                continue;
            }

            if (serving[process] && HasParentIn(process, serves: true, spans, index, processes, span)) inner++;
            set.Requests.Add(new Request(span.StartUnixNanoseconds, span.DurationNanoseconds, span.Name, span.Service, i));
        }

        if (repeated > 0) set.Reading.Add($"{repeated:N0} spans appear more than once in the input and are counted once");
        if (set.Streams > 0)
            set.Reading.Add($"{set.Streams:N0} spans are streams (by content type, protocol or kind of call), not requests");
        if (inner > 0) set.Reading.Add($"{inner:N0} requests came from inside their own service; each entry into a process counts");
    }

    private static bool Serves(SpanKind kind) => kind is SpanKind.Server or SpanKind.Consumer;

    /// <summary>The process of each service, offset by one; the first is that of spans without a service.</summary>
    private static int[] ProcessesOf(RequestSet set)
    {
        var processes = ServingProcesses.Group(set.Services);
        var of = new int[set.Services.Count + 1];
        for (var i = 0; i < set.Services.Count; i++) of[i + 1] = processes.IndexOf(set.Services[i]) + 1;
        return of;
    }

    private static bool[] ProcessesThatServe(RequestSet set, int[] processes)
    {
        var serving = new bool[set.Services.Count + 1];
        for (var i = 0; i < set.Spans.Count; i++)
        {
            ref readonly var span = ref set.Spans.ItemRef(i);
            if (Serves(span.Kind)) serving[processes[span.Service + 1]] = true;
        }

        return serving;
    }

    private static bool IsRepeated(ChunkedList<Span> spans, SpanIndex index, int i)
    {
        ref readonly var span = ref spans.ItemRef(i);
        // Chains are in the order of the input, and hostile ones long: only the first few are compared.
        var other = index.First(span.TraceId, span.Id);
        for (var looked = 0; other >= 0 && other < i && looked < SameIdLooked; looked++, other = index.Next(other))
        {
            if (spans[other] == span) return true;
        }

        return false;
    }

    /// <summary>Whether a span's parent is of a process, and is a server span if required.</summary>
    private static bool HasParentIn(
        int process, bool serves, ChunkedList<Span> spans, SpanIndex index, int[] processes, in Span span)
    {
        for (var (parent, looked) = (index.First(span.TraceId, span.ParentId), 0); parent >= 0
            && looked < SameIdLooked; parent = index.Next(parent), looked++)
        {
            ref readonly var other = ref spans.ItemRef(parent);
            if (processes[other.Service + 1] == process && other.Id != span.Id && (!serves || Serves(other.Kind))) return true;
        }

        return false;
    }
}
