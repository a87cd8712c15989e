using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

/// <summary>
/// Stops in the order of their starts. Logs are written nearly in that order, so that only the stops that come after a later one are
/// sorted, and then merged with the others: no second copy of all starts is kept in memory.
/// </summary>
internal static class StopOrder
{
    /// <summary>Indices of the stops by start.</summary>
    public static int[] Of(Column<Stop> stops)
    {
        var (late, starts) = Late(stops);
        var order = new int[stops.Count];
        var (at, taken, index, greatest) = (0, 0, 0, long.MinValue);
        foreach (var stop in stops)
        {
            if (stop.StartNanoseconds >= greatest)
            {
                greatest = stop.StartNanoseconds;
                while (taken < late.Length && starts[taken] < greatest) order[at++] = late[taken++];
                order[at++] = index;
            }

            index++;
        }

        while (taken < late.Length) order[at++] = late[taken++];
        return order;
    }

    /// <summary>The stops that begin before an earlier one in the list, by index and by start, sorted.</summary>
    private static (int[] Late, long[] Starts) Late(Column<Stop> stops)
    {
        var (late, starts) = (new List<int>(), new List<long>());
        var (index, greatest) = (0, long.MinValue);
        foreach (var stop in stops)
        {
            if (stop.StartNanoseconds < greatest)
            {
                late.Add(index);
                starts.Add(stop.StartNanoseconds);
            }

            greatest = Math.Max(greatest, stop.StartNanoseconds);
            index++;
        }

        var (indices, keys) = (late.ToArray(), starts.ToArray());
        Array.Sort(keys, indices);
        return (indices, keys);
    }
}
