namespace Unpause.Requests;

/// <summary>Requests and spans as plain data, from one or several files of one format.</summary>
public sealed class RequestSet
{
    private Coverage? _coverage;

    /// <summary>Names of the files, as the user gave them.</summary>
    public required IReadOnlyList<string> Files { get; init; }

    /// <summary>
    /// The format: <c>otlp-json</c>, <c>otlp-protobuf</c>, <c>jaeger</c>, <c>zipkin</c>; a product's name (<c>nginx</c>, <c>haproxy</c>,
    /// <c>pino</c>, <c>k6</c> …: the rows of <see cref="RequestFormats"/>); <c>access-log</c> (a layout that several products write),
    /// <c>csv</c>, <c>json</c> (a JSON object per line), <c>key-value</c>, <c>log</c> (with the layout that the user gave).
    /// </summary>
    public required string Format { get; init; }

    /// <summary>
    /// The recording that contains the requests itself, so that both are on one clock; null for requests from files of their own.
    /// </summary>
    public Recording? RecordedBy { get; init; }

    /// <summary>Requests, in the order of the input.</summary>
    public ChunkedList<Request> Requests { get; private init; } = new();

    /// <summary>
    /// Indexes of the requests that failed, rising; null when the source doesn't say of any whether it did.
    /// </summary>
    public ChunkedList<int>? Failed { get; private set; }

    /// <summary>All spans, where the source is traces.</summary>
    public ChunkedList<Span> Spans { get; private init; } = new();

    /// <summary>Operation names; requests and spans refer to them by index.</summary>
    public List<string> Names { get; private init; } = [];

    /// <summary>Services; requests and spans refer to them by index.</summary>
    public List<Service> Services { get; private init; } = [];

    /// <summary>How much of the input was understood.</summary>
    public Coverage Coverage => _coverage ?? Reading.Build();

    /// <summary>Counts while it is read how much is understood.</summary>
    internal CoverageBuilder Reading { get; init; } = new();

    /// <summary>
    /// The resolution of the source's timestamps, in nanoseconds: 1 ms for nginx's msec, 1 µs for Jaeger, 1 s for a combined log.
    /// </summary>
    internal long ResolutionNanoseconds { get; set; } = 1;

    /// <summary>How the source sampled its requests, as far as it records this.</summary>
    internal SamplingMarks Sampling { get; init; } = new();

    /// <summary>
    /// Which moment the timestamps are of, by the source. It can be wrong too (a column called <c>start</c> that is
    /// filled when the line is written): the pauses allow to test it and read the set again, see <see cref="ReadingStampsAs"/>.
    /// </summary>
    public TimestampMeaning Stamp { get; internal set; } = TimestampMeaning.Both;

    /// <summary>
    /// How the timestamps are read in <see cref="Requests"/>: <see cref="TimestampMeaning.Start"/> (the request follows
    /// its timestamp), <see cref="TimestampMeaning.End"/> (it precedes it) or <see cref="TimestampMeaning.Both"/>; never
    /// <see cref="TimestampMeaning.Unknown"/>. Where <see cref="Stamp"/> is unknown it is the likelier reading, untested.
    /// </summary>
    public TimestampMeaning StampsReadAs { get; internal set; } = TimestampMeaning.Both;

    /// <summary>
    /// The same set with its timestamps taken for the other moment: from starts to ends every request moves to earlier by its duration,
    /// from ends to starts to later. Requests keep their order; those that would lie before 1970 or after 2262 are left out.
    /// </summary>
    /// <param name="meaning"><see cref="TimestampMeaning.Start"/> or <see cref="TimestampMeaning.End"/>.</param>
    /// <returns>This set when it is read so already, or when both moments are known.</returns>
    internal RequestSet ReadingStampsAs(TimestampMeaning meaning)
    {
        if (meaning == StampsReadAs || StampsReadAs == TimestampMeaning.Both) return this;
        var moved = new ChunkedList<Request>();
        foreach (var request in Requests)
        {
            var duration = request.DurationNanoseconds;
            var start = meaning == TimestampMeaning.End ? request.StartUnixNanoseconds - duration : request.EndUnixNanoseconds;
            if (start >= 0 && start <= long.MaxValue - duration) moved.Add(request with { StartUnixNanoseconds = start });
        }

        return Copy(moved, Spans, Names, _coverage, meaning);
    }

    /// <summary>The same set with the moment that the user gave; this set when none was given or both moments are known.</summary>
    internal RequestSet WithStamps(TimestampMeaning? said)
    {
        if (said is not { } meaning || StampsReadAs == TimestampMeaning.Both) return this;
        var set = ReadingStampsAs(meaning);
        set.Stamp = meaning;
        return set;
    }

    /// <summary>Spans that would be requests and say of themselves that they are streams; they are no requests.</summary>
    internal long Streams { get; set; }

    /// <summary>Sets whether the next request failed.</summary>
    internal void AddOutcome(bool failed)
    {
        Failed ??= new();
        if (failed) Failed.Add(Requests.Count);
    }

    /// <summary>The same with other names for its operations, and other words for what was read of it.</summary>
    public RequestSet With(IEnumerable<string> names, Coverage coverage) =>
        Copy(Requests, Spans, [.. names], coverage, StampsReadAs);

    /// <summary>The same spans with no request to count.</summary>
    public RequestSet WithoutRequests() => Copy(new(), Spans, Names, _coverage, StampsReadAs);

    /// <summary>The same spans with those requests alone that began within two wall times, in nanoseconds since 1970.</summary>
    public RequestSet Within(long from, long until)
    {
        var (kept, failed, next) = (new ChunkedList<Request>(), Failed is null ? null : new ChunkedList<int>(), 0);
        for (var i = 0; i < Requests.Count; i++)
        {
            var hasFailed = Failed is not null && next < Failed.Count && Failed[next] == i;
            if (hasFailed) next++;
            if (Requests[i].StartUnixNanoseconds < from || Requests[i].StartUnixNanoseconds >= until) continue;
            if (hasFailed) failed!.Add(kept.Count);
            kept.Add(Requests[i]);
        }

        var part = Copy(kept, Spans, Names, _coverage, StampsReadAs);
        part.Failed = failed;
        return part;
    }

    private RequestSet Copy(
        ChunkedList<Request> requests, ChunkedList<Span> spans, List<string> names, Coverage? coverage, TimestampMeaning readAs) => new()
    {
        Files = Files,
        Format = Format,
        RecordedBy = RecordedBy,
        Requests = requests,
        // Where some are left out, the others' places are not theirs any more.
        Failed = requests.Count == Requests.Count ? Failed : null,
        Spans = spans,
        Names = names,
        Services = Services,
        Reading = Reading,
        ResolutionNanoseconds = ResolutionNanoseconds,
        Sampling = Sampling,
        Streams = Streams,
        Stamp = Stamp,
        StampsReadAs = readAs,
        _coverage = coverage,
    };
}
