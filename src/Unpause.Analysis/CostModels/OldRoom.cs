namespace Unpause.Analysis.CostModels;

/// <summary>
/// Where no collection of old objects was seen, what one would cost is judged by the law alone: pause = survivors × seconds for each
/// GiB, period = room ÷ what comes to the old objects a second.
/// </summary>
/// <param name="FillBytesPerSecond">What comes to them, for each second of the program's own.</param>
/// <param name="PauseSeconds">How long one takes.</param>
/// <param name="FastestSeconds">The least that it may take.</param>
/// <param name="SlowestSeconds">The most.</param>
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

    /// <summary>Time in collections of old objects for each second of the program's own, when they have so much room.</summary>
    public (double Middle, double Low, double High) Burden(double room)
    {
        var perSecond = FillBytesPerSecond / room;
        return (PauseSeconds * perSecond, FastestSeconds * perSecond, SlowestSeconds * perSecond);
    }
}
