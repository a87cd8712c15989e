using Unpause.Requests.Attribution;

namespace Unpause.Reports.TraceEvents;

/// <summary>A request or span to write; times in nanoseconds on the common axis.</summary>
/// <param name="Start">The start.</param>
/// <param name="End">The end.</param>
/// <param name="Parent">The parent span; null for none.</param>
/// <param name="Name">The operation; null when unnamed.</param>
/// <param name="Service">The service; null when unknown.</param>
/// <param name="TraceId">The trace ID; null for a request without one.</param>
/// <param name="Fate">The attribution of the request; null for a span that is not a request.</param>
internal sealed record RequestItem(
    long Start, long End, RequestItem? Parent, string? Name, string? Service, string? TraceId, RequestFate? Fate)
{
    /// <summary>The position after sorting.</summary>
    public int Index { get; set; }

    /// <summary>The number of ancestors.</summary>
    public int Depth { get; } = Parent is null ? 0 : Parent.Depth + 1;
}
