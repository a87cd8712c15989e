namespace Unpause.Recordings.Allocations;

/// <summary>Sampled objects that only a gen2 collection could free, and did, by the place that allocated them.</summary>
/// <param name="Sites">The places with the bytes that died, the most first.</param>
/// <param name="FollowedBytes">Bytes that were followed from their allocation; each object represents the bytes of its sample.</param>
/// <param name="PromotedBytes">Of them, small objects that reached gen2.</param>
/// <param name="DiedBytes">Bytes that died in gen2: promoted, large or pinned ones.</param>
/// <param name="LostBytes">Bytes that were lost sight of: whether they lived on cannot be determined.</param>
/// <param name="Collections">Gen2 collections that were examined.</param>
/// <param name="Basis">How the numbers were obtained, as text.</param>
public sealed record Gen2Deaths(
    IReadOnlyList<AllocationSite> Sites,
    long FollowedBytes,
    long PromotedBytes,
    long DiedBytes,
    long LostBytes,
    int Collections,
    string Basis);
