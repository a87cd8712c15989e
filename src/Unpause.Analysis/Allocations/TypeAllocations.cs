namespace Unpause.Analysis.Allocations;

/// <summary>What was allocated of one type.</summary>
/// <param name="Type">The type; null when it is not recorded. Hostile: escape before showing.</param>
/// <param name="Bytes">Bytes, estimated from the samples.</param>
/// <param name="LargeBytes">Of them, bytes of large objects.</param>
/// <param name="Samples">Samples.</param>
internal sealed record TypeAllocations(string? Type, long Bytes, long LargeBytes, long Samples);
