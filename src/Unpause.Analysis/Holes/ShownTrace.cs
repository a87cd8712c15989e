namespace Unpause.Analysis.Holes;

/// <summary>
/// One trace with the pauses and holes in it, bounded so that it can be drawn; times in nanoseconds since 1970, on the requests' clock.
/// </summary>
/// <param name="TraceId">32 hexadecimal digits.</param>
/// <param name="Recording">Index of the recording of the process for which the trace was chosen.</param>
/// <param name="StartUnixNanoseconds">Start of its first span.</param>
/// <param name="EndUnixNanoseconds">End of its last.</param>
/// <param name="SpansInAll">Spans that the trace has.</param>
/// <param name="Spans">Spans to draw, parents before their children, children in order of start.</param>
/// <param name="Pauses">Pauses that meet the trace, of every recorded process, in order of start.</param>
internal sealed record ShownTrace(
    string TraceId,
    int Recording,
    long StartUnixNanoseconds,
    long EndUnixNanoseconds,
    long SpansInAll,
    IReadOnlyList<ShownSpan> Spans,
    IReadOnlyList<ShownPause> Pauses);
