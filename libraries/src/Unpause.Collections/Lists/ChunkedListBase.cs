using System.Collections;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// What <see cref="ChunkedList{T}"/> and <see cref="PooledChunkedList{T}"/> have in common: the members of <see cref="List{T}"/> over
/// an array of chunks, each below the 85,000 bytes at which the runtime puts an object into the large object heap.
/// </summary>
/// <remarks>
/// Members, exceptions and enumeration rules are those of <see cref="List{T}"/>. <see cref="ToArray"/> still has to make one array.
/// An element type larger than 84,975 bytes makes every chunk a large object, whatever a collection does. Not safe for concurrent
/// writers; concurrent readers are safe, and misuse never reads memory outside the list's chunks. There are no other lists of this kind.
/// </remarks>
/// <typeparam name="T">Type of the elements.</typeparam>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(CollectionDebugView<>))]
public abstract partial class ChunkedListBase<T> : IList<T>, IList, IReadOnlyList<T>
{
    private Chunks<T> _chunks = Chunks<T>.Create();

    // The chunk that takes the next element, and the index of its first element. When every chunk is full it is the last one.
    private T[] _tail = [];
    private int _tailStart;
    private int _version;

    // A leaf's Count reads it itself: through a property of this class the JIT would load it again at each turn of a loop that writes.
    private protected int _count;

    private bool _disposed;

    private protected ChunkedListBase()
    {
    }

    /// <summary>Number of elements.</summary>
    /// <remarks>Each leaf has its own: a loop over a plain list shall not ask whether it was disposed.</remarks>
    public abstract int Count { get; }

    /// <summary>The element at <paramref name="index"/>.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The index is not within the list.</exception>
    public T this[int index]
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            // One way for every size, and no call: a test for "only one chunk" costs long lists more than it gains short ones, and a
            // call, even one never made, keeps the JIT from holding Count in a register. Both bounds checks stay: a race that tears
            // count and table apart ends in an exception, not in foreign memory.
            if ((uint)index >= (uint)_count) Throw.BadIndex(_disposed);
            var near = _chunks.Near;
            var place = (uint)index >> ChunkShape<T>.Shift;
            if (place < (uint)near.Length) return near[place][index & ChunkShape<T>.Mask];
            return Chunks<T>.Far(_chunks.Only, _chunks.FarGroups, (int)place)[index & ChunkShape<T>.Mask];
        }

        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        set
        {
            // The version first and the element of an array, not a reference to it: then the JIT knows that the store changes nothing else,
            // and keeps Count in a register. An array of references would ask for the element's type.
            if ((uint)index >= (uint)_count) Throw.BadIndex(_disposed);
            _version++;
            var near = _chunks.Near;
            var place = (uint)index >> ChunkShape<T>.Shift;
            var chunk = place < (uint)near.Length ? near[place] : Chunks<T>.Far(_chunks.Only, _chunks.FarGroups, (int)place);
            if (typeof(T).IsValueType) chunk[index & ChunkShape<T>.Mask] = value;
            else ChunkShape<T>.Slot(chunk, index & ChunkShape<T>.Mask) = value;
        }
    }

    /// <summary>A reference to the element at <paramref name="index"/>, to read or change it in place.</summary>
    /// <remarks>Valid until the list is next changed in length or order. A change through it does not end an enumeration.</remarks>
    /// <exception cref="ArgumentOutOfRangeException">The index is not within the list.</exception>
    public ref T ItemRef(int index)
    {
        if ((uint)index >= (uint)_count) Throw.BadIndex(_disposed);
        return ref SlotAt(index);
    }

    /// <summary>Adds one element at the end.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Add(T item)
    {
        _version++;
        var tail = _tail;
        var offset = _count - _tailStart;
        if ((uint)offset < (uint)tail.Length)
        {
            _count++;
            ChunkShape<T>.Slot(tail, offset) = item;
        }
        else
        {
            AddToNextChunk(item);
        }
    }

    /// <summary>Removes every element. A plain list keeps its capacity, a pooled one gives its chunks back.</summary>
    public void Clear()
    {
        ThrowIfDisposed();
        _version++;
        if (IsPooled)
        {
            ReturnAll();
            return;
        }

        if (_count == 0) return;
        if (ChunkShape<T>.HoldsReferences) ClearSlots(0, _count);
        _count = 0;
        PlaceTail();
    }

    /// <summary>Enumerates the elements; a change of the list meanwhile makes the next step throw.</summary>
    public Enumerator GetEnumerator() => new(this);

    // That of an empty List is one for all, which no change ends. Not `new Enumerator(this)`: only of this form does the JIT keep the box
    // on the stack.
    IEnumerator<T> IEnumerable<T>.GetEnumerator() =>
        _count == 0 && !_disposed ? ((IEnumerable<T>)[]).GetEnumerator() : GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<T>)this).GetEnumerator();

    /// <summary>A new array of all elements: one large object when the list is longer than a chunk.</summary>
    public T[] ToArray()
    {
        ThrowIfDisposed();
        if (_count == 0) return [];
        var array = new T[_count];
        CopyTo(0, array, 0, _count);
        return array;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref T SlotAt(int index) =>
        ref ChunkShape<T>.Slot(_chunks[index >> ChunkShape<T>.Shift], index & ChunkShape<T>.Mask);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void AddToNextChunk(T item)
    {
        if (_chunks.Count == 0 && !IsPooled) _chunks.Add(_tail = ChunkShape<T>.Allocate(FirstLength));
        else MakeTailRoom(1);
        ChunkShape<T>.Slot(_tail, _count - _tailStart) = item;
        _count++;
    }
}
