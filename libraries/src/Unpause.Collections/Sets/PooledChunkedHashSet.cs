using System.Diagnostics;

namespace Unpause.Collections;

/// <summary>
/// A set like <see cref="ChunkedHashSet{T}"/> whose chunks come from a pool that all pooled collections share and go back to it on
/// <see cref="Dispose"/>, <c>Clear</c> and <c>TrimExcess</c>. For a set that lives shortly and is built often.
/// </summary>
/// <remarks>
/// After <see cref="Dispose"/> every use throws. Without it the chunks are left to the collector: there is no finalizer.
/// </remarks>
/// <typeparam name="T">Type of the elements.</typeparam>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(CollectionDebugView<>))]
public sealed class PooledChunkedHashSet<T> : ChunkedHashSetBase<T>, IDisposable
{
    /// <summary>An empty set with the default comparer.</summary>
    public PooledChunkedHashSet()
        : base(0, null, pooled: true)
    {
    }

    /// <summary>An empty set with <paramref name="comparer"/>, or the default one when null.</summary>
    public PooledChunkedHashSet(IEqualityComparer<T>? comparer)
        : base(0, comparer, pooled: true)
    {
    }

    /// <summary>An empty set with room for <paramref name="capacity"/> elements.</summary>
    public PooledChunkedHashSet(int capacity)
        : base(capacity, null, pooled: true)
    {
    }

    /// <summary>An empty set with room for <paramref name="capacity"/> elements.</summary>
    public PooledChunkedHashSet(int capacity, IEqualityComparer<T>? comparer)
        : base(capacity, comparer, pooled: true)
    {
    }

    /// <summary>A set of the distinct elements of <paramref name="collection"/>.</summary>
    public PooledChunkedHashSet(IEnumerable<T> collection)
        : base(collection, null, pooled: true)
    {
    }

    /// <summary>A set of the elements of <paramref name="collection"/> that <paramref name="comparer"/> tells apart.</summary>
    public PooledChunkedHashSet(IEnumerable<T> collection, IEqualityComparer<T>? comparer)
        : base(collection, comparer, pooled: true)
    {
    }

    /// <summary>Gives all chunks back; using the set afterwards throws. May be called again.</summary>
    public void Dispose() => GiveBack();
}
