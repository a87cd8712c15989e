namespace Unpause.Reports.Documents;

/// <summary>
/// Collections during the shutdown of the runtime, after the application's exit handlers. No request waits for them, so no other number
/// includes them.
/// </summary>
public sealed record ExitCollectionsDocument
{
    /// <summary>The number of collections.</summary>
    public required long Count { get; init; }

    /// <summary>The total time of their pauses.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest of their pauses; null when none ended.</summary>
    public required Milliseconds? MaxMs { get; init; }
}
