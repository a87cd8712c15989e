namespace Unpause.Reports.Documents;

/// <summary>A number that supports a finding, with where it comes from.</summary>
public sealed record EvidenceDocument
{
    /// <summary>
    /// What it is, stable and the same in all findings: snake_case, ending in the unit (survival_percent, pause_total_ms) or in the
    /// noun that is counted (full_collections). Several things of one kind in a finding, as sites, causes or types, share a key
    /// (site_bytes): the text tells which one. Null in reports of older versions.
    /// </summary>
    public string? Key { get; init; }

    /// <summary>A phrase that names the number and its source.</summary>
    public required string Text { get; init; }

    /// <summary>The number.</summary>
    public required double? Value { get; init; }

    /// <summary>Its unit.</summary>
    public required string? Unit { get; init; }
}
