namespace Unpause.Analysis.CostModels;

/// <summary>
/// Where no collection of old objects was seen, what one would cost is judged by the law alone: pause = survivors × seconds for each
/// GiB, period = room ÷ what comes to the old objects a second.
/// </summary>
/// <param name="FillBytesPerSecond">What comes to them, for each second of the program's own.</param>
/// <param name="PauseSeconds">How long one takes.</param>
/// <param name="FastestSeconds">The least that it may take.</param>
internal sealed record OldRoom(double FillBytesPerSecond, double PauseSeconds, double FastestSeconds, double SlowestSeconds)
{
    // The median of fewer is chance.
    private const int FewestFull = 3;

    private const double Gibibyte = 1L << 30;

    /// <summary>By what the user knows, else by the recording's own collections of the whole heap, else by the law's range.</summary>
    public static OldRoom Estimate(SteadyWork work, double? secondsPerGibibyte)
    {
        var fill = work.FilledBytes / work.ProgramSeconds;
        var live = work.LiveBytes / Gibibyte;
        var (fastest, slowest) = (live * MemoryLaw.FastestSecondsPerGibibyte, live * MemoryLaw.SlowestSecondsPerGibibyte);
        if (secondsPerGibibyte is { } known) return new(fill, live * known, live * known, live * known);
        if (work is not { Full: >= FewestFull, FullFit: { } fit }) return new(fill, (fastest + slowest) / 2, fastest, slowest);
        var seen = fit.MedianNanoseconds / 1e9;
        return new(fill, seen, seen, seen);
    }

    /// <summary>Collections of old objects that the recording does not have, when they have so much room.</summary>
    public AddedPauses Added(double room) => new(
        FillBytesPerSecond / room, FillBytesPerSecond / room, FillBytesPerSecond / room, FastestSeconds, PauseSeconds, SlowestSeconds);

    /// <summary>Time in collections of old objects for each second of the program's own, when they have so much room.</summary>
    public (double Middle, double Low, double High) Burden(double room)
    {
        var perSecond = FillBytesPerSecond / room;
        return (PauseSeconds * perSecond, FastestSeconds * perSecond, SlowestSeconds * perSecond);
    }
}

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
