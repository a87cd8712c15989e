namespace Unpause.Analysis.CostModels;

/// <summary>
/// What memory costs in time where each collection looks at all that is live: it comes when what is free is full again, and takes as
/// long as what survives is large.
/// </summary>
/// <param name="TrafficBytesPerSecond">Allocated a second, while the collector does not run.</param>
/// <param name="SurvivorBytes">Live after each collection.</param>
/// <param name="PauseSecondsPerGibibyte">How long a collection takes for each GiB that survives.</param>
public sealed record MemoryLaw(double TrafficBytesPerSecond, double SurvivorBytes, double PauseSecondsPerGibibyte)
{
    /// <summary>Measured by the talk that the law is from: 0.2 to 0.5 s for each GiB of survivors, whatever the process's size.</summary>
    public const double FastestSecondsPerGibibyte = 0.2;

    /// <summary>The upper end of the same.</summary>
    public const double SlowestSecondsPerGibibyte = 0.5;

    private const double Gibibyte = 1L << 30;

    /// <summary>How long a collection takes.</summary>
    public double PauseSeconds => SurvivorBytes / Gibibyte * PauseSecondsPerGibibyte;

    /// <summary>How long it takes until the free memory is full again; null where survivors leave none free.</summary>
    public double? PeriodSeconds(double limitBytes) =>
        limitBytes > SurvivorBytes ? (limitBytes - SurvivorBytes) / TrafficBytesPerSecond : null;

    /// <summary>Share of the time that is spent in collections; null where survivors leave nothing free.</summary>
    public double? Percent(double limitBytes) =>
        PeriodSeconds(limitBytes) is { } period ? 100 * PauseSeconds / (period + PauseSeconds) : null;

    /// <summary>The limit with which a share of the time is spent so: the same law, solved for it.</summary>
    public double LimitFor(double percent) =>
        SurvivorBytes + (TrafficBytesPerSecond * PauseSeconds * (100 - percent) / percent);
}
