namespace Unpause.Recordings.Words;

/// <summary>The parts of .NET's heap: three generations, large objects, and objects allocated as pinned.</summary>
public static class DotNetSpaces
{
    /// <summary>Generation 0.</summary>
    public static HeapSpace Gen0 { get; } = new(0, Generations.Gen0, Generations.Gen0, Generations.Gen0);

    /// <summary>Generation 1.</summary>
    public static HeapSpace Gen1 { get; } = new(1, Generations.Gen1, Generations.Gen1, Generations.Gen1);

    /// <summary>Generation 2.</summary>
    public static HeapSpace Gen2 { get; } = new(2, Generations.Gen2, Generations.Gen2, Generations.Gen2);

    public static HeapSpace Large { get; } = new(3, "large", "large objects", Generations.Gen2);

    /// <summary>Objects allocated as pinned.</summary>
    public static HeapSpace Pinned { get; } = new(4, "pinned", "pinned objects", Generations.Gen2);

    /// <summary>All, in the order in which the runtime numbers them.</summary>
    public static IReadOnlyList<HeapSpace> All { get; } = [Gen0, Gen1, Gen2, Large, Pinned];
}
