using Unpause.Analysis.Attribution;

namespace Unpause.Reports.TraceEvents;

/// <summary>A request or a span to write; times in nanoseconds on the common axis.</summary>
/// <param name="Start">Its start.</param>
/// <param name="End">Its end.</param>
/// <param name="Parent">The item of its parent span; null for none.</param>
/// <param name="Name">Operation; null when unnamed.</param>
/// <param name="Service">Service; null when not said.</param>
/// <param name="TraceId">The trace; null for a request without one.</param>
/// <param name="Fate">What became of the request; null for a span that is none.</param>
internal sealed record RequestItem(
    long Start, long End, RequestItem? Parent, string? Name, string? Service, string? TraceId, RequestFate? Fate)
{
    /// <summary>Where it stands after sorting.</summary>
    public int Index { get; set; }

    /// <summary>Items between it and its root.</summary>
    public int Depth { get; } = Parent is null ? 0 : Parent.Depth + 1;
}
