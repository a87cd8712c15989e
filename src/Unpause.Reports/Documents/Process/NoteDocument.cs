namespace Unpause.Reports.Documents;

/// <summary>A note on the input.</summary>
public sealed record NoteDocument
{
    /// <summary>The severity of a note for information only.</summary>
    public const string Info = "info";

    /// <summary>The severity of a note on input that could not be read.</summary>
    public const string Unreadable = "unreadable";

    /// <summary>Whether part of the input could not be read.</summary>
    [Words(nameof(Vocabulary.NoteSeverities))]
    public required string Severity { get; init; }

    /// <summary>The text of the note.</summary>
    public required string Text { get; init; }
}
