using Unpause.Requests;
using Unpause.Requests.Attribution.Clocks;

namespace Unpause.Reports.Filling;

/// <summary>Options for inserting pauses into traces.</summary>
public sealed record FillOptions
{
    /// <summary>The alignment of the recording's clock with that of the traces; by default, the clocks agree.</summary>
    public ClockAlignment Clock { get; init; } = ClockAlignment.AsRead(0);

    /// <summary>The shortest overlap of a pause with a hole. Overlaps below the clock uncertainty explain nothing.</summary>
    public long MinimumOverlapNanoseconds { get; init; } = 1_000;

    /// <summary>
    /// The services whose spans the recorded process served (a null element is spans without a service); null for all.
    /// </summary>
    public Predicate<Service?>? Serves { get; init; }
}
