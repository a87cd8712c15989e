using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Comparison;

/// <summary>Which slices can be judged: stored reports come from many programs, and a number in them may be anything.</summary>
internal static class SoundSlices
{
    /// <summary>Longer than any recording, in seconds.</summary>
    private const double MostSeconds = 1e9;

    /// <summary>More than any process serves or allocates in a slice.</summary>
    private const double MostWork = 1e18;

    private static readonly DateTimeOffset Latest = new(9000, 1, 1, 0, 0, 0, TimeSpan.Zero);

    /// <summary>The slices with numbers that can be true.</summary>
    public static List<FleetSlice> Keep(IReadOnlyList<FleetSlice> slices)
    {
        var kept = new List<FleetSlice>(slices.Count);
        foreach (var slice in slices)
        {
            if (IsSound(slice)) kept.Add(slice);
        }

        return kept;
    }

    /// <summary>A known amount of work; null for what is none.</summary>
    public static double? Work(double? amount) => amount is >= 0 and <= MostWork ? amount : null;

    private static bool IsSound(FleetSlice slice) =>
        slice.CoveredSeconds is > 0 and <= MostSeconds && IsSound(slice.Stops) && slice.Hour >= DateTimeOffset.UnixEpoch
            && slice.Hour < Latest;

    private static bool IsSound(StopTimes stops) =>
        stops.SumSeconds is >= 0 and <= MostSeconds && stops.Count >= 0 && (stops.Count > 0 || stops.SumSeconds == 0);
}
