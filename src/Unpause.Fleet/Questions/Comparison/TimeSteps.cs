using Unpause.Fleet.Stores;
using Unpause.Requests.Statistics;

namespace Unpause.Fleet.Questions.Comparison;

/// <summary>The steps of time that slices are of: hours, or minutes.</summary>
/// <param name="Ticks">The length of one, in 100 ns.</param>
internal readonly record struct TimeSteps(long Ticks)
{
    // So many slices show the usual step.
    private const int MostLookedAt = 20_000;

    /// <summary>How many make a day; at least one.</summary>
    public long InDay => Math.Max(1, TimeSpan.TicksPerDay / Ticks);

    /// <summary>The length in minutes.</summary>
    public double Minutes => (double)Ticks / TimeSpan.TicksPerMinute;

    /// <summary>The usual distance of neighbouring slices of one process; an hour where no process has two.</summary>
    public static TimeSteps FromSlices(IReadOnlyList<FleetSlice> slices)
    {
        var starts = new Dictionary<string, List<long>>(StringComparer.Ordinal);
        for (var i = 0; i < Math.Min(slices.Count, MostLookedAt); i++)
        {
            if (!starts.TryGetValue(slices[i].Process, out var list)) starts.Add(slices[i].Process, list = []);
            list.Add(slices[i].Hour.UtcTicks);
        }

        var gaps = new List<long>();
        foreach (var list in starts.Values)
        {
            list.Sort();
            for (var i = 1; i < list.Count; i++)
            {
                if (list[i] - list[i - 1] is >= TimeSpan.TicksPerSecond and var gap) gaps.Add(gap);
            }
        }

        return new(gaps.Count == 0 ? TimeSpan.TicksPerHour : Median.Compute(gaps));
    }

    /// <summary>The number of the step that a slice is in.</summary>
    public long Of(FleetSlice slice) => slice.Hour.UtcTicks / Ticks;
}
