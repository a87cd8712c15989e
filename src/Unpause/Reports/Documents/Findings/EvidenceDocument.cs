namespace Unpause.Reports.Documents;

/// <summary>A number that supports a finding, with where it comes from.</summary>
public sealed record EvidenceDocument
{
    /// <summary>A phrase that names the number and its source.</summary>
    public required string Text { get; init; }

    /// <summary>The number.</summary>
    public required double? Value { get; init; }

    /// <summary>Its unit.</summary>
    public required string? Unit { get; init; }
}
