using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// A drop-in for <see cref="HashSet{T}"/> whose entries and buckets lie in chunks below the 85,000 bytes at which the runtime puts an
/// object into the large object heap. Growing relinks the entries but does not copy them.
/// </summary>
/// <remarks>
/// Members, exceptions, order and enumeration rules are those of <see cref="HashSet{T}"/>: as long as nothing is removed, elements
/// come out in the order in which they went in. Strings compared by content are hashed with a random key, never with a fixed
/// function. Not safe for concurrent writers; concurrent readers are safe, and misuse that ties a chain to a loop is detected.
/// </remarks>
/// <typeparam name="T">Type of the elements.</typeparam>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(CollectionDebugView<>))]
[CollectionBuilder(typeof(ChunkedHashSet), nameof(ChunkedHashSet.Create))]
public sealed partial class ChunkedHashSet<T> : ISet<T>, ICollection<T>, IReadOnlyCollection<T>
#if NET
    , IReadOnlySet<T>
#endif
{
    private const int EndOfChain = -1;

    // A free entry's Next is this minus the next free index, so that it is below EndOfChain.
    private const int StartOfFreeList = -3;

    private readonly IEqualityComparer<T>? _comparer;
    private readonly IEqualityComparer<T>? _givenComparer;
    private Buckets _buckets = Buckets.Create();
    private Chunks<Entry> _entries = Chunks<Entry>.Create();
    private Chunks<int> _hashes = Chunks<int>.Create();

    private int _used;
    private int _limit;
    private int _bucketLimit;
    private int _freeList = EndOfChain;
    private int _freeCount;
    private int _version;

    /// <summary>An empty set with the default comparer.</summary>
    public ChunkedHashSet()
        : this((IEqualityComparer<T>?)null)
    {
    }

    /// <summary>An empty set with <paramref name="comparer"/>, or the default one when null.</summary>
    public ChunkedHashSet(IEqualityComparer<T>? comparer)
    {
        _givenComparer = comparer;
        _comparer = KeyShape<T>.Working(comparer);
    }

    /// <summary>An empty set with room for <paramref name="capacity"/> elements.</summary>
    public ChunkedHashSet(int capacity)
        : this(capacity, null)
    {
    }

    /// <summary>An empty set with room for <paramref name="capacity"/> elements.</summary>
    public ChunkedHashSet(int capacity, IEqualityComparer<T>? comparer)
        : this(comparer)
    {
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        if (capacity > 0) Reserve(capacity);
    }

    /// <summary>A set of the distinct elements of <paramref name="collection"/>.</summary>
    public ChunkedHashSet(IEnumerable<T> collection)
        : this(collection, null)
    {
    }

    /// <summary>A set of the elements of <paramref name="collection"/> that <paramref name="comparer"/> tells apart.</summary>
    public ChunkedHashSet(IEnumerable<T> collection, IEqualityComparer<T>? comparer)
        : this(comparer)
    {
        Throw.IfNull(collection, nameof(collection));
        UnionWith(collection);
    }

    /// <summary>Number of elements.</summary>
    public int Count => _used - _freeCount;

    /// <summary>What decides whether two elements are the same.</summary>
    public IEqualityComparer<T> Comparer => _givenComparer ?? EqualityComparer<T>.Default;

    bool ICollection<T>.IsReadOnly => false;

    private bool CachesHash
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !KeyShape<T>.IsPlain || _comparer is not null;
    }

#pragma warning disable CA1000, MA0018 // HashSet has it here
    /// <summary>A comparer of sets by content, in which order does not count.</summary>
    public static IEqualityComparer<ChunkedHashSet<T>> CreateSetComparer() => ChunkedHashSet.CreateSetComparer<T>();
#pragma warning restore CA1000, MA0018

    /// <summary>Whether the set has an element equal to <paramref name="item"/>.</summary>
    public bool Contains(T item) => Find(item) >= 0;

    /// <summary>Finds the element that is equal to <paramref name="equalValue"/>.</summary>
    public bool TryGetValue(T equalValue, [MaybeNullWhen(false)] out T actualValue)
    {
        var index = Find(equalValue);
        actualValue = index < 0 ? default : EntryAt(index).Value;
        return index >= 0;
    }

    /// <summary>Removes every element and keeps the capacity.</summary>
    public void Clear()
    {
        if (_used == 0) return;
        _buckets.Clear();
        if (ChunkShape<T>.HoldsReferences)
        {
            for (var i = 0; i < _entries.Count; i++) Array.Clear(_entries[i], 0, _entries[i].Length);
        }

        _used = 0;
        _freeCount = 0;
        _freeList = EndOfChain;
    }

    /// <summary>Enumerates the elements; adding one meanwhile makes the next step throw.</summary>
    public Enumerator GetEnumerator() => new(this);

    IEnumerator<T> IEnumerable<T>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    void ICollection<T>.Add(T item) => Add(item);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Entry EntryAt(int index) => ref _entries.Slot(index);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref int HashAt(int index) => ref _hashes.Slot(index);

    private struct Entry
    {
        public int Next;
        public T Value;
    }
}
