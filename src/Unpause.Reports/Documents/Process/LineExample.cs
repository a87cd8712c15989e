namespace Unpause.Reports.Documents;

/// <summary>A line that was not understood.</summary>
public sealed record LineExample
{
    /// <summary>Its number, from 1.</summary>
    public required long Line { get; init; }

    /// <summary>Its text.</summary>
    public required string Text { get; init; }
}
