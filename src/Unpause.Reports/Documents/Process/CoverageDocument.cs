namespace Unpause.Reports.Documents;

/// <summary>Notes from reading the input.</summary>
public sealed record CoverageDocument
{
    /// <summary>The first lines that were not parsed.</summary>
    public required IReadOnlyList<LineExample> Examples { get; init; }

    /// <summary>The notes.</summary>
    public required IReadOnlyList<NoteDocument> Notes { get; init; }
}
