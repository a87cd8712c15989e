using Unpause.Reports.Documents;

namespace Unpause.Reports.Pprof;

/// <summary>A value type of a profile, and the sites that have it; the others have 0.</summary>
/// <param name="Type">The name of the value type, Go's where Go has one.</param>
/// <param name="Unit">The unit.</param>
internal sealed record PprofColumn(string Type, string Unit)
{
    /// <summary>The value of an allocation site.</summary>
    public Func<AllocationSiteDocument, long>? OfAllocation { get; init; }

    /// <summary>The value of a site with objects in use.</summary>
    public Func<LiveSiteDocument, long>? OfLive { get; init; }

    /// <summary>The value of a stack with CPU samples.</summary>
    public Func<CpuStackDocument, long>? OfCpu { get; init; }

    /// <summary>The value of a stack of goroutines.</summary>
    public Func<GoroutineSiteDocument, long>? OfGoroutine { get; init; }
}
