using Unpause.Fleet.Stores;

namespace Unpause.Fleet.Questions.Comparison;

/// <summary>The slices of two sides, with the best measure of work that both have.</summary>
/// <param name="Unit">What stop time is divided by.</param>
/// <param name="Old">The slices of the old version, all with that work.</param>
/// <param name="New">Those of the new one.</param>
internal sealed record WorkSides(WorkUnit Unit, List<FleetSlice> Old, List<FleetSlice> New)
{
    // A service's helper processes serve no requests. They may be left out with so little of its stop time.
    private const double MostLeftOut = 0.05;

    // From this factor on, another amount of allocation is no chance: the load differs, or the program does.
    private const double OtherAllocation = 1.25;

    /// <summary>
    /// Requests, where slices with nearly all stop time have them: the others are left out. Otherwise allocated bytes, or seconds.
    /// </summary>
    public static WorkSides Measure(List<FleetSlice> old, List<FleetSlice> next)
    {
        if (With(WorkUnit.Requests, old, MostLeftOut) is { } served && With(WorkUnit.Requests, next, MostLeftOut) is { } serving)
            return new(WorkUnit.Requests, served, serving);
        var isAllocated = With(WorkUnit.AllocatedBytes, old, 0) is not null && With(WorkUnit.AllocatedBytes, next, 0) is not null;
        return new(isAllocated ? WorkUnit.AllocatedBytes : WorkUnit.Seconds, old, next);
    }

    /// <summary>All slices, with their stop time and their work.</summary>
    public List<SideSlice> Slices(TimeSteps steps)
    {
        var slices = new List<SideSlice>(Old.Count + New.Count);
        Add(Old, isNew: false);
        Add(New, isNew: true);
        return slices;

        void Add(List<FleetSlice> side, bool isNew)
        {
            foreach (var slice in side)
                slices.Add(new(slice.Process, slice.Host, steps.Of(slice), isNew, slice.Stops.SumSeconds, Unit.Of(slice) ?? 0));
        }
    }

    /// <summary>
    /// How many times as much the new side allocates a second, where that differs: then stops for each allocated byte may be another answer
    /// than stops for each second, and only requests would show which is right. Null where the unit is not allocated bytes.
    /// </summary>
    public double? AllocationFactor()
    {
        if (Unit != WorkUnit.AllocatedBytes) return null;
        var factor = Rate(New) / Rate(Old);
        return factor is > OtherAllocation or < 1 / OtherAllocation ? factor : null;
    }

    private static double Rate(List<FleetSlice> side) =>
        side.Sum(slice => WorkUnit.AllocatedBytes.Of(slice) ?? 0) / side.Sum(slice => slice.CoveredSeconds);

    /// <summary>The slices that have the work; null where they are too few, or have none to divide by.</summary>
    private static List<FleetSlice>? With(WorkUnit unit, List<FleetSlice> side, double mostLeftOut)
    {
        var measured = new List<FleetSlice>(side.Count);
        var (work, stops, lost) = (0.0, 0.0, 0.0);
        foreach (var slice in side)
        {
            stops += slice.Stops.SumSeconds;
            if (unit.Of(slice) is { } own)
            {
                work += own;
                measured.Add(slice);
            }
            else
            {
                if (mostLeftOut == 0) return null;
                lost += slice.Stops.SumSeconds;
            }
        }

        return work > 0 && lost <= mostLeftOut * stops ? measured : null;
    }
}
