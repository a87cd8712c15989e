namespace Unpause.Recordings.Histograms;

/// <summary>By what classes are ranked.</summary>
public enum HeapOrder
{
    /// <summary>By the number of objects, or of a comparison by how much it changed.</summary>
    Count,

    Bytes,

    /// <summary>By retained size, where the references are known; else by bytes.</summary>
    Retained,

    /// <summary>By how many objects a collection frees.</summary>
    Plunge,

    /// <summary>By the number of retained objects.</summary>
    Live,
}
