using Unpause.Reports.Documents;

namespace Unpause.Reports.Pprof;

/// <summary>A number that each sample of a profile has, and which places fill it; the others have 0.</summary>
/// <param name="Type">Its name, Go's where Go has one.</param>
/// <param name="Unit">Its unit.</param>
internal sealed record PprofColumn(string Type, string Unit)
{
    /// <summary>The number of a place that allocates.</summary>
    public Func<AllocationSiteDocument, long>? OfAllocation { get; init; }

    /// <summary>The number of a place whose objects are in use.</summary>
    public Func<LiveSiteDocument, long>? OfLive { get; init; }

    /// <summary>The number of a stack in which CPU samples were taken.</summary>
    public Func<CpuStackDocument, long>? OfCpu { get; init; }

    /// <summary>The number of a place where goroutines stand.</summary>
    public Func<GoroutineSiteDocument, long>? OfGoroutine { get; init; }
}
