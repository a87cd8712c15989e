using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions.Comparison;

/// <summary>What stop time is divided by: the best measure of work that all slices have.</summary>
internal sealed class WorkUnit
{
    private static readonly WorkUnit Requests = new(
        FleetDeployDocument.PerRequest, slice => slice.RequestsAreSample ? null : SoundSlices.Work(slice.Requests));

    private static readonly WorkUnit AllocatedBytes = new(
        FleetDeployDocument.PerAllocatedByte, slice => SoundSlices.Work(slice.AllocatedBytes));

    private static readonly WorkUnit Seconds = new(FleetDeployDocument.PerSecond, slice => slice.CoveredSeconds);

    private readonly Func<FleetSlice, double?> _work;

    private WorkUnit(string name, Func<FleetSlice, double?> work) => (Name, _work) = (name, work);

    /// <summary>The contract's name.</summary>
    public string Name { get; }

    /// <summary>The unit of some slices.</summary>
    public static WorkUnit Choose(params IEnumerable<IReadOnlyList<FleetSlice>> sides)
    {
        if (AllHave(Requests, sides)) return Requests;
        return AllHave(AllocatedBytes, sides) ? AllocatedBytes : Seconds;
    }

    /// <summary>The work of a slice that has it.</summary>
    public double Of(FleetSlice slice) => _work(slice) ?? 0;

    // A side without any work has nothing to divide by.
    private static bool AllHave(WorkUnit unit, IEnumerable<IReadOnlyList<FleetSlice>> sides)
    {
        foreach (var side in sides)
        {
            var sum = 0.0;
            foreach (var slice in side)
            {
                if (unit._work(slice) is not { } work) return false;
                sum += work;
            }

            if (sum <= 0) return false;
        }

        return true;
    }
}
