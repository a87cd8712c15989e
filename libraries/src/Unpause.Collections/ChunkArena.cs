namespace Unpause.Collections;

/// <summary>
/// Pooled collections of one request: <c>using</c> the arena gives back the chunks of all that it made, however the request ends.
/// </summary>
/// <remarks>A collection of the arena may be disposed earlier; all of them are unusable afterwards. Not safe for concurrent use.</remarks>
public sealed class ChunkArena : IDisposable
{
    private readonly ChunkedList<IDisposable> _made = [];
    private bool _disposed;

    /// <summary>A pooled list.</summary>
    /// <param name="capacity">Number of elements for which there is room at first.</param>
    /// <exception cref="ObjectDisposedException">The arena was disposed.</exception>
    public PooledChunkedList<T> List<T>(int capacity = 0) => Keep(new PooledChunkedList<T>(capacity));

    /// <summary>A pooled set.</summary>
    /// <param name="comparer">What tells its elements apart; null for the default.</param>
    /// <exception cref="ObjectDisposedException">The arena was disposed.</exception>
    public PooledChunkedHashSet<T> HashSet<T>(IEqualityComparer<T>? comparer = null) => Keep(new PooledChunkedHashSet<T>(comparer));

    /// <summary>A pooled dictionary.</summary>
    /// <param name="comparer">What tells its keys apart; null for the default.</param>
    /// <exception cref="ObjectDisposedException">The arena was disposed.</exception>
    public PooledChunkedDictionary<TKey, TValue> Dictionary<TKey, TValue>(IEqualityComparer<TKey>? comparer = null)
        where TKey : notnull => Keep(new PooledChunkedDictionary<TKey, TValue>(comparer));

    /// <summary>Gives back everything. May be called again.</summary>
    public void Dispose()
    {
        _disposed = true;
        foreach (var collection in _made) collection.Dispose();
        _made.Clear();
    }

    private TCollection Keep<TCollection>(TCollection collection)
        where TCollection : IDisposable
    {
        if (_disposed)
        {
            collection.Dispose();
            Throw.Disposed();
        }

        _made.Add(collection);
        return collection;
    }
}
