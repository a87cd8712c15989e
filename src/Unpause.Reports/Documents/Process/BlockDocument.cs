namespace Unpause.Reports.Documents;

/// <summary>The values of one block of time.</summary>
public sealed record BlockDocument
{
    /// <summary>Its place: it begins at index × block_ms since the recording's zero, for requests since the first.</summary>
    public required int Index { get; init; }

    /// <summary>Its values.</summary>
    public required BucketsDocument Values { get; init; }
}
