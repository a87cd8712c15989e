namespace Unpause.Reports.Documents;

/// <summary>A rule that could not judge a process.</summary>
public sealed record NotApplicableDocument
{
    /// <summary>The rule's id.</summary>
    public required string Id { get; init; }

    /// <summary>Index of the process.</summary>
    public required int Process { get; init; }

    /// <summary>Why, and what would have to be recorded.</summary>
    public required string Reason { get; init; }
}
