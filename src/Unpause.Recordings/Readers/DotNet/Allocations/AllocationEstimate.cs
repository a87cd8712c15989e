using Unpause.Recordings.Readers.DotNet.Collections;

namespace Unpause.Recordings.Readers.DotNet.Allocations;

/// <summary>
/// What was allocated before each collection: bytes in use at its start less bytes in use at the end of the one
/// before, for the generations that objects are allocated in (0, large, pinned). The runtime counts allocations
/// exactly but writes the count into no event. Summed over heaps, because the number of heaps may change (DATAS).
/// </summary>
internal sealed class AllocationEstimate
{
    private static readonly int[] Unmoving = [3, 4];
    private readonly long[] _used = new long[HeapSums.Generations];
    private bool _known;

    /// <summary>Takes a collection whose histories are complete, in the order of their ends.</summary>
    /// <param name="besideBackground">Whether a background collection was under way.</param>
    public void Take(OpenCollection open, bool besideBackground)
    {
        if (open.Sums.Heaps == 0) return;
        // A process's first collection has everything before it; of a later one the part before the recording is unknown.
        var known = _known || open.Collection.Number <= 1;
        // A background collection leaves gen0 alone, so there its end counts, which comes after younger collections.
        var filled = open.Background ? open.Sums.Get(0, SpaceFact.After) : open.Sums.Get(0, SpaceFact.Before);
        var allocated = Math.Max(0, filled - _used[0]);
        _used[0] = open.Sums.Get(0, SpaceFact.After);

        // Beside a background collection the large objects are swept little by little: its own history covers them.
        if (!besideBackground) allocated += TakeUnmoving(open);
        _known |= known || !besideBackground;
        if (known) open.Collection.AllocatedBytes = allocated;
    }

    private long TakeUnmoving(OpenCollection open)
    {
        long allocated = 0;
        foreach (var generation in Unmoving)
        {
            allocated += Math.Max(0, open.Sums.Get(generation, SpaceFact.Before) - _used[generation]);
            // Of a background collection: what is there at its end and is no survivor was allocated meanwhile.
            if (open.Background)
            {
                allocated += Math.Max(0, open.Sums.Get(generation, SpaceFact.After) - open.Sums.Get(generation, SpaceFact.Survived));
            }

            _used[generation] = open.Sums.Get(generation, SpaceFact.After);
        }

        return allocated;
    }
}
