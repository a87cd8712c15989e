namespace Unpause.Reports.Documents;

/// <summary>A rule without enough data to judge a process.</summary>
public sealed record NotApplicableDocument
{
    /// <summary>The ID of the rule.</summary>
    public required string Id { get; init; }

    /// <summary>The index of the process.</summary>
    public required int Process { get; init; }

    /// <summary>The reason, and what to record.</summary>
    public required string Reason { get; init; }
}
