namespace Unpause.Bench.AttributionTruth;

/// <summary>A world as unpause gets it, and the truth about it.</summary>
public sealed class Scene
{
    /// <summary>The program starts here on the true clock: 2026-11-18 09:00 UTC, in seconds since 1970.</summary>
    public const double Start = 1_795_078_800;

    private const int LeastSlow = 20;

    private Scene(World world, List<Measured> kept, double slow)
    {
        World = world;
        Kept = kept;
        Slow = slow;
    }

    /// <summary>What happened.</summary>
    public World World { get; }

    /// <summary>The requests that unpause gets.</summary>
    public IReadOnlyList<Measured> Kept { get; }

    /// <summary>Longer than this is slow, in seconds.</summary>
    public double Slow { get; }

    /// <summary>Seconds by which the log's clock is ahead, at its start and at its end.</summary>
    public (double First, double Last) Ahead { get; private init; }

    /// <summary>Seconds since the program's start at which the clock steps; it drifts where this is null and the two ends differ.</summary>
    public double? StepAt { get; private init; }

    /// <summary>It is the requests' clock that steps, and the log's goes on evenly.</summary>
    public bool RequestsStep { get; private init; }

    /// <summary>csv, otlp, nginx, jmeter, pino or stamped-csv.</summary>
    public string Format { get; private init; } = "csv";

    /// <summary>Draws the measurement of a world.</summary>
    public static Scene Measure(World world, int seed)
    {
        var dice = new Dice(seed ^ 0x5ca1ab1e);
        var cell = world.Cell;
        var slow = Threshold(world.Requests, dice.LogUniform(0.005, 0.08));
        var keepAbove = slow * dice.Uniform(0.5, 1);
        List<Measured> kept = cell.Sampling switch
        {
            Sampling.All => [.. world.Requests],
            Sampling.Tail => [.. world.Requests.Where(request => request.Duration > keepAbove || dice.Chance(0.002))],
            _ => [.. world.Requests.Where(_ => dice.Chance(0.1))],
        };
        var sign = dice.Chance(0.5) ? 1 : -1;
        var length = World.Lead + world.Setting.Duration;
        var ahead = sign * cell.Clock switch
        {
            ClockFault.Tenths => dice.LogUniform(0.05, 0.25),
            ClockFault.Second => dice.LogUniform(0.25, 2),
            ClockFault.Seconds => dice.LogUniform(2, 30),
            ClockFault.Zone => dice.OneOf(1800.0, 3600, 3600, 7200, 7200, 19_800),
            ClockFault.Step => dice.LogUniform(0.1, 2),
            ClockFault.Drift => dice.LogUniform(20e-6, 300e-6) * length,
            _ => 0,
        };
        return new Scene(world, kept, slow)
        {
            Ahead = cell.Clock is ClockFault.Step or ClockFault.Drift ? (0, ahead) : (ahead, ahead),
            StepAt = cell.Clock == ClockFault.Step ? World.Lead + world.Setting.Duration * dice.Uniform(0.4, 0.6) : null,
            RequestsStep = cell.Clock == ClockFault.Step && dice.Chance(0.7),
            Format = ChooseFormat(cell, dice),
        };
    }

    /// <summary>What the log's clock shows at this moment, in seconds since 1970.</summary>
    public double OfLog(double at) => Start + at + (RequestsStep ? 0 : AheadAt(at));

    /// <summary>What the clock of the requests shows.</summary>
    public double OfRequests(double at) => Start + at - (RequestsStep ? AheadAt(at) : 0);

    private double AheadAt(double at) => StepAt is { } step
        ? at < step ? Ahead.First : Ahead.Last
        : Ahead.First + (Ahead.Last - Ahead.First) * at / (World.Lead + World.Setting.Duration);

    private static string ChooseFormat(Cell cell, Dice dice)
    {
        if (cell.UnreportedEnds) return dice.OneOf("pino", "stamped-csv");
        if (cell.Sampling != Sampling.All || cell.Confounder == Confounder.NamedInstances) return "otlp";
        return cell.Side switch
        {
            Side.Client => dice.OneOf("csv", "jmeter"),
            Side.Accepted => dice.OneOf("csv", "otlp"),
            _ => dice.OneOf("csv", "otlp", "nginx"),
        };
    }

    // A round threshold, as users choose: two digits, at least a millisecond, and some requests are longer.
    private static double Threshold(IReadOnlyList<Measured> requests, double share)
    {
        var sorted = requests.Select(request => request.Duration).Order().ToArray();
        var slow = Math.Max(LeastSlow, share * sorted.Length);
        var value = Math.Max(0.001, sorted[(int)Math.Max(0, sorted.Length - 1 - slow)]);
        var unit = Math.Pow(10, Math.Floor(Math.Log10(value)) - 1);
        return Math.Max(0.001, Math.Floor(value / unit + 1e-9) * unit);
    }
}
