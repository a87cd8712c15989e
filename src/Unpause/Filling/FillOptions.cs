using Unpause.Requests;

namespace Unpause.Filling;

/// <summary>How pauses are put into traces.</summary>
public sealed record FillOptions
{
    /// <summary>Added to the recording's wall time, in nanoseconds. For a recording without one, the wall time of its zero since 1970-01-01 UTC.</summary>
    public long OffsetNanoseconds { get; init; }

    /// <summary>Shorter overlaps of a pause with a hole are left out: those below the clocks' uncertainty explain nothing.</summary>
    public long MinimumOverlapNanoseconds { get; init; } = 1_000;

    /// <summary>Which services' spans the recording's process has served (null stands for spans that don't say theirs); all when null.</summary>
    public Predicate<Service?>? Serves { get; init; }
}
