namespace Unpause.Analysis.Holes;

/// <summary>A span of a drawn trace; times in nanoseconds.</summary>
/// <param name="Depth">0 for a root; spans that are not drawn count as levels no more.</param>
/// <param name="Recording">Index of the recording of its process; null when that was not recorded.</param>
/// <param name="Name">Operation; null when unnamed.</param>
/// <param name="Service">Service; null when not said.</param>
/// <param name="StartUnixNanoseconds">Its start.</param>
/// <param name="DurationNanoseconds">Its length.</param>
/// <param name="Holes">Its longer holes with the time inside pauses, which is null when its process was not judged.</param>
internal sealed record ShownSpan(
    int Depth,
    int? Recording,
    string? Name,
    string? Service,
    long StartUnixNanoseconds,
    long DurationNanoseconds,
    IReadOnlyList<ShownHole> Holes);
