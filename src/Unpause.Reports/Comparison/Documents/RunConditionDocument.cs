namespace Unpause.Reports.Comparison;

/// <summary>What was not the same on both sides.</summary>
public sealed record RunConditionDocument
{
    /// <summary>What was changed on purpose, or at least may have been: a setting, a version.</summary>
    public const string Changed = "changed";

    /// <summary>What makes numbers incomparable: load, length, processors.</summary>
    public const string Confounder = "confounder";

    /// <summary><see cref="Changed"/> or <see cref="Confounder"/>.</summary>
    public required string Kind { get; init; }

    /// <summary>What it is: a setting's name, <c>load</c>, <c>length</c>, <c>processors</c>, <c>version</c>, <c>collector</c> …</summary>
    public required string Name { get; init; }

    /// <summary>Before; null where it was not set.</summary>
    public required string? Before { get; init; }

    /// <summary>After.</summary>
    public required string? After { get; init; }
}
