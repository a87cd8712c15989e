using System.Buffers;
using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>The members that <see cref="ChunkedHashSet{T}"/> and <see cref="PooledChunkedHashSet{T}"/> have in common.</summary>
/// <typeparam name="T">Type of the elements.</typeparam>
public abstract partial class ChunkedHashSetBase<T> : ISet<T>, ICollection<T>, IReadOnlyCollection<T>
#if NET
    , IReadOnlySet<T>
#endif
{
    private const int EndOfChain = -1;

    // A free entry's Next is this minus the next free index, so that it is below EndOfChain.
    private const int StartOfFreeList = -3;

    // The index of what was found, but was gone when the search that found it ended: like any index it is to be held against _used.
    private const int Gone = int.MaxValue;

    // A comparer that makes the table move at every call would never let a search end.
    private const int MaxMoves = 100;

    private readonly IEqualityComparer<T>? _comparer;
    private readonly Lending? _lending;
    private Buckets _buckets = Buckets.Create();

    // One of the two is used, for the life of the set.
    private Chunks<Slim> _slim;
    private Chunks<Entry> _entries;

    private int _used;
    private int _limit;
    private int _bucketLimit;
    private int _freeList = EndOfChain;
    private int _freeCount;

    // Ends enumerations, but for changes from the one of the next two numbers to the other: those they survive in a HashSet too.
    private int _version;
    private int _calmFrom;
    private int _calmTo;

    // Tells a search that called the user's code that places in the table may have moved.
    private int _shape;
    private Layout _layout;

    // How many operations are going on that know entries by their places, and call code that could close gaps. Some of them only read,
    // and may be many at once.
    private int _walks;
    private readonly bool _isOrdinal;

    private protected ChunkedHashSetBase(int capacity, IEqualityComparer<T>? comparer, bool pooled)
    {
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        _isOrdinal = ReferenceEquals(comparer, StringComparer.Ordinal);
        _comparer = KeyShape<T>.Working(comparer);
        if (IsSlim) _slim = Chunks<Slim>.Create();
        else _entries = Chunks<Entry>.Create();
        if (pooled) _lending = new Lending(IsSlim);
        if (capacity > 0) Reserve(capacity);
    }

    private protected ChunkedHashSetBase(IEnumerable<T> collection, IEqualityComparer<T>? comparer, bool pooled)
        : this(0, comparer, pooled)
    {
        Throw.IfNull(collection, nameof(collection));
        try
        {
            if (collection is ChunkedHashSetBase<T> set && IsSameKind(set)) CopyFrom(set);
            else UnionWith(collection);
        }
        catch when (pooled)
        {
            // Nobody else has this set: what it rented would be lost to the pool.
            GiveBack();
            throw;
        }
    }

    /// <summary>Number of elements.</summary>
    public int Count
    {
        get
        {
            var count = _used - _freeCount;
            if (count == 0) ThrowIfDisposed();
            return count;
        }
    }

    /// <summary>What decides whether two elements are the same.</summary>
    public IEqualityComparer<T> Comparer
    {
        get
        {
            ThrowIfDisposed();
            return _comparer ?? (_isOrdinal ? (IEqualityComparer<T>)(object)StringComparer.Ordinal : EqualityComparer<T>.Default);
        }
    }

    bool ICollection<T>.IsReadOnly => false;

    /// <summary>Whether hash and equality are a plain type's own, so that entries store no hash.</summary>
    private bool IsSlim
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => KeyShape<T>.IsPlain && _comparer is null;
    }

    /// <summary>Whether the set has an element equal to <paramref name="item"/>.</summary>
    public bool Contains(T item) => Find(item) >= 0;

    /// <summary>Finds the element that is equal to <paramref name="equalValue"/>.</summary>
    public bool TryGetValue(T equalValue, [MaybeNullWhen(false)] out T actualValue)
    {
        var index = Find(equalValue);

        // An Equals that says yes may have cleared the set before.
        actualValue = (uint)index < (uint)_used ? ValueAt(index) : default;
        return index >= 0;
    }

    /// <summary>Removes every element. A pooled set gives its chunks back; another keeps the capacity.</summary>
    public void Clear()
    {
        ThrowIfDisposed();
        var used = _used;
        if (used == 0 && (_lending is null || _limit == 0)) return;
        if (used > 0) StepCalmly();
        _shape++;
        _used = 0;
        _freeCount = 0;
        _freeList = EndOfChain;
        if (_lending is not null)
        {
            Release();
            return;
        }

        _buckets.Clear();
        if (ChunkShape<T>.HoldsReferences && !IsSlim) _entries.Clear(used);
    }

    /// <summary>Enumerates the elements; adding one meanwhile makes the next step throw.</summary>
    public Enumerator GetEnumerator()
    {
        if (_used == 0) ThrowIfDisposed();
        return new Enumerator(this);
    }

    // That of an empty HashSet is one for all, which no change ends.
    IEnumerator<T> IEnumerable<T>.GetEnumerator() => Count == 0 ? ((IEnumerable<T>)[]).GetEnumerator() : GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<T>)this).GetEnumerator();

    void ICollection<T>.Add(T item) => Add(item);

    /// <summary>Gives all chunks back: for the pooled set's Dispose.</summary>
    private protected void GiveBack()
    {
        // Two threads may dispose, as when a timeout ends a request that ends by itself: chunks go back once.
        if (!_lending!.End()) return;
        _version++;
        _shape++;
        _used = 0;
        _freeCount = 0;
        _freeList = EndOfChain;
        Release();
    }

    /// <summary>Whether enumerations that know this version may go on, at the same place.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private bool IsCalmSince(int version) => _version == _calmTo && version - _calmFrom >= 0 && !IsDisposed;

    private void StepCalmly()
    {
        if (_version != _calmTo) _calmFrom = _version;
        _calmTo = ++_version;
    }

    private bool IsDisposed => _lending is { Disposed: true };

    private void ThrowIfDisposed()
    {
        if (IsDisposed) Throw.Disposed(nameof(PooledChunkedHashSet<T>));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref int NextAt(int index)
    {
        if (IsSlim) return ref _slim.Slot(index).Next;
        return ref _entries.Slot(index).Next;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref T ValueAt(int index)
    {
        if (IsSlim) return ref _slim.Slot(index).Value;
        return ref _entries.Slot(index).Value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int HashAt(int index) => IsSlim ? _slim.Slot(index).Value!.GetHashCode() : _entries.Slot(index).Hash;

    private struct Slim
    {
        public int Next;
        public T Value;
    }

    // Beside a reference the hash costs nothing: the place would be padding.
    private struct Entry
    {
        public int Next;
        public int Hash;
        public T Value;
    }

    /// <summary>Where a pooled set's chunks come from.</summary>
    private sealed class Lending(bool slim)
    {
        public readonly PoolSource<Slim>? Slim = slim ? new(ChunkPool<Slim>.Shared) : null;
        public readonly PoolSource<Entry>? Entries = slim ? null : new(ChunkPool<Entry>.Shared);
        public readonly PoolSource<int> Buckets = new(ChunkPool<int>.Shared);
        private int _ended;

        public bool Disposed => _ended != 0;

        /// <summary>False when it has ended already.</summary>
        public bool End() => Interlocked.Exchange(ref _ended, 1) == 0;
    }
}
