using Unpause.Recordings.Allocations;
using Unpause.Recordings.Readers.DotNet.Collections;

namespace Unpause.Recordings.Readers.DotNet.Allocations;

/// <summary>
/// Estimates how many bytes of large objects died: what ticks say was allocated between the first collection's start and
/// the last one's end, less the growth of the large object heap between the two. Each object above 100 KB has its own
/// tick, so what is allocated is nearly exact.
/// </summary>
internal sealed class LargeObjectGrowth
{
    private const string Basis = "estimated: large-object allocation ticks minus the growth of the large object heap";

    private Total _allocated;
    private Total? _atFirstStart;
    private Total _atLastStop;
    private int _last = -1;

    public void Allocated(long bytes) => _allocated += bytes;

    public void CollectionStarted() => _atFirstStart ??= _allocated;

    /// <summary>A collection ended. Inside a background one the heap is half swept: such do not count.</summary>
    public void CollectionStopped(OpenCollection open)
    {
        if (open.Row[CollectionFacts.Index(CollectionFact.Foreground)] == 1) return;
        (_atLastStop, _last) = (_allocated, open.Index);
    }

    /// <summary>The estimate; null when ticks or sizes are missing.</summary>
    public LargeObjectDeaths? Build(CollectionFactsBuilder? facts)
    {
        if (_allocated == 0 || _atFirstStart is not { } first || _last < 0) return null;
        if (facts?.Get(0, DotNetSpaces.Large, SpaceFact.Before) is not { } before
            || facts.Get(_last, DotNetSpaces.Large, SpaceFact.After) is not { } after)
        {
            return null;
        }

        var allocated = _atLastStop - first;
        return new LargeObjectDeaths(allocated, Math.Clamp(allocated - (after - before), 0, allocated), Basis);
    }
}
