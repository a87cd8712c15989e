using Unpause.Recordings;
using Unpause.Recordings.Readers;

namespace Unpause.Reports.Filling;

/// <summary>The result of inserting pauses into traces.</summary>
/// <param name="Spans">The spans in the traces, without those of an earlier fill.</param>
/// <param name="Added">The inserted spans.</param>
/// <param name="AlreadyThere">The spans of an earlier fill.</param>
/// <param name="LeftOut">The overlaps above <see cref="Limits.FilledPausesAHole"/> and <see cref="Limits.FilledPauses"/>.</param>
/// <param name="Coverage">How much of the traces was parsed; null when nothing could be read.</param>
/// <param name="Fault">Why nothing was written; null when the traces were written.</param>
public sealed record FillResult(
    int Spans, int Added, int AlreadyThere, long LeftOut, Coverage? Coverage, UnreadInput? Fault)
{
    /// <summary>The spans of processes that were not recorded.</summary>
    public int OfOthers { get; init; }
}
