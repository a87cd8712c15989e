using Unpause.Fleet.Stores;
using Unpause.Reports.Fleets.Documents;

namespace Unpause.Fleet.Questions.Comparison;

/// <summary>What stop time is divided by.</summary>
internal sealed class WorkUnit
{
    public static readonly WorkUnit Requests = new(
        FleetDeployDocument.PerRequest, slice => slice.RequestsAreSample ? null : SoundSlices.Work(slice.Requests));

    public static readonly WorkUnit AllocatedBytes = new(
        FleetDeployDocument.PerAllocatedByte, slice => SoundSlices.Work(slice.AllocatedBytes));

    public static readonly WorkUnit Seconds = new(FleetDeployDocument.PerSecond, slice => slice.CoveredSeconds);

    private readonly Func<FleetSlice, double?> _work;

    private WorkUnit(string name, Func<FleetSlice, double?> work) => (Name, _work) = (name, work);

    /// <summary>The contract's name.</summary>
    public string Name { get; }

    /// <summary>The work of a slice; null where it is not recorded.</summary>
    public double? Of(FleetSlice slice) => _work(slice);
}
