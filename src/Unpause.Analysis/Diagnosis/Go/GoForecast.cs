using Unpause.Analysis.CostModels;

namespace Unpause.Analysis.Diagnosis.Go;

/// <summary>What another heap goal should bring, by the cost model of `unpause model`.</summary>
/// <param name="LeastBytes">The smallest heap goal: that of the median live heap.</param>
/// <param name="GoalBytes">The largest heap goal: a cycle that marks while much is allocated aims higher.</param>
/// <param name="LowPercent">The smallest share of the CPU that GC takes then.</param>
/// <param name="HighPercent">The largest share.</param>
internal sealed record GoForecast(long LeastBytes, long GoalBytes, double LowPercent, double HighPercent)
{
    private const int Halvings = 40;

    /// <summary>
    /// How much faster a program allocates without assists at most, beside the CPU that GC leaves.
    /// </summary>
    private const double Delayed = 2, LeastRunning = 0.3;

    /// <summary>Resident memory above the heap goal: stacks, the runtime's own memory, and freed pages not yet returned.</summary>
    private const double MostResident = 1.6;

    /// <summary>The forecast for another GOGC; null where the recording has no model.</summary>
    public static GoForecast? ForGrowth(AnalysedProcess process, GoWork work, double gogc)
    {
        if (process.Shared(CostModel.Fit) is not { Formula: GoFormula formula } model) return null;
        double low = formula.NowBytes, high = Math.Max(low, work.GoalAt(gogc)) * 4;
        // The goal for a growth has no closed form: what is allocated while a cycle marks depends on the goal.
        for (var i = 0; i < Halvings; i++)
        {
            var middle = (low + high) / 2;
            if (formula.GrowthPercent(middle) < gogc) low = middle;
            else high = middle;
        }

        return ForGoal(model, work, gogc, high);
    }

    /// <summary>
    /// The forecast for a heap goal far above one that a memory limit keeps near the live heap; null where allocation is not recorded.
    /// There the goal says little, because the heap overshoots it. A cycle costs the same, and comes when the room is used up: at least at
    /// the present rate of allocation, at most at the rate of a program that no cycle and no assist delays.
    /// </summary>
    public static GoForecast? NearLimit(AnalysedProcess process, GoWork work, long goalBytes)
    {
        var room = goalBytes - work.LiveBytes;
        if (process.Summary.Heap.AllocationRateBytesPerSecond is not { } rate || room <= 0 || work.PerSecond <= 0) return null;
        var slowest = work.Percent * Math.Min(1, rate / room / work.PerSecond);
        var faster = Delayed / Math.Max(LeastRunning, 1 - (work.Percent / 100));
        return new(goalBytes, goalBytes, slowest, Math.Min(work.Percent, slowest * faster));
    }

    /// <summary>The fall of GC's share of the CPU.</summary>
    public Gain? GainFrom(double nowPercent) =>
        Gain.Between(GainMetrics.CollectorCpu, nowPercent - HighPercent, nowPercent - LowPercent, "percent");

    /// <summary>For sentences: <c>4 to 6 % of the CPU, 200 MiB to 500 MiB of memory</c>.</summary>
    public override string ToString() =>
        $"{Quantities.Percent(LowPercent)} to {Quantities.Percent(HighPercent)} of the CPU, "
        + $"{Quantities.Bytes(LeastBytes)} to {Quantities.Bytes((long)(GoalBytes * MostResident))} of memory";

    private static GoForecast? ForGoal(CostModel model, GoWork work, double gogc, double goalBytes)
    {
        if (model.Now is not { Percent: > 0 } now || model.At(goalBytes) is not { } then) return null;
        // The model counts idle marking, too; its ratio is used.
        var scale = work.Percent / now.Percent;
        var least = Math.Min(work.GoalAt(gogc), (long)goalBytes);
        return new(least, (long)goalBytes, then.Low * scale, Math.Min(work.Percent, then.High * scale));
    }
}
