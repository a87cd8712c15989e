namespace Unpause.Analysis.CostModels;

/// <summary>
/// Go's pacer: a cycle marks what is live, and comes when the heap has grown from that to its goal. So the CPU that it takes is in
/// proportion to live ÷ (goal − live), which is 100 ÷ GOGC, whatever sets the goal: GOGC or GOMEMLIMIT.
/// </summary>
/// <param name="work">What was measured; old work is CPU time.</param>
/// <param name="goalBytes">The goal in force: the median.</param>
/// <param name="rootBytes">Stacks and globals, which count for GOGC.</param>
public sealed class GoFormula(SteadyWork work, double goalBytes, double rootBytes) : MemoryFormula
{
    /// <summary>Go's limiter lets the collector have no more of the CPU where GOMEMLIMIT is near.</summary>
    public const double MostShare = 0.5;

    private const int Halvings = 60;

    // The limiter keeps cycles from coming ever more often.
    private const double Most = 100;

    /// <inheritdoc/>
    public override FormulaKind Kind => FormulaKind.Go;

    /// <inheritdoc/>
    public override string Setting => "GOGC";

    /// <inheritdoc/>
    public override double NowBytes => goalBytes;

    /// <inheritdoc/>
    public override bool IsBound => true;

    /// <summary>The GOGC that lets the heap grow so far.</summary>
    public double GrowthPercent(double goal) => 100 * (goal - MarkedAt(goal).Middle) / (MarkedAt(goal).Middle + rootBytes);

    /// <inheritdoc/>
    public override (double Middle, double Low, double High)? Burden(double limit, WorkBlock sum)
    {
        if (Growth(goalBytes, MarkedAt(goalBytes).Middle) is not (> 0 and var now)) return null;
        var marked = MarkedAt(limit);
        if (Growth(limit, marked.Middle) is not (> 0 and var growth)) return null;
        var burden = sum.Old / sum.Program * now;
        return (Capped(burden / growth), Capped(burden / Growth(limit, marked.Low)), Capped(burden / Growth(limit, marked.High)));
    }

    /// <inheritdoc/>
    public override double? PeriodSeconds(double limit) =>
        limit - MarkedAt(limit).Middle is > 0 and var room && work.AllocatedBytes > 0
            ? room / (work.AllocatedBytes / (work.Sum.Elapsed / 1e9))
            : null;

    /// <summary>The heap goal of a GOGC, in bytes: where <see cref="GrowthPercent"/> reaches it.</summary>
    public double GoalOf(double percent)
    {
        var (low, high) = (work.LiveBytes, Math.Max(goalBytes, work.LiveBytes));
        while (GrowthPercent(high) < percent && high < long.MaxValue / 4.0) high *= 2;
        for (var step = 0; step < Halvings; step++)
        {
            var middle = (low + high) / 2;
            if (GrowthPercent(middle) < percent) low = middle;
            else high = middle;
        }

        return high;
    }

    /// <inheritdoc/>
    internal override PauseChange? Change(MemorySetting asked)
    {
        var now = Growth(goalBytes, MarkedAt(goalBytes).Middle);
        var (low, middle, high) = MarkedAt(asked.LimitBytes);
        // With GOGC the goal grows with what is live; a goal in bytes stays.
        var (least, typical, most) = (Rate(low), Rate(middle), Rate(high));
        if (now <= 0 || typical is null) return null;
        var cycles = new KindChange(new(least ?? typical.Value, 1), new(typical.Value, 1), new(most ?? Most, 1));
        return new(cycles, cycles, null);

        double? Rate(double marked) =>
            Growth(asked.LimitBytes, marked + asked.AddedLiveBytes) is > 0 and var growth ? Math.Min(Most, now / growth) : null;
    }

    // Half of the CPU is as much time for the collector as for the program.
    private static double Capped(double burden) => burden < 0 ? MostShare / (1 - MostShare) : Math.Min(MostShare / (1 - MostShare), burden);

    private double Growth(double goal, double marked) => (goal - marked) / (marked + rootBytes);

    /// <summary>
    /// What a cycle counts as live: what is, and what is allocated while it marks. That is so much as in the recording, or in proportion to
    /// the room; a smaller room has allocating goroutines help at once.
    /// </summary>
    private (double Low, double Middle, double High) MarkedAt(double goal)
    {
        var same = work.LiveBytes + work.FloatingBytes;
        var share = work.FloatingBytes / Math.Max(1, goalBytes - same);
        var scaled = (work.LiveBytes + (share * goal)) / (1 + share);
        return (Math.Min(same, scaled), goal < goalBytes ? scaled : (same + scaled) / 2, Math.Max(same, scaled));
    }
}
