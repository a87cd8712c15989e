namespace Unpause.Requests.Attribution.Paths;

/// <summary>
/// The spans of a set as trees: each span's parent, and its children as a chain. A span whose parent is not in the set begins a tree of its
/// own; spans that are each other's parents are in none. Memory: 12 bytes a span beside the index.
/// </summary>
internal sealed class TraceTree
{
    /// <summary>No span.</summary>
    public const int None = -1;

    // Files contain the same id many times over when they are hostile.
    private const int SameIdLooked = 16;

    private readonly ChunkedList<Span> _spans;
    private readonly int[] _firstChild;
    private readonly int[] _nextSibling;

    /// <summary>Links a set's spans.</summary>
    public TraceTree(ChunkedList<Span> spans)
    {
        _spans = spans;
        (_firstChild, _nextSibling) = (new int[spans.Count], new int[spans.Count]);
        Array.Fill(_firstChild, None);
        Array.Fill(_nextSibling, None);
        var index = new SpanIndex(spans);
        for (var i = 0; i < spans.Count; i++)
        {
            var parent = ParentOf(i, index);
            if (parent == None)
            {
                Roots.Add(i);
                continue;
            }

            _nextSibling[i] = _firstChild[parent];
            _firstChild[parent] = i;
        }
    }

    /// <summary>Spans whose parent is not there.</summary>
    public List<int> Roots { get; } = [];

    /// <summary>The first child; <see cref="None"/> without any.</summary>
    public int FirstChild(int span) => _firstChild[span];

    /// <summary>The next child of the same parent; <see cref="None"/> after the last.</summary>
    public int NextSibling(int span) => _nextSibling[span];

    private int ParentOf(int i, SpanIndex index)
    {
        ref readonly var span = ref _spans.ItemRef(i);
        // Zipkin's two sides of a call have one id: the server's side is within the client's.
        if (span.Kind == SpanKind.Server && Find(index, span.TraceId, span.Id, i, SpanKind.Client) is >= 0 and var client) return client;
        return Find(index, span.TraceId, span.ParentId, i, SpanKind.Server) is >= 0 and var server
            ? server
            : Find(index, span.TraceId, span.ParentId, i, null);
    }

    /// <summary>The first span with an id that is another one and of a kind; null for any kind.</summary>
    private int Find(SpanIndex index, UInt128 trace, ulong id, int other, SpanKind? kind)
    {
        var found = index.First(trace, id);
        for (var looked = 0; found >= 0 && looked < SameIdLooked; looked++, found = index.Next(found))
        {
            if (found != other && _spans[found].Id != 0 && (kind is null || _spans[found].Kind == kind)) return found;
        }

        return None;
    }
}
