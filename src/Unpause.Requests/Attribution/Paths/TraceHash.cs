namespace Unpause.Requests.Attribution.Paths;

/// <summary>
/// A place of a trace among all traces, the same in every service and report: those with the smallest ones make a sample that different
/// reports choose alike.
/// </summary>
public static class TraceHash
{
    private const double Range = 18446744073709551616.0;

    /// <summary>
    /// The hash: the lower 64 bits of the id, mixed as splitmix64 does. The upper half is not in it, because services that pass on only 64
    /// bits (B3, Datadog) lose it, and some fill it with the time (X-Ray). The lower half is to be random (W3C Trace Context, level 2), but
    /// sampling by probability keeps those with large numbers (OpenTelemetry, TraceState), and some ids are counted, therefore the mixing.
    /// </summary>
    public static ulong Of(UInt128 trace) => SpanIds.Derive([(ulong)trace]);

    /// <summary>The hash as a fraction of all hashes.</summary>
    public static double Fraction(ulong hash) => hash / Range;
}
