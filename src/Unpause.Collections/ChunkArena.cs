namespace Unpause.Collections;

/// <summary>
/// Pooled collections of one request: <c>using</c> the arena gives back the chunks of all that it made, however the request ends.
/// </summary>
/// <remarks>A collection of the arena may be disposed earlier; all of them are unusable afterwards. Not safe for concurrent use.</remarks>
public sealed class ChunkArena : IDisposable
{
    private readonly List<IDisposable> _made = [];
    private bool _disposed;

    /// <summary>A pooled list.</summary>
    /// <param name="capacity">Number of elements for which there is room at first.</param>
    /// <exception cref="ObjectDisposedException">The arena was disposed.</exception>
    public PooledChunkedList<T> List<T>(int capacity = 0) => Keep(new PooledChunkedList<T>(capacity));

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
