namespace Unpause.Bench.AttributionTruth;

/// <summary>Draws the arrivals, and the work of each request.</summary>
public static class Demand
{
    /// <summary>The clients of a setting; <paramref name="jobs"/> are the moments at which a periodic job slows the database.</summary>
    public static List<Client> Draw(Cell cell, Setting setting, IReadOnlyList<double> jobs, Dice dice)
    {
        var until = World.Lead + setting.Duration;
        if (setting.Load == Load.ClosedLoop)
        {
            var think = Math.Max(0.001, setting.Clients / setting.Rate - 2 * setting.Work);
            var most = (int)(3 * setting.Rate * setting.Duration / setting.Clients) + 10;
            return
            [
                .. Enumerable.Range(0, setting.Clients).Select(
                    _ => new Client(
                        World.Lead + dice.Exponential(think),
                        [.. Enumerable.Range(0, most).Select(_ => Ordinary(setting, dice) with { Think = dice.Exponential(think) })])),
            ];
        }

        var slowTimes = cell.Confounder switch
        {
            Confounder.SlowDatabase => Episodes(setting, dice),
            Confounder.Cron => [.. jobs.Select(job => (job, job + dice.Uniform(0.2, 0.8)))],
            _ => [],
        };
        var delay = dice.LogUniform(0.05, 0.5);
        // The job may take the processors instead of the database.
        // Or hold a lock that other requests need.
        var locked = cell.Confounder is Confounder.SlowDatabase or Confounder.Cron && dice.Chance(0.5);
        var waitingForLock = locked ? dice.Uniform(0.5, 1) : 0;
        var factor = cell.Confounder == Confounder.Cron && dice.Chance(0.5) ? dice.Uniform(2, 6) : 1;
        // A waiting worker serves no request: at most as many wait as would be free otherwise.
        var waiting = cell.Discipline != Discipline.FirstComeFirstServed
            ? 0.5 : Math.Min(0.5, setting.Workers * (1 - setting.Utilisation) / (setting.Rate * delay));
        var arrivals = setting.Load == Load.Poisson
            ? Loads.Poisson(setting.Rate, World.Lead, until, dice)
            : Loads.Bursty(setting.Rate, World.Lead, until, dice);
        var clients = new List<Client>();
        var episode = 0;
        foreach (var arrival in arrivals)
        {
            while (episode < slowTimes.Count && slowTimes[episode].Until < arrival) episode++;
            var work = Ordinary(setting, dice);
            if (episode < slowTimes.Count && arrival >= slowTimes[episode].From)
            {
                if (locked)
                {
                    var wait = slowTimes[episode].Until - arrival;
                    if (dice.Chance(waitingForLock)) work = work with { Elsewhere = work.Elsewhere + wait };
                }
                else if (factor > 1) work = work with { Processor = work.Processor * factor };
                else if (dice.Chance(waiting)) work = work with { Elsewhere = work.Elsewhere + delay * dice.Uniform(0.5, 1.5) };
            }

            clients.Add(new Client(arrival, [work]));
        }

        return clients;
    }

    private static Work Ordinary(Setting setting, Dice dice)
    {
        var work = setting.Work * ServiceLaws.Draw(setting.Law, dice);
        return setting.WaitShare == 0
            ? new Work(work) : new Work(work, setting.Work * setting.WaitShare / (1 - setting.WaitShare) * dice.Exponential(1));
    }

    private static List<(double From, double Until)> Episodes(Setting setting, Dice dice)
    {
        var episodes = new List<(double, double)>();
        var mean = dice.Uniform(8, 25);
        for (var at = World.Lead + dice.Exponential(mean); at < World.Lead + setting.Duration; at += dice.Exponential(mean))
        {
            var end = at + dice.LogUniform(0.2, 2);
            episodes.Add((at, end));
            at = end;
        }

        return episodes;
    }
}
