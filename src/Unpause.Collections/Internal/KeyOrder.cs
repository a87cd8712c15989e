namespace Unpause.Collections;

/// <summary>Compares places by the keys that lie there; equal ones by what follows, and in the end by the places themselves.</summary>
internal sealed class KeyOrder<TKey>(ChunkedList<TKey> keys, IComparer<TKey> comparer, bool isDescending, IComparer<int>? next)
    : IComparer<int>
{
    public int Compare(int x, int y)
    {
        var order = comparer.Compare(keys[x], keys[y]);
        if (order != 0) return isDescending == order > 0 ? -1 : 1;
        return next?.Compare(x, y) ?? x.CompareTo(y);
    }
}
