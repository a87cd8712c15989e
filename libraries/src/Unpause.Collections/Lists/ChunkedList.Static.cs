namespace Unpause.Collections;

/// <summary>Makes chunked lists, and gives them the methods that take spans.</summary>
public static class ChunkedList
{
    /// <summary>A list of the given elements; what a collection expression <c>[a, b, ..c]</c> calls.</summary>
    public static ChunkedList<T> Create<T>(params ReadOnlySpan<T> items)
    {
        var list = new ChunkedList<T>();
        list.Append(items);
        return list;
    }

    /// <summary>Appends the elements of a span.</summary>
    public static void AddRange<T>(this ChunkedListBase<T> list, params ReadOnlySpan<T> source)
    {
        Throw.IfNull(list, nameof(list));
        list.Append(source);
    }

    /// <summary>Inserts the elements of a span at <paramref name="index"/>.</summary>
    public static void InsertRange<T>(this ChunkedListBase<T> list, int index, params ReadOnlySpan<T> source)
    {
        Throw.IfNull(list, nameof(list));
        list.Insert(index, source);
    }

    /// <summary>Copies all elements to a span.</summary>
    /// <exception cref="ArgumentException">The span is shorter than the list.</exception>
    public static void CopyTo<T>(this ChunkedListBase<T> list, Span<T> destination)
    {
        Throw.IfNull(list, nameof(list));
        list.CopyTo(destination);
    }
}
