namespace Unpause.Reports.Comparison.Documents;

/// <summary>A condition that differs between the sides.</summary>
public sealed record RunConditionDocument
{
    /// <summary>A condition that may have been changed on purpose: a setting, a version.</summary>
    public const string Changed = "changed";

    /// <summary>A confounder that makes numbers incomparable: load, length, processors.</summary>
    public const string Confounder = "confounder";

    /// <summary><see cref="Changed"/> or <see cref="Confounder"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>Its name: a setting, or <c>load</c>, <c>length</c>, <c>processors</c>, <c>version</c>, <c>collector</c> …</summary>
    public required string Name { get; init; }

    /// <summary>The value before; null where it was not set.</summary>
    public required string? Before { get; init; }

    /// <summary>The value after; null where it was not set.</summary>
    public required string? After { get; init; }
}
