using Unpause.Recordings.Packed;

namespace Unpause.Recordings.Triggers;

/// <summary>
/// What triggered collections, where the recording shows it. Collections are found by the runtime's own number, so that a part of a
/// recording, or a log that is joined with it, has the same.
/// </summary>
public sealed class CollectionTriggers
{
    private readonly TriggerRow[] _rows;
    private readonly IReadOnlyList<TriggerPlace> _places;

    /// <summary>Takes over rows in ascending order of number.</summary>
    internal CollectionTriggers(TriggerRow[] rows, IReadOnlyList<TriggerPlace> places) => (_rows, _places) = (rows, places);

    /// <summary>What triggered a collection; null where it is not recorded.</summary>
    /// <param name="number">The runtime's number of it (<see cref="Collection.Number"/>).</param>
    public CollectionTrigger? Find(long number)
    {
        var (low, high) = (0, _rows.Length);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (_rows[middle].Number < number) low = middle + 1;
            else high = middle;
        }

        if (low == _rows.Length || _rows[low].Number != number) return null;
        var row = _rows[low];
        return new CollectionTrigger(_places[row.Place], row.Bytes >= 0 ? row.Bytes : null, row.Candidates);
    }

    /// <summary>The same with other names of threads.</summary>
    /// <param name="rename">Gives the new name for the recorded one.</param>
    public CollectionTriggers WithThreads(Func<string, string> rename) =>
        new(_rows, [.. _places.Select(place => place.Thread is { } name ? place with { Thread = rename(name) } : place)]);
}

/// <summary>What triggered one collection.</summary>
/// <param name="Place">Where.</param>
/// <param name="Bytes">What was to be allocated, in bytes: an object, or a thread's new buffer; null when not recorded.</param>
/// <param name="Candidates">
/// Threads' requests that are recorded for the collection, at least 1: this is the first of them, and the others waited for it.
/// </param>
public sealed record CollectionTrigger(TriggerPlace Place, long? Bytes, int Candidates);

/// <summary>A place in the program that triggers collections.</summary>
/// <param name="Evidence">How it is known.</param>
/// <param name="Stack">Methods, the innermost first; empty where there are no names. Hostile: escape before showing.</param>
/// <param name="Thread">The thread's name; null when not recorded. Hostile.</param>
/// <param name="Type">The allocated type; null when not recorded. Hostile.</param>
public sealed record TriggerPlace(TriggerEvidence Evidence, IReadOnlyList<string> Stack, string? Thread, string? Type);

/// <summary>How a trigger is known.</summary>
public enum TriggerEvidence
{
    /// <summary>The runtime recorded the allocation that found too little room.</summary>
    Allocation,

    /// <summary>The runtime recorded the call that requested the collection.</summary>
    Call,

    /// <summary>Not the trigger itself: the last sampled allocation before the collection began.</summary>
    LastSample,
}

/// <summary>A collection's trigger, packed.</summary>
/// <param name="Bytes">-1 when unknown.</param>
internal readonly record struct TriggerRow(long Number, long Bytes, int Place, int Candidates);

/// <summary>Collects triggers while a recording is read: a row for each collection, and each place once.</summary>
internal sealed class TriggersBuilder
{
    /// <summary>The place of a collection that has none, because there are too many.</summary>
    public const int NoPlace = -1;

    private readonly ChunkedList<TriggerRow> _rows = new();
    private readonly List<TriggerPlace> _places = [];
    private readonly Dictionary<TriggerPlace, int> _numbers = new(SamePlace.Instance);
    private bool _unordered;

    /// <summary>About how much memory the rows take.</summary>
    public long MemoryBytes => (long)_rows.Count * System.Runtime.CompilerServices.Unsafe.SizeOf<TriggerRow>();

    /// <summary>The number of a place; <see cref="NoPlace"/> where there are too many, or where it says nothing.</summary>
    public int PlaceOf(TriggerPlace place)
    {
        if (place.Stack.Count == 0 && place.Thread is null && place.Type is null) return NoPlace;
        if (_numbers.TryGetValue(place, out var number)) return number;
        if (_places.Count >= Limits.AllocationSites) return NoPlace;
        _places.Add(place);
        _numbers.Add(place, _places.Count - 1);
        return _places.Count - 1;
    }

    /// <summary>A collection's trigger; of several with one number the first counts.</summary>
    /// <param name="number">The runtime's number of it.</param>
    /// <param name="place">From <see cref="PlaceOf"/>.</param>
    /// <param name="bytes">What was to be allocated; null when unknown.</param>
    /// <param name="candidates">Requests for it, with this one.</param>
    public void Add(long number, int place, long? bytes = null, int candidates = 1)
    {
        if (place == NoPlace) return;
        if (_rows.Count > 0) _unordered |= number <= _rows[^1].Number;
        _rows.Add(new TriggerRow(number, bytes ?? -1, place, candidates));
    }

    /// <summary>The triggers; null without any.</summary>
    public CollectionTriggers? Build()
    {
        if (_rows.Count == 0) return null;
        IEnumerable<TriggerRow> rows = _rows;
        if (_unordered) rows = rows.OrderBy(row => row.Number).DistinctBy(row => row.Number);
        return new CollectionTriggers([.. rows], _places);
    }

    private sealed class SamePlace : IEqualityComparer<TriggerPlace>
    {
        public static SamePlace Instance { get; } = new();

        public bool Equals(TriggerPlace? one, TriggerPlace? other)
        {
            if (one is null || other is null) return one is null && other is null;
            if (one.Evidence != other.Evidence || one.Thread != other.Thread || one.Type != other.Type) return false;
            if (one.Stack.Count != other.Stack.Count) return false;
            for (var i = 0; i < one.Stack.Count; i++)
            {
                if (one.Stack[i] != other.Stack[i]) return false;
            }

            return true;
        }

        public int GetHashCode(TriggerPlace place)
        {
            var hash = new HashCode();
            hash.Add(place.Evidence);
            hash.Add(place.Thread);
            hash.Add(place.Type);
            for (var i = 0; i < place.Stack.Count; i++) hash.Add(place.Stack[i]);
            return hash.ToHashCode();
        }
    }
}
