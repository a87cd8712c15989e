using System.Runtime.CompilerServices;

namespace Unpause.Collections;

/// <summary>
/// A drop-in for <see cref="List{T}"/> whose storage is an array of chunks, each below the 85,000 bytes at which the runtime puts
/// an object into the large object heap. Growing never copies more than one chunk.
/// </summary>
/// <remarks>Members, exceptions and enumeration rules are those of <see cref="List{T}"/>; see <see cref="ChunkedListBase{T}"/>.</remarks>
/// <typeparam name="T">Type of the elements.</typeparam>
[CollectionBuilder(typeof(ChunkedList), nameof(ChunkedList.Create))]
public sealed class ChunkedList<T> : ChunkedListBase<T>
{
    /// <summary>An empty list without storage.</summary>
    public ChunkedList()
    {
    }

    /// <summary>An empty list with room for <paramref name="capacity"/> elements.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The capacity is negative.</exception>
    public ChunkedList(int capacity)
    {
        if (capacity < 0) Throw.MustBeNonNegative(nameof(capacity));
        if (capacity > 0) Reserve(capacity);
    }

    /// <summary>A list of the elements of <paramref name="collection"/>, in its order.</summary>
    public ChunkedList(IEnumerable<T> collection)
    {
        Throw.IfNull(collection, nameof(collection));
        AddRange(collection);
    }

    /// <inheritdoc/>
    public override int Count => _count;
}
