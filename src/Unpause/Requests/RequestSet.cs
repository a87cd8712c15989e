using Unpause.Collections;
using Unpause.Recordings;

namespace Unpause.Requests;

/// <summary>Requests and spans as plain data, from one or several files of one format.</summary>
public sealed class RequestSet
{
    private Coverage? _coverage;

    /// <summary>Names of the files, as the user gave them.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>
    /// The format: <c>otlp-json</c>, <c>otlp-protobuf</c>, <c>jaeger</c>, <c>zipkin</c>, <c>nginx</c>, <c>apache</c>, <c>envoy</c>,
    /// <c>iis</c>, <c>locust</c>, <c>k6</c>, <c>csv</c>, <c>json</c> (a JSON object a line), <c>log</c> (laid out as the user said).
    /// </summary>
    public required string Format { get; init; }

    /// <summary>
    /// The recording that holds the requests itself, so that both are on one clock; null for requests from files of their own.
    /// </summary>
    internal Recording? RecordedBy { get; init; }

    /// <summary>Requests, in the order of the input.</summary>
    public ChunkedList<Request> Requests { get; private init; } = new();

    /// <summary>All spans, where the source is traces.</summary>
    internal ChunkedList<Span> Spans { get; private init; } = new();

    /// <summary>Operation names; requests and spans hold indexes.</summary>
    internal List<string> Names { get; private init; } = [];

    /// <summary>Services; requests and spans hold indexes.</summary>
    public List<Service> Services { get; private init; } = [];

    /// <summary>How much of the input was understood.</summary>
    public Coverage Coverage => _coverage ?? Reading.Build();

    /// <summary>Counts while it is read how much is understood.</summary>
    internal CoverageBuilder Reading { get; init; } = new();

    /// <summary>
    /// How exactly the source stamps time, in nanoseconds: 1 ms for nginx's msec, 1 µs for Jaeger, 1 s for a combined log.
    /// </summary>
    internal long ResolutionNanoseconds { get; set; } = 1;

    /// <summary>Spans that would be requests and say of themselves that they are streams; they are no requests.</summary>
    internal long Streams { get; set; }

    /// <summary>The same with other names for its operations, and other words for what was read of it.</summary>
    internal RequestSet With(IEnumerable<string> names, Coverage coverage) => new()
    {
        Files = Files,
        Format = Format,
        RecordedBy = RecordedBy,
        Requests = Requests,
        Spans = Spans,
        Names = [.. names],
        Services = Services,
        Reading = Reading,
        ResolutionNanoseconds = ResolutionNanoseconds,
        Streams = Streams,
        _coverage = coverage,
    };

    /// <summary>The same spans with no request to count.</summary>
    internal RequestSet WithoutRequests() => new()
    {
        Files = Files,
        Format = Format,
        Spans = Spans,
        Names = Names,
        Services = Services,
        Reading = Reading,
        ResolutionNanoseconds = ResolutionNanoseconds,
        Streams = Streams,
        _coverage = _coverage,
    };
}
