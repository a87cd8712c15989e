namespace Unpause.Reports.Documents;

/// <summary>
/// Collections that the runtime made on its way out, after the program's exit handlers: no request waits for them, so they are counted in
/// nothing else.
/// </summary>
public sealed record ExitCollectionsDocument
{
    /// <summary>Collections.</summary>
    public required long Count { get; init; }

    /// <summary>Their pauses in all.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The longest of their pauses; null when none ended.</summary>
    public required Milliseconds? MaxMs { get; init; }
}
