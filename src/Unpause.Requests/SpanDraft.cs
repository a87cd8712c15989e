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
