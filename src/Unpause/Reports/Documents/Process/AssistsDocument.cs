namespace Unpause.Reports.Documents;

/// <summary>Work that allocating threads did for the collector: thread time, never part of pauses.</summary>
public sealed record AssistsDocument
{
    /// <summary>Collections in which threads helped.</summary>
    public required long Collections { get; init; }

    /// <summary>In all collections.</summary>
    public required Milliseconds ThreadTimeTotalMs { get; init; }

    /// <summary>The most in one.</summary>
    public required Milliseconds ThreadTimeMaxMs { get; init; }
}
