namespace Unpause.Bench.AttributionTruth;

/// <summary>One server and its load, in numbers.</summary>
public sealed record Setting
{
    /// <summary>Requests served at a time; not used where the discipline is unlimited.</summary>
    public required int Workers { get; init; }

    /// <summary>How requests come.</summary>
    public required Load Load { get; init; }

    /// <summary>How their work is distributed.</summary>
    public required ServiceLaw Law { get; init; }

    /// <summary>Share of the processors that is in use, of what pauses leave.</summary>
    public required double Utilisation { get; init; }

    /// <summary>Requests a second.</summary>
    public required double Rate { get; init; }

    /// <summary>Seconds in which requests come.</summary>
    public required double Duration { get; init; }

    /// <summary>Mean work of a request on a processor, in seconds.</summary>
    public required double Work { get; init; }

    /// <summary>Share of a request's time that it waits for a database.</summary>
    public required double WaitShare { get; init; }

    /// <summary>Clients of a closed loop.</summary>
    public required int Clients { get; init; }

    /// <summary>Pauses in all.</summary>
    public required int Pauses { get; init; }

    /// <summary>Their mean length, in seconds.</summary>
    public required double PauseLength { get; init; }

    private const int MostRequests = 40_000;
    private const int FewestPauses = 15;
    private const double MostStopped = 0.1;
    private const double MostStoppedAtTheDoor = 0.4;

    /// <summary>Draws a setting that fits the cell.</summary>
    public static Setting Draw(Cell cell, Dice dice)
    {
        var law = dice.OneOf(Enum.GetValues<ServiceLaw>());
        var keyedByArrival = cell.Confounder is Confounder.SlowDatabase or Confounder.Cron;
        var load = dice.OneOf(Load.Poisson, Load.Poisson, Load.Bursty, keyedByArrival ? Load.Bursty : Load.ClosedLoop);
        var sampled = cell.Sampling != Sampling.All;
        var workers = dice.OneOf(1, 2, 4, 8);
        var utilisation = dice.Uniform(0.3, load == Load.Bursty || keyedByArrival ? 0.5 : 0.9);
        var duration = cell.Clock switch
        {
            ClockFault.Zone => dice.Uniform(10_800, 14_400),
            ClockFault.Drift => dice.LogUniform(300, 900),
            _ => dice.LogUniform(sampled ? 120 : 60, 600),
        };
        var rate = Math.Min(dice.LogUniform(sampled ? 80 : 20, 300), MostRequests / duration);
        var (pauses, length) = DrawPauses(cell, duration, dice);
        var stopped = pauses * length / duration;
        var work = cell.Discipline == Discipline.Unlimited
            ? dice.LogUniform(0.003, 0.05)
            : Math.Min(utilisation * workers * (1 - stopped) / rate, 0.1);
        var response = 2 * work;
        return new Setting
        {
            Workers = workers,
            Load = load,
            Law = law,
            Utilisation = cell.Discipline == Discipline.Unlimited ? 0 : rate * work / workers / (1 - stopped),
            Rate = rate,
            Duration = duration,
            Work = work,
            // Workers that are held while they wait need room for it.
            WaitShare = cell.Waits
                ? dice.Uniform(0.2, 0.8) * (cell.Discipline == Discipline.FirstComeFirstServed ? 1 - utilisation : 1) : 0,
            Clients = (int)Math.Ceiling(Math.Max(2, rate * response * dice.LogUniform(1.5, 15))),
            Pauses = pauses,
            PauseLength = length,
        };
    }

    private static (int Pauses, double Length) DrawPauses(Cell cell, double duration, Dice dice)
    {
        if (cell.Confounder == Confounder.SlowDatabase) return ((int)(duration / dice.Uniform(0.5, 2)), dice.LogUniform(0.005, 0.08));
        if (cell.Confounder == Confounder.Cron) return ((int)Math.Max(16, duration / dice.Uniform(3, 15)), dice.LogUniform(0.005, 0.2));
        if (cell.FewPauses) return (dice.Whole(4, 14), Math.Min(dice.LogUniform(0.02, 1), MostStopped * duration / FewestPauses));
        var most = cell.Side == Side.Accepted ? MostStoppedAtTheDoor : MostStopped;
        var length = Math.Min(dice.LogUniform(0.005, 1), most * duration / FewestPauses);
        return ((int)Math.Clamp(dice.LogUniform(0.003, most) * duration / length, FewestPauses, 600), length);
    }
}
