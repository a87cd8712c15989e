namespace Unpause.Cycles;

/// <summary>What of one look belongs to which kind of cycle.</summary>
/// <param name="Written">Objects of the look that were written one by one.</param>
/// <param name="Groups">The kinds, with their objects and bytes in this look.</param>
internal sealed record LookShares(int Written, IReadOnlyList<(GroupBuilder Group, long Objects, long Bytes)> Groups);
