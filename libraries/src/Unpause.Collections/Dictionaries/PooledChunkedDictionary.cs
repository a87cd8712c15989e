using System.Diagnostics;

namespace Unpause.Collections;

/// <summary>
/// A dictionary like <see cref="ChunkedDictionary{TKey, TValue}"/> whose chunks come from a pool that all pooled collections share and
/// go back to it on <see cref="Dispose"/>, <c>Clear</c> and <c>TrimExcess</c>. For a dictionary that lives shortly and is built often.
/// </summary>
/// <remarks>
/// After <see cref="Dispose"/> every use throws. Without it the chunks are left to the collector: there is no finalizer. A reference to
/// a value must not be used after anything that gives chunks back.
/// </remarks>
/// <typeparam name="TKey">Type of the keys.</typeparam>
/// <typeparam name="TValue">Type of the values.</typeparam>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(DictionaryDebugView<,>))]
public sealed class PooledChunkedDictionary<TKey, TValue> : ChunkedDictionaryBase<TKey, TValue>, IDisposable
    where TKey : notnull
{
    /// <summary>An empty dictionary with the default comparer.</summary>
    public PooledChunkedDictionary()
        : base(0, null, pooled: true)
    {
    }

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> pairs.</summary>
    public PooledChunkedDictionary(int capacity)
        : base(capacity, null, pooled: true)
    {
    }

    /// <summary>An empty dictionary with <paramref name="comparer"/>, or the default one when null.</summary>
    public PooledChunkedDictionary(IEqualityComparer<TKey>? comparer)
        : base(0, comparer, pooled: true)
    {
    }

    /// <summary>An empty dictionary with room for <paramref name="capacity"/> pairs.</summary>
    public PooledChunkedDictionary(int capacity, IEqualityComparer<TKey>? comparer)
        : base(capacity, comparer, pooled: true)
    {
    }

    /// <summary>A copy of <paramref name="dictionary"/>.</summary>
    public PooledChunkedDictionary(IDictionary<TKey, TValue> dictionary)
        : base(dictionary, nameof(dictionary), null, pooled: true)
    {
    }

    /// <summary>A copy of <paramref name="dictionary"/> with another comparer.</summary>
    /// <exception cref="ArgumentException">Two of the keys are the same to it.</exception>
    public PooledChunkedDictionary(IDictionary<TKey, TValue> dictionary, IEqualityComparer<TKey>? comparer)
        : base(dictionary, nameof(dictionary), comparer, pooled: true)
    {
    }

    /// <summary>A dictionary of the pairs of <paramref name="collection"/>.</summary>
    /// <exception cref="ArgumentException">A key comes twice.</exception>
    public PooledChunkedDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection)
        : base(collection, nameof(collection), null, pooled: true)
    {
    }

    /// <summary>A dictionary of the pairs of <paramref name="collection"/>.</summary>
    /// <exception cref="ArgumentException">A key comes twice.</exception>
    public PooledChunkedDictionary(IEnumerable<KeyValuePair<TKey, TValue>> collection, IEqualityComparer<TKey>? comparer)
        : base(collection, nameof(collection), comparer, pooled: true)
    {
    }

    /// <summary>Gives all chunks back; using the dictionary afterwards throws. May be called again.</summary>
    public void Dispose() => GiveBack();
}
