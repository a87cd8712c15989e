namespace Unpause.Reports.Documents;

/// <summary>The values of one block of time.</summary>
public sealed record BlockDocument
{
    /// <summary>
    /// The index of the block: it starts at index × block_ms since the start of the recording, or for requests since the first request.
    /// </summary>
    public required int Index { get; init; }

    /// <summary>The values of the block.</summary>
    public required BucketsDocument Values { get; init; }
}
