namespace Unpause.Collections;

/// <summary>Compares places by the keys that lie there; equal ones by what follows, and in the end by the places themselves.</summary>
/// <param name="keys">One for each place.</param>
/// <param name="comparer">Their order; null for the default one, of which the runtime makes a value type's own comparison.</param>
/// <param name="isDescending">Whether the greatest comes first.</param>
/// <param name="next">What decides between equal keys.</param>
internal sealed class KeyOrder<TKey>(ChunkedList<TKey> keys, IComparer<TKey>? comparer, bool isDescending, PlaceOrder? next) : PlaceOrder
{
    private protected override int RunLength => Math.Min(ChunkShape<int>.Length, ChunkShape<TKey>.Length);

    internal override ChunkedList<int> Sorted(int count) =>
        comparer is null && next is null && PackedOrder<TKey>.Applies
            ? PackedOrder<TKey>.Sorted(keys, isDescending)
            : base.Sorted(count);

    internal override int Compare(int x, int y) => Compare(keys[x], keys[y], x, y);

    private protected override void SortRun(ChunkedList<int> places, int start, int count)
    {
        var run = keys.ChunkOf(start);
        var isPlain = comparer is null && next is null;
        places.Sort(start, count, isPlain ? new PlainRunOrder(run, isDescending ? -1 : 1) : new RunOrder(this, run));
    }

    private protected override void Merge(ChunkedList<int> from, int low, int middle, int high, ChunkedList<int> to)
    {
        try
        {
            MergeKeys(from, low, middle, high, to);
        }
        catch (Exception exception)
        {
            Throw.ComparerFailed(exception);
        }
    }

    private void MergeKeys(ChunkedList<int> from, int low, int middle, int high, ChunkedList<int> to)
    {
        int left = low, right = middle, place = low;
        if (middle < high)
        {
            var (x, y) = (from[left], from[right]);
            var (leftKey, rightKey) = (keys[x], keys[y]);
            while (true)
            {
                if (Compare(leftKey, rightKey, x, y) < 0)
                {
                    to[place++] = x;
                    if (++left == middle) break;
                    x = from[left];
                    leftKey = keys[x];
                }
                else
                {
                    to[place++] = y;
                    if (++right == high) break;
                    y = from[right];
                    rightKey = keys[y];
                }
            }
        }

        while (left < middle) to[place++] = from[left++];
        while (right < high) to[place++] = from[right++];
    }

    private int Compare(TKey xKey, TKey yKey, int x, int y)
    {
        var order = comparer is null ? Comparer<TKey>.Default.Compare(xKey, yKey) : comparer.Compare(xKey, yKey);
        if (order != 0) return isDescending == order > 0 ? -1 : 1;
        return next?.Compare(x, y) ?? x.CompareTo(y);
    }

    /// <summary>The same for one default order and places whose keys all lie in one chunk: most calls, and most of their time.</summary>
    private sealed class PlainRunOrder(TKey[] run, int sign) : IComparer<int>
    {
        public int Compare(int x, int y)
        {
            var order = Comparer<TKey>.Default.Compare(run[x & ChunkShape<TKey>.Mask], run[y & ChunkShape<TKey>.Mask]);
            return order == 0 ? x - y : sign < 0 ? (order > 0 ? -1 : 1) : order;
        }
    }

    /// <summary>The same for places whose keys all lie in one chunk.</summary>
    private sealed class RunOrder(KeyOrder<TKey> order, TKey[] run) : IComparer<int>
    {
        public int Compare(int x, int y) => order.Compare(run[x & ChunkShape<TKey>.Mask], run[y & ChunkShape<TKey>.Mask], x, y);
    }
}
