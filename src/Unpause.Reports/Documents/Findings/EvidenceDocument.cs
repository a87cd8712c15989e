namespace Unpause.Reports.Documents;

/// <summary>Evidence of a finding: a number with its source.</summary>
public sealed record EvidenceDocument
{
    /// <summary>
    /// The stable name, the same in all findings: snake_case, ending in the unit (survival_percent, pause_total_ms) or in the noun that is
    /// counted (full_collections). Several items of one kind, as sites, causes or types, share a key (site_bytes), and the text names the
    /// item. Null in reports of older versions.
    /// </summary>
    public string? Key { get; init; }

    /// <summary>A phrase that describes the number and its source.</summary>
    public required string Text { get; init; }

    /// <summary>The number.</summary>
    public required double? Value { get; init; }

    /// <summary>Its unit.</summary>
    public required string? Unit { get; init; }
}
