namespace Unpause.Recordings.Cycles;

/// <summary>How a snapshot's objects are distributed over kinds of cycles.</summary>
/// <param name="Written">Objects of the snapshot that were written individually.</param>
/// <param name="Groups">The kinds, with their objects and bytes in this snapshot.</param>
internal sealed record LookShares(int Written, IReadOnlyList<(GroupBuilder Group, long Objects, long Bytes)> Groups);
