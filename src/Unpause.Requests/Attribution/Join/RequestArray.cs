namespace Unpause.Requests.Attribution.Join;

/// <summary>
/// Requests of one process as flat arrays, in order of arrival: what the kernels sweep over. 20 bytes a request.
/// </summary>
public sealed class RequestArray
{
    private RequestArray(long[] starts, long[] durations, int[] positions)
    {
        Starts = starts;
        Durations = durations;
        Positions = positions;
    }

    /// <summary>Number of requests.</summary>
    public int Count => Starts.Length;

    /// <summary>Arrivals in nanoseconds since 1970, ascending.</summary>
    public long[] Starts { get; }

    /// <summary>Latencies in nanoseconds.</summary>
    public long[] Durations { get; }

    /// <summary>The position of each in the input.</summary>
    public int[] Positions { get; }

    /// <summary>Takes arrays over and puts them in order of arrival; an input in order is left as it is.</summary>
    public static RequestArray Create(long[] starts, long[] durations, int[] positions)
    {
        if (InOrder(starts)) return new RequestArray(starts, durations, positions);
        var order = new int[starts.Length];
        for (var i = 0; i < order.Length; i++) order[i] = i;
        starts.AsSpan().Sort(order.AsSpan());
        var sorted = GC.AllocateUninitializedArray<long>(starts.Length);
        for (var i = 0; i < order.Length; i++) sorted[i] = durations[order[i]];
        for (var i = 0; i < order.Length; i++) order[i] = positions[order[i]];
        return new RequestArray(starts, sorted, order);
    }

    /// <summary>The requests that arrive from one instant to another, both included; this when that is all.</summary>
    public RequestArray Between(long from, long to)
    {
        var first = SortedTimes.Before(Starts, from);
        var end = Math.Max(first, to == long.MaxValue ? Count : SortedTimes.Before(Starts, to + 1));
        return first == 0 && end == Count ? this : new RequestArray(Starts[first..end], Durations[first..end], Positions[first..end]);
    }

    private static bool InOrder(long[] starts)
    {
        for (var i = 1; i < starts.Length; i++)
        {
            if (starts[i] < starts[i - 1]) return false;
        }

        return true;
    }
}
