using Unpause.Collections;

namespace Unpause.Requests;

/// <summary>Position of each span of a <see cref="RequestSet"/> in its (unpacked) input, in bytes: what the trace filler needs.</summary>
internal sealed class SpanOrigins
{
    /// <summary>For each span, in the order of <see cref="RequestSet.Spans"/>.</summary>
    public ChunkedList<SpanPlace> Places { get; } = new();

    /// <summary>Ids of spans in the input that an earlier fill made; they are not spans of the service.</summary>
    public HashSet<(UInt128 Trace, ulong Id)> Generated { get; } = [];

    /// <summary>OTLP protobuf: the bytes of each service's Resource message, by service index.</summary>
    public Dictionary<int, byte[]> Resources { get; } = [];

    /// <summary>Bytes of the input before the reader's first.</summary>
    public long Before { get; set; }

    public void Add(SpanPlace place) => Places.Add(place with { Start = place.Start + Before, End = place.End + Before });
}
