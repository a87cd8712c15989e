using System.Buffers;
using System.Collections;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// The members that <see cref="ChunkedDictionary{TKey, TValue}"/> and <see cref="PooledChunkedDictionary{TKey, TValue}"/> have in common.
/// </summary>
/// <typeparam name="TKey">Type of the keys.</typeparam>
/// <typeparam name="TValue">Type of the values.</typeparam>
public abstract partial class ChunkedDictionaryBase<TKey, TValue>
    : IDictionary<TKey, TValue>, IDictionary, IReadOnlyDictionary<TKey, TValue>
    where TKey : notnull
{
    private const int EndOfChain = -1;

    // A free entry's Next is this minus the next free index, so that it is below EndOfChain.
    private const int StartOfFreeList = -3;

    // The index of what was found, but was gone when the search that found it ended: like any index it is to be held against _used.
    private const int Gone = int.MaxValue;

    // A comparer that makes the table move at every call would never let a search end.
    private const int MaxMoves = 100;

    private readonly IEqualityComparer<TKey>? _comparer;
    private readonly Lending? _lending;
    private Buckets _buckets = Buckets.Create();

    // One of the two is used, for the life of the dictionary.
    private Chunks<Slim> _slim;
    private Chunks<Entry> _entries;
    private KeyCollection? _keys;
    private ValueCollection? _values;

    private int _used;
    private int _limit;
    private int _bucketLimit;
    private int _freeList = EndOfChain;
    private int _freeCount;

    // Ends enumerations, but for changes from the one of the next two numbers to the other: those they survive in a Dictionary too.
    private int _version;
    private int _calmFrom;
    private int _calmTo;

    // Tells a search that called the user's code that places in the table may have moved.
    private int _shape;
    private Layout _layout;
    private readonly bool _isOrdinal;

    private protected ChunkedDictionaryBase(int capacity, IEqualityComparer<TKey>? comparer, bool pooled)
    {
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        _isOrdinal = ReferenceEquals(comparer, StringComparer.Ordinal);
        _comparer = KeyShape<TKey>.Working(comparer);
        if (IsSlim) _slim = Chunks<Slim>.Create();
        else _entries = Chunks<Entry>.Create();
        if (pooled) _lending = new Lending(IsSlim);
        if (capacity > 0) Reserve(capacity);
    }

    private protected ChunkedDictionaryBase(
        IEnumerable<KeyValuePair<TKey, TValue>> pairs, string name, IEqualityComparer<TKey>? comparer, bool pooled)
        : this(0, comparer, pooled)
    {
        Throw.IfNull(pairs, name);
        try
        {
            Fill(pairs);
        }
        catch when (pooled)
        {
            // Nobody else has this dictionary: what it rented would be lost to the pool.
            GiveBack();
            throw;
        }
    }

    /// <summary>Number of pairs.</summary>
    public int Count
    {
        get
        {
            var count = _used - _freeCount;
            if (count == 0) ThrowIfDisposed();
            return count;
        }
    }

    /// <summary>What decides whether two keys are the same.</summary>
    public IEqualityComparer<TKey> Comparer
    {
        get
        {
            ThrowIfDisposed();
            return _comparer ?? (_isOrdinal ? (IEqualityComparer<TKey>)(object)StringComparer.Ordinal : EqualityComparer<TKey>.Default);
        }
    }

    /// <summary>The keys, as a view.</summary>
    public KeyCollection Keys
    {
        get
        {
            ThrowIfDisposed();
            return _keys ??= new KeyCollection(this);
        }
    }

    /// <summary>The values, as a view.</summary>
    public ValueCollection Values
    {
        get
        {
            ThrowIfDisposed();
            return _values ??= new ValueCollection(this);
        }
    }

    /// <summary>Whether hash and equality are a plain type's own, so that entries store no hash.</summary>
    private bool IsSlim
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => KeyShape<TKey>.IsPlain && _comparer is null;
    }

    /// <summary>The value of <paramref name="key"/>; setting it adds or replaces.</summary>
    /// <exception cref="KeyNotFoundException">There is no such key to get.</exception>
    public TValue this[TKey key]
    {
        get
        {
            if (!TryGet(key, out var value)) Throw.KeyNotFound(key);
            return value!;
        }

        set => Insert(key, value, IfPresent.Replace);
    }

    /// <summary>Adds a pair.</summary>
    /// <exception cref="ArgumentException">The key is there already.</exception>
    public void Add(TKey key, TValue value) => Insert(key, value, IfPresent.Throw);

    /// <summary>Adds a pair; false when the key is there already.</summary>
    public bool TryAdd(TKey key, TValue value) => Insert(key, value, IfPresent.Keep);

    /// <summary>Whether there is such a key.</summary>
    public bool ContainsKey(TKey key) => Has(key);

    /// <summary>Whether some key has this value; looks at all of them.</summary>
    public bool ContainsValue(TValue value)
    {
        foreach (var pair in this)
        {
            if (EqualityComparer<TValue>.Default.Equals(pair.Value, value)) return true;
        }

        return false;
    }

    /// <summary>Gets the value of a key; false when there is no such key.</summary>
    public bool TryGetValue(TKey key, [MaybeNullWhen(false)] out TValue value) => TryGet(key, out value);

    /// <summary>A reference to the value of <paramref name="key"/>, which is added with the default value when it is missing.</summary>
    /// <remarks>Valid until the dictionary is next changed in length.</remarks>
    public ref TValue? GetValueRefOrAddDefault(TKey key, out bool exists)
    {
        if (IsSlim && _layout == Layout.InMany) return ref SlimValue(key, new InMany<Slim>(_buckets.Near, _slim.Near), out exists)!;
        if (IsSlim && _layout == Layout.InOne) return ref SlimValue(key, new InOne<Slim>(_buckets.Only, _slim.Only), out exists)!;
        var index = Find(key, out var hash);
        exists = index >= 0;
        if (!exists) return ref ValueAt(Link(key, default!, hash))!;

        // An Equals that says yes may have cleared the dictionary before: what is written then is written nowhere.
        if (index >= _used) return ref (new Slim[1])[0].Value!;
        return ref ValueAt(index)!;
    }

    /// <summary>Removes a pair; false when there is no such key.</summary>
    public bool Remove(TKey key) => Remove(key, out _);

    /// <summary>Removes a pair and gives its value; false when there is no such key.</summary>
    public bool Remove(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        if (IsSlim && _layout == Layout.InMany) return RemoveSlim(key, new InMany<Slim>(_buckets.Near, _slim.Near), out value);
        if (IsSlim && _layout == Layout.InOne) return RemoveSlim(key, new InOne<Slim>(_buckets.Only, _slim.Only), out value);
        var hash = 0;
        var index = HasNoTable(key) ? -1 : Find(key, out hash);

        // The comparer may have removed it, or the whole table.
        if ((uint)index >= (uint)_used || (!RunsNoCallerCode && (NextAt(index) < EndOfChain || HashAt(index) != hash)))
        {
            value = default;
            return false;
        }

        value = ValueAt(index);
        RemoveEntry(index);
        return true;
    }

    /// <summary>Removes every pair. A pooled dictionary gives its chunks back; another keeps the capacity.</summary>
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
        if (!IsSlim && ChunkShape<Entry>.HoldsReferences) _entries.Clear(used);
        if (IsSlim && ChunkShape<Slim>.HoldsReferences) _slim.Clear(used);
    }

    /// <summary>Enumerates the pairs; adding one meanwhile makes the next step throw.</summary>
    public Enumerator GetEnumerator() => Begin(asEntries: false);

    // That of an empty Dictionary is one for all, which no change ends.
    IEnumerator<KeyValuePair<TKey, TValue>> IEnumerable<KeyValuePair<TKey, TValue>>.GetEnumerator() =>
        Count == 0 ? ((IEnumerable<KeyValuePair<TKey, TValue>>)[]).GetEnumerator() : GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => ((IEnumerable<KeyValuePair<TKey, TValue>>)this).GetEnumerator();

    /// <summary>Gives all chunks back: for the pooled dictionary's Dispose.</summary>
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

    private void Fill(IEnumerable<KeyValuePair<TKey, TValue>> pairs)
    {
        switch (pairs)
        {
            case ChunkedDictionaryBase<TKey, TValue> dictionary when Equals(_comparer, dictionary._comparer):
                CopyFrom(dictionary);
                break;
            case ChunkedDictionaryBase<TKey, TValue> or Dictionary<TKey, TValue>:
                var count = ((ICollection<KeyValuePair<TKey, TValue>>)pairs).Count;
                if (count > 0) Reserve(count);
                goto default;
            default:
                foreach (var pair in pairs) Add(pair.Key, pair.Value);
                break;
        }
    }

    private Enumerator Begin(bool asEntries)
    {
        if (_used == 0) ThrowIfDisposed();
        return new Enumerator(this, asEntries);
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
        if (IsDisposed) Throw.Disposed(nameof(PooledChunkedDictionary<TKey, TValue>));
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref int NextAt(int index)
    {
        if (IsSlim) return ref _slim.Slot(index).Next;
        return ref _entries.Slot(index).Next;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref TKey KeyAt(int index)
    {
        if (IsSlim) return ref _slim.Slot(index).Key;
        return ref _entries.Slot(index).Key;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref TValue ValueAt(int index)
    {
        if (IsSlim) return ref _slim.Slot(index).Value;
        return ref _entries.Slot(index).Value;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int HashAt(int index) => IsSlim ? _slim.Slot(index).Key.GetHashCode() : _entries.Slot(index).Hash;

    private struct Slim
    {
        public int Next;
        public TKey Key;
        public TValue Value;
    }

    // Beside a reference the hash costs nothing: the place would be padding.
    private struct Entry
    {
        public int Next;
        public int Hash;
        public TKey Key;
        public TValue Value;
    }

    /// <summary>Where a pooled dictionary's chunks come from.</summary>
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
