namespace Unpause.Recordings;

/// <summary>A part of the heap whose sizes collections tell (<see cref="CollectionFacts"/>).</summary>
public enum HeapSpace
{
    /// <summary>Generation 0.</summary>
    Gen0,

    /// <summary>Generation 1.</summary>
    Gen1,

    /// <summary>Generation 2.</summary>
    Gen2,

    /// <summary>Large objects.</summary>
    Large,

    /// <summary>Objects allocated as pinned.</summary>
    Pinned,
}
