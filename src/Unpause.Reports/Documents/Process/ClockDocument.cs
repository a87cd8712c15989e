namespace Unpause.Reports.Documents;

/// <summary>How a recording's times map to wall time.</summary>
public sealed record ClockDocument
{
    /// <summary>The source of the mapping.</summary>
    public required string Source { get; init; }

    /// <summary>The uncertainty of the mapping.</summary>
    public required Milliseconds? UncertaintyMs { get; init; }
}
