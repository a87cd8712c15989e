using Unpause.Requests.Attribution;

namespace Unpause.Analysis.Holes;

/// <summary>A hole in a trace with the collections in it; times in nanoseconds.</summary>
/// <param name="Set">Index of its request set.</param>
/// <param name="Span">Index of the span with the hole.</param>
/// <param name="Recording">Index of the recording of its process.</param>
/// <param name="TraceId">The trace, 32 hexadecimal digits.</param>
/// <param name="Name">The span's operation; null when unnamed.</param>
/// <param name="After">The child that ended last before the hole; null when the hole begins with the span.</param>
/// <param name="Before">The child that starts after the hole; null when the hole ends with the span.</param>
/// <param name="Leaf">Whether the span has no children, so that all of its own work is in the hole.</param>
/// <param name="StartUnixNanoseconds">Wall time of its start.</param>
/// <param name="DurationNanoseconds">Its length.</param>
/// <param name="ExplainedNanoseconds">Of it, inside pauses that could be placed.</param>
/// <param name="Collections">Collections whose pauses meet it, by generation.</param>
public sealed record ExplainedHole(
    int Set,
    int Span,
    int Recording,
    string TraceId,
    string? Name,
    string? After,
    string? Before,
    bool Leaf,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    long ExplainedNanoseconds,
    IReadOnlyList<CollectionsInRequest> Collections);
