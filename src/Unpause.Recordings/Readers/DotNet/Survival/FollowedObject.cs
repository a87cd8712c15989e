using Unpause.Recordings.Readers.DotNet.Allocations;

namespace Unpause.Recordings.Readers.DotNet.Survival;

/// <summary>An object of an allocation event, while it is followed from collection to collection.</summary>
/// <param name="address">Where it was allocated.</param>
/// <param name="generation">The runtime's number of its generation; 3 for a large object, 4 for a pinned one.</param>
/// <param name="place">Its type, heap and call stack.</param>
/// <param name="bytes">What it represents: the bytes of its sample.</param>
internal sealed class FollowedObject(ulong address, int generation, AllocationPlace place, long bytes)
{
    /// <summary>The first generation that only gen2 collections free.</summary>
    public const int Old = 2;

    public ulong Address { get; set; } = address;

    public int Generation { get; set; } = generation;

    public AllocationPlace Place { get; } = place;

    public long Bytes { get; } = bytes;

    /// <summary>Where it is after the collection under way; null as long as the collector has not listed it.</summary>
    public ulong? SurvivesAt { get; set; }

    /// <summary>
    /// Whether the background collection under way may free it: it was old when that began, or young when that swept the young ones.
    /// </summary>
    public bool InBackground { get; set; }
}
