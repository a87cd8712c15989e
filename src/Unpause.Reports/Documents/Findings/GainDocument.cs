namespace Unpause.Reports.Documents;

/// <summary>What a change should gain, as a range.</summary>
public sealed record GainDocument
{
    /// <summary>The number that should change, by its name in budgets.</summary>
    public required string Metric { get; init; }

    /// <summary>The least to expect.</summary>
    public required double Low { get; init; }

    /// <summary>The most to expect.</summary>
    public required double High { get; init; }

    /// <summary>Their unit.</summary>
    public required string Unit { get; init; }
}
