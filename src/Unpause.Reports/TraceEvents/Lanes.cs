namespace Unpause.Reports.TraceEvents;

/// <summary>
/// Assigns intervals to as few lanes as possible so that the intervals of one lane nest: an interval gets its parent's lane where that is
/// free, otherwise another one.
/// </summary>
internal sealed class Lanes
{
    private readonly List<Stack<(int Item, long End)>> _open = [];
    private readonly PriorityQueue<int, long> _busyUntil = new();
    private readonly PriorityQueue<int, int> _free = new();

    /// <summary>Returns the lane of each item.</summary>
    /// <param name="items">Start, end and the index of the parent (-1 for none), in order of start, parents before children.</param>
    public static int[] Assign(IReadOnlyList<(long Start, long End, int Parent)> items)
    {
        var lanes = new Lanes();
        var laneOf = new int[items.Count];
        for (var i = 0; i < laneOf.Length; i++)
        {
            var (start, end, parent) = items[i];
            laneOf[i] = lanes.Place(i, start, end, parent, parent < 0 ? -1 : laneOf[parent]);
        }

        return laneOf;
    }

    private int Place(int item, long start, long end, int parent, int parentsLane)
    {
        var lane = parentsLane >= 0 && IsTop(parentsLane, parent, start, end) ? parentsLane : FreeLane(start, end);
        _open[lane].Push((item, end));
        return lane;
    }

    private bool IsTop(int lane, int parent, long start, long end)
    {
        var open = _open[lane];
        while (open.TryPeek(out var top) && top.End <= start) open.Pop();
        return open.TryPeek(out var inside) && inside.Item == parent && end <= inside.End;
    }

    private int FreeLane(long start, long end)
    {
        while (_busyUntil.TryPeek(out var lane, out var until) && until <= start) _free.Enqueue(_busyUntil.Dequeue(), lane);
        if (!_free.TryDequeue(out var chosen, out _))
        {
            chosen = _open.Count;
            _open.Add(new());
        }

        _open[chosen].Clear();
        _busyUntil.Enqueue(chosen, end);
        return chosen;
    }
}
