namespace Unpause.Requests;

/// <summary>
/// An interval in which a service handled a request, from a span or an access-log line. 32 bytes: there may be many millions.
/// </summary>
/// <param name="StartUnixNanoseconds">Wall time of its start, nanoseconds since 1970-01-01 UTC.</param>
/// <param name="DurationNanoseconds">How long it took; never negative.</param>
/// <param name="Name">Index into <see cref="RequestSet.Names"/> (operation, or method and path); -1 when unnamed.</param>
/// <param name="Service">Index into <see cref="RequestSet.Services"/>; -1 when the source doesn't say.</param>
/// <param name="Span">Index into <see cref="RequestSet.Spans"/> of the span it is; -1 when it is none.</param>
public readonly record struct Request(long StartUnixNanoseconds, long DurationNanoseconds, int Name, int Service, int Span)
{
    /// <summary>Wall time of its end.</summary>
    internal long EndUnixNanoseconds => StartUnixNanoseconds + DurationNanoseconds;
}
