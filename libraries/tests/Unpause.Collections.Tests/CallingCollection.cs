using System.Collections;

namespace Unpause.Collections.Tests;

/// <summary>Does something to the list that takes it, or looks at the array that it gets, before it has copied itself.</summary>
internal sealed class CallingCollection<T>(T[] items, Action<T[]> act) : ICollection<T>
{
    public int Count => items.Length;

    public bool IsReadOnly => true;

    public void CopyTo(T[] array, int arrayIndex)
    {
        act(array);
        items.CopyTo(array, arrayIndex);
    }

    public IEnumerator<T> GetEnumerator() => ((IEnumerable<T>)items).GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    public void Add(T item) => throw new NotSupportedException();

    public void Clear() => throw new NotSupportedException();

    public bool Contains(T item) => throw new NotSupportedException();

    public bool Remove(T item) => throw new NotSupportedException();
}
