namespace Unpause.Requests.Attribution;

/// <summary>Requests that were left out, by why.</summary>
/// <param name="OtherProcesses">Served by other processes than the recorded ones, or by an unknown one.</param>
/// <param name="Outside">From before or after the recording.</param>
/// <param name="Impossible">With times that cannot be.</param>
/// <param name="Streams">No requests but streams, by what they say of themselves or by their length.</param>
public sealed record LeftOutCounts(long OtherProcesses, long Outside, long Impossible, long Streams)
{
    /// <summary>All of them.</summary>
    public long Total => OtherProcesses + Outside + Impossible + Streams;

    /// <summary>Counts what a selection left out.</summary>
    /// <param name="sets">All requests.</param>
    /// <param name="count">How many requests the numbers are about.</param>
    public static LeftOutCounts Count(IReadOnlyList<RequestSet> sets, RequestSelection selection, long count)
    {
        long all = 0;
        long reported = 0;
        foreach (var set in sets) (all, reported) = (all + set.Requests.Count, reported + set.Streams);
        var outside = all - count - selection.Unmatched - selection.Impossible - selection.Streams;
        return new LeftOutCounts(selection.Unmatched, outside, selection.Impossible, selection.Streams + reported);
    }
}
