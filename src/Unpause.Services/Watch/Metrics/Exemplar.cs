using System.Globalization;
using Unpause.Recordings;

namespace Unpause.Services.Watch.Metrics;

/// <summary>A stop or pause with the request that it delayed most, as far as overlaps show it.</summary>
/// <param name="Seconds">Its length.</param>
/// <param name="UnixNanoseconds">Wall time of its end.</param>
/// <param name="Trace">The request.</param>
/// <param name="OverlapNanoseconds">How long the request was in it.</param>
internal sealed record Exemplar(double Seconds, long UnixNanoseconds, SeenTrace Trace, long OverlapNanoseconds)
{
    /// <summary>Whether it is to replace another: the last stop, with the request that was longest in it.</summary>
    public bool Replaces(Exemplar? other) => other is null || UnixNanoseconds > other.UnixNanoseconds
        || (UnixNanoseconds == other.UnixNanoseconds && OverlapNanoseconds > other.OverlapNanoseconds);

    /// <summary>Its labels, by the names that OpenTelemetry and Grafana use.</summary>
    public IEnumerable<MetricLabel> Labels() =>
    [
        new("trace_id", Trace.TraceId.ToString("x32", CultureInfo.InvariantCulture)),
        new("span_id", Trace.SpanId.ToString("x16", CultureInfo.InvariantCulture)),
    ];
}
