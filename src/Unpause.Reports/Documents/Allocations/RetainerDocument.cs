namespace Unpause.Reports.Documents;

/// <summary>Objects of one class that are held the same way.</summary>
public sealed record RetainerDocument
{
    /// <summary>Their class.</summary>
    public required string Type { get; init; }

    /// <summary>Sampled objects.</summary>
    public required long Objects { get; init; }

    /// <summary>Their own size together; null when not told.</summary>
    public required long? Bytes { get; init; }

    /// <summary>The youngest.</summary>
    public required Milliseconds AgeMinMs { get; init; }

    /// <summary>The median.</summary>
    public required Milliseconds AgeMedianMs { get; init; }

    /// <summary>The oldest.</summary>
    public required Milliseconds AgeMaxMs { get; init; }

    /// <summary>The last reference on the way to the root that the objects do not share: the one to clear.</summary>
    public required string? LastReference { get; init; }

    /// <summary>What they share beyond it.</summary>
    public required string? Container { get; init; }

    /// <summary>From the object towards the root: who refers to it.</summary>
    public required IReadOnlyList<RetainerLinkDocument> Chain { get; init; }

    /// <summary>Whether the chain goes up to the root; else the objects are held in different ways from its end on.</summary>
    public required bool Complete { get; init; }

    /// <summary>What most of them hang on in the end.</summary>
    public required RetainerRootDocument? Root { get; init; }

    /// <summary>Where most of them were allocated, the innermost method first.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}
