namespace Unpause.Reports.Documents;

/// <summary>A request with the breakdown of its time.</summary>
public sealed record TimedRequestDocument
{
    /// <summary>The application's function that served it, or the task's name. Untrusted: escape before showing.</summary>
    public required string Name { get; init; }

    /// <summary>Start since the start of the recording.</summary>
    public required Milliseconds StartMs { get; init; }

    /// <summary>The breakdown of its time.</summary>
    public required TimePartsDocument Parts { get; init; }
}
