using System.Collections;

namespace Unpause.Collections.Tests.Fuzz;

/// <summary>Says another number of elements than it enumerates.</summary>
internal sealed class LyingCollection<T>(T[] items, int count) : ICollection<T>
{
    public int Count => count;

    public bool IsReadOnly => true;

    public void Add(T item) => throw new NotSupportedException();

    public void Clear() => throw new NotSupportedException();

    public bool Contains(T item) => throw new NotSupportedException();

    // A standard constructor may believe the count: what it copies must be ours to tell.
    public void CopyTo(T[] array, int arrayIndex) => throw new NotSupportedException();

    public bool Remove(T item) => throw new NotSupportedException();

    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
