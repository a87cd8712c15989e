namespace Unpause.Recordings;

/// <summary>A named count that a collection printed, such as G1's processed buffers.</summary>
/// <param name="Collection">Index into <see cref="Recording.Collections"/>.</param>
/// <param name="Name">The runtime's own name (interned).</param>
/// <param name="Value">The count; over workers their average.</param>
/// <param name="Sum">Over all workers, where printed.</param>
public readonly record struct Counter(int Collection, string Name, double Value, double? Sum = null);
