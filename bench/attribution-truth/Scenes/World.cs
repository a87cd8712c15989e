namespace Unpause.Bench.AttributionTruth;

/// <summary>What happened, and what would have happened without pauses. Times are seconds since the program started.</summary>
public sealed class World
{
    /// <summary>Seconds from the program's start to the first request.</summary>
    public const double Lead = 5;

    private World(Cell cell, Setting setting)
    {
        Cell = cell;
        Setting = setting;
    }

    /// <summary>What was given.</summary>
    public Cell Cell { get; }

    /// <summary>What was drawn.</summary>
    public Setting Setting { get; }

    /// <summary>The pauses that the log has.</summary>
    public IReadOnlyList<(double Start, double Length)> Pauses { get; private set; } = [];

    /// <summary>The time to safepoint before each.</summary>
    public IReadOnlyList<double> ToSafepoint { get; private set; } = [];

    /// <summary>All requests, in order of their start.</summary>
    public IReadOnlyList<Measured> Requests { get; private set; } = [];

    /// <summary>The constant network round trip, which limits the accuracy of a clock offset.</summary>
    public double RoundTrip { get; private set; }

    /// <summary>Simulates a cell with a seed: the same two always give the same world.</summary>
    public static World Simulate(Cell cell, int seed)
    {
        var dice = new Dice(seed);
        var world = new World(cell, Setting.Draw(cell, dice));
        var instances = cell.Confounder is Confounder.NamedInstances or Confounder.UnnamedInstances ? dice.Whole(2, 3) : 1;
        var requests = new List<Measured>();
        for (var instance = 0; instance < instances; instance++) requests.AddRange(world.Serve(instance, new Dice(dice.Seed())));
        if (cell.Confounder == Confounder.Twin)
        {
            // The twin's pauses have nothing to do with these requests: without them all is as it was measured.
            world.DrawStops(new Dice(dice.Seed()), [], recorded: true);
            requests = [.. requests.Select(request => request with { WithoutLog = request.Duration })];
        }

        world.Requests = [.. requests.OrderBy(request => request.Start)];
        return world;
    }

    private List<Measured> Serve(int instance, Dice dice)
    {
        var jobs = Cell.Confounder == Confounder.Cron ? JobTimes(dice) : [];
        var stops = DrawStops(dice, jobs, recorded: instance == 0);
        var clients = Demand.Draw(Cell, Setting, jobs, dice);
        var asItWas = Server.Serve(Cell.Discipline, Setting.Workers, clients, stops, Lead + Setting.Duration);
        // The truth: the same arrivals with the same work, and no pauses.
        List<Client> same = [.. asItWas.Select(request => new Client(request.Arrival, [clients[request.Client].Works[request.Turn]]))];
        var without = new Served[same.Count];
        foreach (var request in Server.Serve(Cell.Discipline, Setting.Workers, same, Stops.None)) without[request.Client] = request;

        var way = Cell.Side == Side.Client ? dice.LogUniform(0.0002, 0.03) : 0;
        var back = way * dice.Uniform(0.7, 1.4);
        RoundTrip = Math.Max(RoundTrip, way + back);
        // Some servers accept with a thread of its own, others when a worker is free.
        var workerAccepts = Cell is { Side: Side.Accepted, Discipline: Discipline.FirstComeFirstServed } && dice.Chance(0.5);
        var requests = new List<Measured>(asItWas.Count);
        foreach (var (request, other) in asItWas.Zip(without))
        {
            var network = way + back + (way > 0 ? way * 0.2 * dice.Exponential(1) : 0);
            var start = workerAccepts ? request.Begin : Cell.Side == Side.Accepted ? stops.Released(request.Arrival) : request.Arrival;
            var measured = request.End - start + network;
            var undisturbed = other.End - (workerAccepts ? other.Begin : other.Arrival) + network;
            requests.Add(new Measured
            {
                Start = start - way,
                Duration = measured,
                WithoutLog = instance == 0 ? undisturbed : measured,
                WithoutAny = undisturbed,
                Felt = (request.End - request.Arrival + network, other.End - other.Arrival + network),
                Instance = instance,
            });
        }

        return requests;
    }

    // Every few seconds, not quite regularly.
    private List<double> JobTimes(Dice dice)
    {
        var period = Setting.Duration / (Setting.Pauses + 1);
        return [.. Enumerable.Range(1, Setting.Pauses).Select(number => Lead + (number + dice.Uniform(-0.1, 0.1)) * period)];
    }

    private Stops DrawStops(Dice dice, List<double> jobs, bool recorded)
    {
        var pauses = jobs.Count > 0
            ? [.. jobs.Select(job => (job + dice.Uniform(0, 0.05), Setting.PauseLength * dice.Uniform(0.7, 1.3)))]
            : PauseTimes.Draw(Setting.Pauses, Setting.PauseLength, Lead, Lead + Setting.Duration, dice);
        var (stops, times) = PauseTimes.WithSafepoints(pauses, Cell.Safepoint, dice);
        if (recorded) (Pauses, ToSafepoint) = (pauses, times);
        return new Stops(stops);
    }
}
