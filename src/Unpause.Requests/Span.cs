namespace Unpause.Requests;

/// <summary>A span of a trace.</summary>
/// <param name="TraceId">128-bit trace id; shorter ids are zero-extended.</param>
/// <param name="Id">64-bit span id.</param>
/// <param name="ParentId">The parent's id; 0 for a root.</param>
/// <param name="StartUnixNanoseconds">Wall time of its start, nanoseconds since 1970-01-01 UTC.</param>
/// <param name="DurationNanoseconds">Its length; never negative.</param>
/// <param name="Name">Index into <see cref="RequestSet.Names"/>.</param>
/// <param name="Service">Index into <see cref="RequestSet.Services"/>; -1 when the source doesn't say.</param>
/// <param name="Kind">Server, client, internal …</param>
internal readonly record struct Span(
    UInt128 TraceId,
    ulong Id,
    ulong ParentId,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    int Name,
    int Service,
    SpanKind Kind)
{
    /// <summary>Whether its attributes mark it as a stream, whose length depends on its listener.</summary>
    public bool Stream { get; init; }

    /// <summary>Wall time of its end.</summary>
    public long EndUnixNanoseconds => StartUnixNanoseconds + DurationNanoseconds;
}
