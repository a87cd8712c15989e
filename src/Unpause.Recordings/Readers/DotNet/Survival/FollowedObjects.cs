using Unpause.Recordings.Readers.DotNet.Allocations;

namespace Unpause.Recordings.Readers.DotNet.Survival;

/// <summary>Followed objects in order of their addresses, so that a range finds those inside it fast.</summary>
internal sealed class FollowedObjects
{
    private static readonly Comparer<FollowedObject> ByAddress =
        Comparer<FollowedObject>.Create(static (a, b) => a.Address.CompareTo(b.Address));

    private readonly ChunkedList<FollowedObject> _objects = new();
    private bool _sorted = true;
    private int _next;

    /// <summary>Whether an object must still be followed.</summary>
    public delegate bool Keeper(FollowedObject followed);

    public int Count => _objects.Count;

    public void Add(FollowedObject followed)
    {
        _sorted &= _objects.Count == 0 || followed.Address >= _objects[^1].Address;
        _objects.Add(followed);
    }

    /// <summary>Notes that all objects in a range survive, and where the range goes. Returns how many there are.</summary>
    public int Survive(ulong start, ulong length, ulong newStart)
    {
        if (_objects.Count == 0) return 0;
        Sort();
        var first = FirstFrom(start);
        var at = first;
        for (; at < _objects.Count && _objects[at].Address - start < length; at++)
        {
            _objects[at].SurvivesAt = newStart + (_objects[at].Address - start);
        }

        _next = at;
        return at - first;
    }

    /// <summary>
    /// Of two objects at one address the one that was there when the background collection began has made room for the other:
    /// freed memory is used again before the list of survivors is made.
    /// </summary>
    public void PassOverReplaced()
    {
        Sort();
        for (var i = 1; i < _objects.Count; i++)
        {
            var (first, second) = (_objects[i - 1], _objects[i]);
            if (first.Address != second.Address || first.InBackground == second.InBackground) continue;
            (first.InBackground ? first : second).SurvivesAt = null;
        }
    }

    /// <summary>Filters the objects that are kept.</summary>
    public void Keep(Keeper keeps)
    {
        var kept = 0;
        _sorted = true;
        for (var i = 0; i < _objects.Count; i++)
        {
            var followed = _objects[i];
            if (!keeps(followed)) continue;
            _sorted &= kept == 0 || followed.Address >= _objects[kept - 1].Address;
            _objects[kept++] = followed;
        }

        _objects.RemoveRange(kept, _objects.Count - kept);
    }

    private void Sort()
    {
        if (!_sorted) _objects.Sort(ByAddress);
        _sorted = true;
    }

    /// <summary>
    /// The first object at or behind an address. Ranges mostly come in order, so the place of the last one is tried first.
    /// </summary>
    private int FirstFrom(ulong address)
    {
        if (_next <= _objects.Count && (_next == 0 || _objects[_next - 1].Address < address)
            && (_next == _objects.Count || _objects[_next].Address >= address))
        {
            return _next;
        }

        var low = 0;
        var high = _objects.Count;
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (_objects[middle].Address < address) low = middle + 1;
            else high = middle;
        }

        return low;
    }
}

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
