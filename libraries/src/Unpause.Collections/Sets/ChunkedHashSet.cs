using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// A drop-in for <see cref="HashSet{T}"/> whose entries and buckets lie in chunks below the 85,000 bytes at which the runtime puts an
/// object into the large object heap. Growing relinks the entries but does not copy them.
/// </summary>
/// <remarks>
/// Members, exceptions, order and enumeration rules are those of <see cref="HashSet{T}"/>: as long as nothing is removed, elements
/// come out in the order in which they went in. Strings compared by content are hashed with a random key, never with a fixed
/// function, since .NET 8; before, with the runtime's own. Not safe for concurrent writers; concurrent readers are safe, and misuse
/// that ties a chain to a loop is detected.
/// </remarks>
/// <typeparam name="T">Type of the elements.</typeparam>
[DebuggerDisplay("Count = {Count}")]
[DebuggerTypeProxy(typeof(CollectionDebugView<>))]
[CollectionBuilder(typeof(ChunkedHashSet), nameof(ChunkedHashSet.Create))]
public sealed class ChunkedHashSet<T> : ChunkedHashSetBase<T>
{
    /// <summary>An empty set with the default comparer.</summary>
    public ChunkedHashSet()
        : base(0, null, pooled: false)
    {
    }

    /// <summary>An empty set with <paramref name="comparer"/>, or the default one when null.</summary>
    public ChunkedHashSet(IEqualityComparer<T>? comparer)
        : base(0, comparer, pooled: false)
    {
    }

    /// <summary>An empty set with room for <paramref name="capacity"/> elements.</summary>
    public ChunkedHashSet(int capacity)
        : base(capacity, null, pooled: false)
    {
    }

    /// <summary>An empty set with room for <paramref name="capacity"/> elements.</summary>
    public ChunkedHashSet(int capacity, IEqualityComparer<T>? comparer)
        : base(capacity, comparer, pooled: false)
    {
    }

    /// <summary>A set of the distinct elements of <paramref name="collection"/>.</summary>
    public ChunkedHashSet(IEnumerable<T> collection)
        : base(collection, null, pooled: false)
    {
    }

    /// <summary>A set of the elements of <paramref name="collection"/> that <paramref name="comparer"/> tells apart.</summary>
    public ChunkedHashSet(IEnumerable<T> collection, IEqualityComparer<T>? comparer)
        : base(collection, comparer, pooled: false)
    {
    }

#pragma warning disable CA1000, MA0018 // HashSet has it here
    /// <summary>A comparer of sets by content, in which order does not count.</summary>
    public static IEqualityComparer<ChunkedHashSet<T>> CreateSetComparer() => ChunkedHashSet.CreateSetComparer<T>();
#pragma warning restore CA1000, MA0018
}
