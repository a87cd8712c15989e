namespace Unpause.Collections;

/// <summary>Compares places by the keys that lie there; equal ones by what follows, and in the end by the places themselves.</summary>
/// <param name="keys">One for each place.</param>
/// <param name="comparer">Their order; null for the default one, of which the runtime makes a value type's own comparison.</param>
/// <param name="isDescending">Whether the greatest comes first.</param>
/// <param name="next">What decides between equal keys.</param>
internal sealed class KeyOrder<TKey>(ChunkedList<TKey> keys, IComparer<TKey>? comparer, bool isDescending, IComparer<int>? next)
    : IComparer<int>
{
    public int Compare(int x, int y)
    {
        var order = comparer is null ? Comparer<TKey>.Default.Compare(keys[x], keys[y]) : comparer.Compare(keys[x], keys[y]);
        if (order != 0) return isDescending == order > 0 ? -1 : 1;
        return next?.Compare(x, y) ?? x.CompareTo(y);
    }
}
