namespace Unpause.Reports.Documents;

/// <summary>How a recording's times map to wall time.</summary>
public sealed record ClockDocument
{
    /// <summary>Where the mapping comes from.</summary>
    public required string Source { get; init; }

    /// <summary>How far it may be off.</summary>
    public required Milliseconds? UncertaintyMs { get; init; }
}
