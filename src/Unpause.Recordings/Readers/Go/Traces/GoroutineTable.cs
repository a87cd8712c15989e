using System.Runtime.CompilerServices;
using Unpause.Collections;

namespace Unpause.Recordings.Readers.Go.Traces;

/// <summary>The goroutines that live at a moment of a trace, each at a place that is used again when it has ended.</summary>
internal sealed class GoroutineTable
{
    public const int None = -1;

    private readonly ChunkedDictionary<ulong, int> _places = new();
    private readonly ChunkedList<Goroutine> _all = new();
    private readonly ChunkedList<int> _free = new();

    /// <summary>About how much memory they take.</summary>
    public long HeldBytes => (long)_all.Count * (Unsafe.SizeOf<Goroutine>() + sizeof(ulong) + (2 * sizeof(int)));

    /// <summary>The goroutine at a place.</summary>
    public ref Goroutine this[int place] => ref _all.ItemRef(place);

    /// <summary>The place of a goroutine; <see cref="None"/> where it isn't known.</summary>
    public int Find(ulong id) => _places.TryGetValue(id, out var place) ? place : None;

    /// <summary>The place of a goroutine, which is new where it isn't known.</summary>
    /// <param name="id">Its number.</param>
    /// <param name="time">Now.</param>
    public int Get(ulong id, long time)
    {
        ref var place = ref _places.GetValueRefOrAddDefault(id, out var known);
        if (known) return place;
        var goroutine = new Goroutine { Id = id, Since = time, Counted = time, Request = Goroutine.NoRequest };
        if (_free.Count > 0)
        {
            place = _free[_free.Count - 1];
            _free.RemoveAt(_free.Count - 1);
            _all.ItemRef(place) = goroutine;
        }
        else
        {
            place = _all.Count;
            _all.Add(goroutine);
        }

        return place;
    }

    public void Remove(int place)
    {
        if (_places.Remove(_all.ItemRef(place).Id)) _free.Add(place);
    }
}
