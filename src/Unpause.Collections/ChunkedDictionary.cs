using System.Collections;
using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// A drop-in for <see cref="Dictionary{TKey, TValue}"/> whose entries and buckets lie in chunks below the 85,000 bytes at which the
/// runtime puts an object into the large object heap. Growing relinks the entries but does not copy them.
/// </summary>
/// <remarks>
/// Members, exceptions, order and enumeration rules are those of <see cref="Dictionary{TKey, TValue}"/>. Not safe for concurrent
/// writers; concurrent readers are safe, and misuse that ties a chain to a loop is detected.
/// </remarks>
/// <typeparam name="TKey">Type of the keys.</typeparam>
/// <typeparam name="TValue">Type of the values.</typeparam>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(DictionaryDebugView<,>))]
public sealed partial class ChunkedDictionary<TKey, TValue> : IDictionary<TKey, TValue>, IDictionary, IReadOnlyDictionary<TKey, TValue>
    where TKey : notnull
{
    private const int EndOfChain = -1;

    // A free entry's Next is this minus the next free index, so that it is below EndOfChain.
    private const int StartOfFreeList = -3;

    private readonly IEqualityComparer<TKey>? _comparer;
    private readonly IEqualityComparer<TKey>? _givenComparer;
    private Buckets _buckets = Buckets.Create();
    private Chunks<Entry> _entries = Chunks<Entry>.Create();
    private Chunks<int> _hashes = Chunks<int>.Create();
    private KeyCollection? _keys;
    private ValueCollection? _values;

    private int _used;
    private int _limit;
    private int _bucketLimit;
    private int _freeList = EndOfChain;
    private int _freeCount;
    private int _version;

    /// <summary>An empty dictionary with the default comparer.</summary>
    public ChunkedDictionary()
        : this(0, null)
    {
    }

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> pairs.</summary>
    public ChunkedDictionary(int capacity)
        : this(capacity, null)
    {
    }

    /// <summary>An empty dictionary with <paramref name="comparer"/>, or the default one when null.</summary>
    public ChunkedDictionary(IEqualityComparer<TKey>? comparer)
        : this(0, comparer)
    {
    }

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> pairs.</summary>
    public ChunkedDictionary(int capacity, IEqualityComparer<TKey>? comparer)
    {
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        _givenComparer = comparer;
        _comparer = KeyShape<TKey>.Working(comparer);
        if (capacity > 0) Reserve(capacity);
    }

    /// <summary>A copy of <paramref name="dictionary"/>.</summary>
    public ChunkedDictionary(IDictionary<TKey, TValue> dictionary)
        : this(dictionary, null)
    {
    }

    /// <summary>A copy of <paramref name="dictionary"/>, whose keys must differ for <paramref name="comparer"/> too.</summary>
    public ChunkedDictionary(IDictionary<TKey, TValue> dictionary, IEqualityComparer<TKey>? comparer)
        : this(0, comparer)
    {
        Throw.IfNull(dictionary, nameof(dictionary));
        foreach (var pair in dictionary) Add(pair.Key, pair.Value);
    }

    /// <summary>A dictionary of the given pairs.</summary>
    public ChunkedDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection)
        : this(collection, null)
    {
    }

    /// <summary>A dictionary of the given pairs.</summary>
    /// <exception cref="ArgumentException">A key comes twice.</exception>
    public ChunkedDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection, IEqualityComparer<TKey>? comparer)
        : this(0, comparer)
    {
        Throw.IfNull(collection, nameof(collection));
        foreach (var pair in collection) Add(pair.Key, pair.Value);
    }

    /// <summary>Number of pairs.</summary>
    public int Count => _used - _freeCount;

    /// <summary>What decides whether two keys are the same.</summary>
    public IEqualityComparer<TKey> Comparer => _givenComparer ?? EqualityComparer<TKey>.Default;

    /// <summary>The keys, as a view.</summary>
    public KeyCollection Keys => _keys ??= new KeyCollection(this);

    /// <summary>The values, as a view.</summary>
    public ValueCollection Values => _values ??= new ValueCollection(this);

    private bool CachesHash
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => !KeyShape<TKey>.IsPlain || _comparer is not null;
    }

    /// <summary>The value of <paramref name="key"/>; setting it adds or replaces.</summary>
    /// <exception cref="KeyNotFoundException">There is no such key to get.</exception>
    public TValue this[TKey key]
    {
        get
        {
            var index = Find(key);
            if (index < 0) Throw.KeyNotFound(key);
            return EntryAt(index).Value;
        }

        set => Insert(key, value, IfPresent.Replace);
    }

    /// <summary>Adds a pair.</summary>
    /// <exception cref="ArgumentException">The key is there already.</exception>
    public void Add(TKey key, TValue value) => Insert(key, value, IfPresent.Throw);

    /// <summary>Adds a pair; false when the key is there already.</summary>
    public bool TryAdd(TKey key, TValue value) => Insert(key, value, IfPresent.Keep);

    /// <summary>Whether there is such a key.</summary>
    public bool ContainsKey(TKey key) => Find(key) >= 0;

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
    public bool TryGetValue(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        var index = Find(key);
        value = index < 0 ? default : EntryAt(index).Value;
        return index >= 0;
    }

    /// <summary>A reference to the value of <paramref name="key"/>, which is added with the default value when it is missing.</summary>
    /// <remarks>Valid until the dictionary is next changed in length.</remarks>
    public ref TValue? GetValueRefOrAddDefault(TKey key, out bool exists)
    {
        var index = Find(key);
        exists = index >= 0;
        if (!exists)
        {
            Insert(key, default!, IfPresent.Keep);
            index = Find(key);
        }

        return ref EntryAt(index).Value!;
    }

    /// <summary>Removes a pair; false when there is no such key.</summary>
    public bool Remove(TKey key) => Remove(key, out _);

    /// <summary>Removes a pair and gives its value; false when there is no such key.</summary>
    public bool Remove(TKey key, [MaybeNullWhen(false)] out TValue value)
    {
        var index = Find(key);
        value = index < 0 ? default : EntryAt(index).Value;
        if (index >= 0) RemoveEntry(index);
        return index >= 0;
    }

    /// <summary>Removes every pair and keeps the capacity.</summary>
    public void Clear()
    {
        if (_used == 0) return;
        _buckets.Clear();
        if (ChunkShape<Entry>.HoldsReferences)
        {
            for (var i = 0; i < _entries.Count; i++) Array.Clear(_entries[i], 0, _entries[i].Length);
        }

        _used = 0;
        _freeCount = 0;
        _freeList = EndOfChain;
    }

    /// <summary>Enumerates the pairs; adding one meanwhile makes the next step throw.</summary>
    public Enumerator GetEnumerator() => new(this, asEntries: false);

    IEnumerator<KeyValuePair<TKey, TValue>> IEnumerable<KeyValuePair<TKey, TValue>>.GetEnumerator() => GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref Entry EntryAt(int index) => ref _entries.Slot(index);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private ref int HashAt(int index) => ref _hashes.Slot(index);

    private struct Entry
    {
        public int Next;
        public TKey Key;
        public TValue Value;
    }
}
