namespace Unpause.Reports.Documents;

/// <summary>A remark on what was read.</summary>
public sealed record NoteDocument
{
    /// <summary>The word for a remark that is nothing but one.</summary>
    public const string Info = "info";

    /// <summary>The word for a remark that means that part of the input was unreadable.</summary>
    public const string Unreadable = "unreadable";

    /// <summary>Whether part of the input was unreadable.</summary>
    [Words(nameof(Vocabulary.NoteSeverities))]
    public required string Severity { get; init; }

    /// <summary>The remark.</summary>
    public required string Text { get; init; }
}
