using Unpause.Fleet.Rows;
using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Tests.Questions;

/// <summary>Slices with numbers that no recording has.</summary>
internal static class HostileSlices
{
    private static readonly double[] Numbers =
        [double.NaN, double.PositiveInfinity, double.NegativeInfinity, -1, 0, double.Epsilon, 1e-300, 1e300, double.MaxValue];

    /// <summary>Two versions of ten processes each, with one kind of number wrong in all or in every other slice.</summary>
    public static IEnumerable<List<FleetSlice>> All()
    {
        foreach (var number in Numbers)
        {
            foreach (var every in (int[])[1, 2])
            {
                yield return Make(every, slice => slice with { CoveredSeconds = number });
                yield return Make(every, slice => slice with { Requests = number });
                yield return Make(every, slice => slice with { Slow = number, SlowBecauseOfGc = number });
                yield return Make(every, slice => slice with { Requests = null, AllocatedBytes = number });
                yield return Make(every, slice => slice with { Stops = slice.Stops with { SumSeconds = number } });
                yield return Make(every, slice => slice with { Stops = slice.Stops with { MaxSeconds = number } });
            }
        }

        yield return Make(1, slice => slice with { Stops = slice.Stops with { Count = long.MaxValue } });
        yield return Make(1, slice => slice with { Stops = slice.Stops with { Zero = long.MaxValue, Count = long.MinValue } });
        yield return Make(1, slice => slice with { Stops = slice.Stops with { Zero = long.MaxValue } });
        yield return Make(1, slice =>
            slice with { Stops = slice.Stops with { Counts = [long.MaxValue, -5], Indexes = [short.MaxValue, 3] } });
        yield return Make(1, slice => slice with { Stops = slice.Stops with { Counts = [long.MaxValue, 3], Indexes = [2_000, 2_000] } });
        yield return Make(1, slice => slice with { Stops = slice.Stops with { Counts = [1] } });
        yield return Make(1, slice => slice with { Stops = slice.Stops with { Counts = [], Indexes = [] } });
        yield return Make(1, slice => slice with { Hour = DateTimeOffset.MinValue });
        yield return Make(2, slice => slice with { Hour = DateTimeOffset.MaxValue });
        yield return Make(2, slice => slice with { Hour = slice.Hour.AddYears(5_000) });
        yield return Make(1, slice => slice with { Process = "one" });
        yield return Make(1, slice => slice with { Service = "", Host = "", Process = "", Runtime = "" });
        yield return Make(2, slice => slice with { Hour = slice.Hour.AddTicks(1) });
    }

    private static List<FleetSlice> Make(int every, Func<FleetSlice, FleetSlice> change)
    {
        var fleet = new SimulatedFleet(1);
        for (var i = 0; i < 10; i++)
        {
            fleet.Add("1", $"h{i}", $"a{i}", 0, 20);
            fleet.Add("2", $"h{i}", $"b{i}", 12, 20, 1.3);
        }

        return [.. fleet.Slices.Select((slice, i) => i % every == 0 ? change(slice) : slice)];
    }
}
