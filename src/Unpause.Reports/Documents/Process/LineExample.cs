namespace Unpause.Reports.Documents;

/// <summary>A line that was not parsed.</summary>
public sealed record LineExample
{
    /// <summary>The line number, from 1.</summary>
    public required long Line { get; init; }

    /// <summary>The text of the line.</summary>
    public required string Text { get; init; }
}
