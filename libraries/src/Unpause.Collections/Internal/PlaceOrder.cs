namespace Unpause.Collections;

/// <summary>
/// Puts the places of a list into an order: runs are sorted whose keys lie in one chunk, as fast as in an array, and then merged.
/// </summary>
internal abstract class PlaceOrder
{
    /// <summary>How many places a run has at most: a power of two.</summary>
    private protected abstract int RunLength { get; }

    /// <summary>What comes first of two places; never 0 of different ones.</summary>
    internal abstract int Compare(int x, int y);

    /// <summary>The places from 0 to <paramref name="count"/> in order.</summary>
    /// <exception cref="InvalidOperationException">A comparer threw; what it threw is the inner exception.</exception>
    internal virtual ChunkedList<int> Sorted(int count)
    {
        var places = new ChunkedList<int>(count);
        for (var i = 0; i < count; i++) places.Add(i);
        for (long start = 0; start < count; start += RunLength) SortRun(places, (int)start, (int)Math.Min(RunLength, count - start));
        var others = count > RunLength ? new ChunkedList<int>(places) : places;
        for (long length = RunLength; length < count; length *= 2)
        {
            for (long low = 0; low < count; low += 2 * length)
            {
                Merge(places, (int)low, (int)Math.Min(low + length, count), (int)Math.Min(low + (2 * length), count), others);
            }

            (places, others) = (others, places);
        }

        return places;
    }

    /// <summary>Sorts places of one run, which <paramref name="places"/> has in its order from <paramref name="start"/> on.</summary>
    private protected abstract void SortRun(ChunkedList<int> places, int start, int count);

    /// <summary>Merges two sorted parts that lie behind each other.</summary>
    private protected abstract void Merge(ChunkedList<int> from, int low, int middle, int high, ChunkedList<int> to);
}
