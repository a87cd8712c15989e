using Unpause.Collections;

namespace Unpause.Requests;

/// <summary>A span while it is read: its parts come in any order, and some never.</summary>
internal struct SpanDraft
{
    public UInt128 TraceId;
    public ulong Id;
    public ulong ParentId;
    public long? StartUnixNanoseconds;
    public long? DurationNanoseconds;
    public long? EndUnixNanoseconds;
    public int Name;
    public int Service;
    public SpanKind Kind;

    /// <summary>Made by an earlier fill: not a span of the service.</summary>
    public bool Generated;

    /// <summary>An attribute marks it as a stream (<see cref="StreamMarks"/>).</summary>
    public bool Stream;

    /// <summary>An id or a time that cannot be read.</summary>
    public bool Malformed;

    /// <summary>Where its text begins in the input.</summary>
    public long Offset;

    /// <summary>Whether it is in a list, so that others may be inserted after it.</summary>
    public bool Element;

    /// <summary>A span of which nothing is known yet.</summary>
    public static SpanDraft At(long offset, bool element) => new() { Name = -1, Service = -1, Offset = offset, Element = element };

    /// <summary>Takes the trace's id from its text.</summary>
    public void TakeTraceId(ReadOnlySpan<byte> text) => Malformed |= !SpanIds.TryParse(text, out TraceId);

    /// <summary>Takes its own id from its text.</summary>
    public void TakeId(ReadOnlySpan<byte> text) => Malformed |= !SpanIds.TryParse(text, out Id);

    /// <summary>Takes its parent's id from its text.</summary>
    public void TakeParentId(ReadOnlySpan<byte> text) => Malformed |= !SpanIds.TryParse(text, out ParentId);

    /// <summary>Adds it to a set; false when it is no valid span.</summary>
    public readonly bool TryAddTo(RequestSetBuilder builder, long endOffset)
    {
        if (Malformed || StartUnixNanoseconds is not (> 0 and var start)) return false;
        if (Generated)
        {
            builder.PassGenerated(TraceId, Id);
            return true;
        }

        long? duration = DurationNanoseconds;
        // An end of 0 is how OTLP writes a span that was never ended.
        if (EndUnixNanoseconds is > 0 and var end) duration = end - start;
        return builder.TryAddSpan(
            new Span(TraceId, Id, ParentId, start, 0, Name, Service, Kind) { Stream = Stream },
            duration,
            new SpanPlace(Offset, endOffset, Element));
    }
}

/// <summary>Position of each span of a <see cref="RequestSet"/> in its (unpacked) input, in bytes: what the trace filler needs.</summary>
public sealed class SpanOrigins
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

/// <summary>A span's position in its input.</summary>
/// <param name="Start">Its first byte.</param>
/// <param name="End">The byte after its last.</param>
/// <param name="Element">Whether it is an element of a list; else it is a whole document (Zipkin, a span a
/// line) or a list's only, bare element.</param>
public readonly record struct SpanPlace(long Start, long End, bool Element);
