namespace Unpause.Recordings;

/// <summary>What a collection reports of a <see cref="HeapSpace"/>, in bytes over all heaps.</summary>
public enum SpaceFact
{
    /// <summary>In use when it started, without free space between objects.</summary>
    Before,

    /// <summary>In use when it ended, without free space between objects.</summary>
    After,

    /// <summary>Free space between objects when it ended.</summary>
    Free,

    /// <summary>Survived it, of what was in the space.</summary>
    Survived,

    /// <summary>May be allocated there, or promoted to there, until the space is collected again.</summary>
    Budget,
}
