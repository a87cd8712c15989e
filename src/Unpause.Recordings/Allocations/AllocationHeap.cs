namespace Unpause.Recordings.Allocations;

/// <summary>Where an object is allocated.</summary>
public enum AllocationHeap
{
    /// <summary>Among the small objects.</summary>
    Small,

    /// <summary>.NET's large object heap (85,000 bytes and more, unless configured), collected with gen2 only.</summary>
    Large,

    /// <summary>.NET's pinned object heap.</summary>
    Pinned,
}
