using System.Diagnostics;

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
public sealed class ChunkedDictionary<TKey, TValue> : ChunkedDictionaryBase<TKey, TValue>
    where TKey : notnull
{
    /// <summary>An empty dictionary with the default comparer.</summary>
    public ChunkedDictionary()
        : base(0, null, pooled: false)
    {
    }

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> pairs.</summary>
    public ChunkedDictionary(int capacity)
        : base(capacity, null, pooled: false)
    {
    }

    /// <summary>An empty dictionary with <paramref name="comparer"/>, or the default one when null.</summary>
    public ChunkedDictionary(IEqualityComparer<TKey>? comparer)
        : base(0, comparer, pooled: false)
    {
    }

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> pairs.</summary>
    public ChunkedDictionary(int capacity, IEqualityComparer<TKey>? comparer)
        : base(capacity, comparer, pooled: false)
    {
    }

    /// <summary>A copy of <paramref name="dictionary"/>.</summary>
    public ChunkedDictionary(IDictionary<TKey, TValue> dictionary)
        : base(dictionary, nameof(dictionary), null, pooled: false)
    {
    }

    /// <summary>A copy of <paramref name="dictionary"/> with another comparer.</summary>
    /// <exception cref="ArgumentException">Two of the keys are the same to it.</exception>
    public ChunkedDictionary(IDictionary<TKey, TValue> dictionary, IEqualityComparer<TKey>? comparer)
        : base(dictionary, nameof(dictionary), comparer, pooled: false)
    {
    }

    /// <summary>A dictionary of the pairs of <paramref name="collection"/>.</summary>
    /// <exception cref="ArgumentException">A key comes twice.</exception>
    public ChunkedDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection)
        : base(collection, nameof(collection), null, pooled: false)
    {
    }

    /// <summary>A dictionary of the pairs of <paramref name="collection"/>.</summary>
    /// <exception cref="ArgumentException">A key comes twice.</exception>
    public ChunkedDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection, IEqualityComparer<TKey>? comparer)
        : base(collection, nameof(collection), comparer, pooled: false)
    {
    }
}
