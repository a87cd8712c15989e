using Unpause.Readers;
using Unpause.Recordings;

namespace Unpause.Filling;

/// <summary>What filling did.</summary>
/// <param name="Spans">Spans in the traces, without those of an earlier fill.</param>
/// <param name="Added">Spans added.</param>
/// <param name="AlreadyThere">Spans that an earlier fill had put in.</param>
/// <param name="LeftOut">Overlaps beyond <see cref="Limits.FilledPausesAHole"/> and <see cref="Limits.FilledPauses"/>.</param>
/// <param name="Coverage">How much of the traces was understood; null when nothing could be read.</param>
/// <param name="Fault">Why nothing was written; null when the traces were.</param>
public sealed record FillResult(
    int Spans, int Added, int AlreadyThere, long LeftOut, Coverage? Coverage, UnreadInput? Fault)
{
    /// <summary>Of the spans, those of processes whose pauses the recording doesn't hold.</summary>
    public int OfOthers { get; init; }
}
