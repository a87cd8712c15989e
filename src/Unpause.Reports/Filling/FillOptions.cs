using Unpause.Analysis.Attribution.Clocks;
using Unpause.Requests;

namespace Unpause.Filling;

/// <summary>How pauses are put into traces.</summary>
public sealed record FillOptions
{
    /// <summary>How the recording's clock lies over the traces'; as read by default.</summary>
    public ClockAlignment Clock { get; init; } = ClockAlignment.AsRead(0);

    /// <summary>Shorter overlaps of a pause with a hole are left out: those below the clocks' uncertainty explain nothing.</summary>
    public long MinimumOverlapNanoseconds { get; init; } = 1_000;

    /// <summary>
    /// Which services' spans the recording's process has served (null stands for spans that don't say theirs); all when null.
    /// </summary>
    public Predicate<Service?>? Serves { get; init; }
}
