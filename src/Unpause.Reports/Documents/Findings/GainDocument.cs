namespace Unpause.Reports.Documents;

/// <summary>The expected improvement by a change, as a range.</summary>
public sealed record GainDocument
{
    /// <summary>The metric that should change, by its name in budgets.</summary>
    public required string Metric { get; init; }

    /// <summary>The smallest expected improvement.</summary>
    public required double Low { get; init; }

    /// <summary>The largest expected improvement.</summary>
    public required double High { get; init; }

    /// <summary>The unit of both numbers.</summary>
    public required string Unit { get; init; }
}
