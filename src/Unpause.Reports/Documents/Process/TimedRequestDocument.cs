namespace Unpause.Reports.Documents;

/// <summary>A request with what its time went into.</summary>
public sealed record TimedRequestDocument
{
    /// <summary>The program's function that answered it, or the task's name. Hostile: escape before showing.</summary>
    public required string Name { get; init; }

    /// <summary>Its start, since the recording's zero.</summary>
    public required Milliseconds StartMs { get; init; }

    /// <summary>What its time went into.</summary>
    public required TimePartsDocument Parts { get; init; }
}
