namespace Unpause.Requests.Attribution.Join;

/// <summary>Bisection of ascending times.</summary>
internal static class SortedTimes
{
    /// <summary>How many are less than a time: the index of the first that is not.</summary>
    public static int Before(ReadOnlySpan<long> ascending, long time)
    {
        var (low, high) = (0, ascending.Length);
        while (low < high)
        {
            var middle = (low + high) >>> 1;
            if (ascending[middle] >= time) high = middle;
            else low = middle + 1;
        }

        return low;
    }
}
