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
    public long MemoryBytes => (long)_all.Count * (Unsafe.SizeOf<Goroutine>() + sizeof(ulong) + (2 * sizeof(int)));

    /// <summary>The goroutine at a place.</summary>
    public ref Goroutine this[int place] => ref _all.ItemRef(place);

    /// <summary>The place of a goroutine; <see cref="None"/> where it isn't known.</summary>
    public int Find(ulong id) => _places.TryGetValue(id, out var place) ? place : None;

    /// <summary>The place of a goroutine, which is new where it isn't known.</summary>
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

/// <summary>A goroutine while a trace is read. There may be millions. Times in nanoseconds of the trace.</summary>
internal struct Goroutine
{
    /// <summary>The request that it works for, as a place in <see cref="TracedRequests"/>; none.</summary>
    public const int NoRequest = -1;

    public ulong Id;

    /// <summary>Since when it has its state.</summary>
    public long Since;

    /// <summary>Up to when its running time was added up.</summary>
    public long Counted;

    /// <summary>Since when it assists or sweeps: never both, because there is nothing to sweep while the collector marks.</summary>
    public long HelpsSince;

    /// <summary>Its sequence number within a generation: what refers to it comes in this order.</summary>
    public ulong Sequence;

    /// <summary>The generation that <see cref="Sequence"/> is of.</summary>
    public uint Generation;

    /// <summary>The request that it works for.</summary>
    public int Request;

    public GoroutineState State;

    /// <summary>Whether it marks before it may allocate.</summary>
    public bool Assists;

    /// <summary>Whether it sweeps before it may allocate.</summary>
    public bool Sweeps;

    /// <summary>Whether it serves a connection of net/http.</summary>
    public bool IsConnection;

    /// <summary>Whether it runs finalizers or cleanups, and is in <see cref="TracedFinalizers"/>.</summary>
    public bool Finalizes;

    /// <summary>For which kind of marking it runs.</summary>
    public MarkWorker Worker;
}
