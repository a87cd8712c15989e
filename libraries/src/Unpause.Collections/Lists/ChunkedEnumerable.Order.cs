namespace Unpause.Collections;

/// <content>Sorting and telling apart without the one large array or set that LINQ puts the elements into.</content>
public static partial class ChunkedEnumerable
{
    /// <summary>The different elements, each where it came first; looked at when enumerated.</summary>
    /// <param name="source">The elements.</param>
    /// <param name="comparer">What tells them apart; null for the default.</param>
    public static IEnumerable<T> Distinct<T>(this ChunkedListBase<T> source, IEqualityComparer<T>? comparer = null)
    {
        Throw.IfNull(source, nameof(source));
        return Iterate(source, comparer);

        static IEnumerable<T> Iterate(ChunkedListBase<T> source, IEqualityComparer<T>? comparer)
        {
            var seen = new ChunkedHashSet<T>(comparer);
            foreach (var item in source)
            {
                if (seen.Add(item)) yield return item;
            }
        }
    }

    /// <summary>The elements in ascending order of a key; equal ones stay in their order. Sorted when enumerated.</summary>
    /// <param name="source">The elements.</param>
    /// <param name="keySelector">Their keys; asked once for each.</param>
    /// <param name="comparer">The order of the keys; null for the default.</param>
    public static IOrderedEnumerable<T> OrderBy<T, TKey>(
        this ChunkedListBase<T> source, Func<T, TKey> keySelector, IComparer<TKey>? comparer = null) =>
        Ordered(source, keySelector, comparer, isDescending: false);

    /// <summary>The same in descending order.</summary>
    /// <inheritdoc cref="OrderBy"/>
    public static IOrderedEnumerable<T> OrderByDescending<T, TKey>(
        this ChunkedListBase<T> source, Func<T, TKey> keySelector, IComparer<TKey>? comparer = null) =>
        Ordered(source, keySelector, comparer, isDescending: true);

    /// <summary>The elements in ascending order; equal ones stay in their order. Sorted when enumerated.</summary>
    /// <param name="source">The elements.</param>
    /// <param name="comparer">Their order; null for the default.</param>
    public static IOrderedEnumerable<T> Order<T>(this ChunkedListBase<T> source, IComparer<T>? comparer = null) =>
        Ordered(source, Self<T>.Selector, comparer, isDescending: false);

    /// <summary>The same in descending order.</summary>
    /// <inheritdoc cref="Order"/>
    public static IOrderedEnumerable<T> OrderDescending<T>(this ChunkedListBase<T> source, IComparer<T>? comparer = null) =>
        Ordered(source, Self<T>.Selector, comparer, isDescending: true);

    /// <summary>The key of what is its own key: one for each type, so that it can be told.</summary>
    internal static class Self<T>
    {
        internal static readonly Func<T, T> Selector = static item => item;
    }

    private static OrderedChunks<T, TKey> Ordered<T, TKey>(
        ChunkedListBase<T> source, Func<T, TKey> keySelector, IComparer<TKey>? comparer, bool isDescending)
    {
        Throw.IfNull(source, nameof(source));
        Throw.IfNull(keySelector, nameof(keySelector));
        return new OrderedChunks<T, TKey>(source, null, keySelector, comparer, isDescending);
    }
}
