namespace Unpause.Reports.Documents;

/// <summary>What was noted while reading.</summary>
public sealed record CoverageDocument
{
    /// <summary>The first lines that were not understood.</summary>
    public required IReadOnlyList<LineExample> Examples { get; init; }

    /// <summary>Remarks.</summary>
    public required IReadOnlyList<NoteDocument> Notes { get; init; }
}
