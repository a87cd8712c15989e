namespace Unpause.Analysis.Holes;

/// <summary>Time of a span that is covered by none of its children.</summary>
/// <param name="Span">Index of the span in its set.</param>
/// <param name="StartUnixNanoseconds">Wall time of its start, nanoseconds since 1970-01-01 UTC.</param>
/// <param name="DurationNanoseconds">Its length; always positive.</param>
internal readonly record struct Hole(int Span, long StartUnixNanoseconds, long DurationNanoseconds)
{
    /// <summary>Wall time of its end.</summary>
    public long EndUnixNanoseconds => StartUnixNanoseconds + DurationNanoseconds;
}
