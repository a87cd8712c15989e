namespace Unpause.Analysis.Tuning;

/// <summary>
/// Which trial comes next. Settings take turns in rounds, in each round in another random order, so that a machine that gets slower favours
/// none. After 3, 6, 12 … rounds the worse half of the settings is looked at (successive halving: K. Jamieson, A. Talwalkar,
/// Non-stochastic Best Arm Identification and Hyperparameter Optimization, AISTATS 2016); of it those go that are worse than the best
/// beyond noise. The default stays, because all others are compared with it.
/// </summary>
/// <param name="settings">How many settings there are, the default among them.</param>
/// <param name="rounds">How many trials a setting gets that stays to the end.</param>
/// <param name="seed">The same one gives the same orders.</param>
/// <param name="higherIsBetter">Whether more of the objective is better.</param>
public sealed class TrialSchedule(int settings, int rounds, int seed, bool higherIsBetter)
{
    private const int FirstLook = 3;

    // One failure may be a port that was still in use; two in the same way are the setting's own.
    private const int MostFailures = 2;

    // A setting that is worse than the best by this interval would have to be lucky twice.
    private const double LookError = 0.1;

    // Two seeds that follow one another must not give orders that do.
    private const int RoundStep = 7919;

    /// <summary>The next trial; null when all are done.</summary>
    /// <param name="trials">Those that are finished.</param>
    /// <param name="stops">The settings that get no more, in the order in which they stopped.</param>
    public (int Setting, int Round)? Next(IReadOnlyList<Trial> trials, out IReadOnlyList<EarlyStop> stops)
    {
        var stopped = new List<EarlyStop>();
        stops = stopped;
        for (var round = 0; round < rounds; round++)
        {
            var before = trials.Where(trial => trial.Round < round).ToList();
            if (round > 0) stopped.AddRange(StopsAfter(round, before, stopped));
            var left = Order(round).Where(setting => stopped.TrueForAll(stop => stop.Setting != setting)).ToList();
            if (left.Count == 1 && settings > 1) return null;
            var done = trials.Where(trial => trial.Round == round).Select(trial => trial.Setting).ToHashSet();
            if (left.Exists(setting => !done.Contains(setting))) return (left.First(setting => !done.Contains(setting)), round);
        }

        return null;
    }

    /// <summary>The settings in the order of a round.</summary>
    internal int[] Order(int round)
    {
        var order = Enumerable.Range(0, settings).ToArray();
        new Random(unchecked((seed * RoundStep) + round)).Shuffle(order);
        return order;
    }

    private List<EarlyStop> StopsAfter(int round, IReadOnlyList<Trial> before, List<EarlyStop> stopped)
    {
        var table = new TrialTable(before, higherIsBetter);
        var alive = Enumerable.Range(1, settings - 1).Where(setting => stopped.TrueForAll(stop => stop.Setting != setting)).ToList();
        var found = alive.Select(setting => Hopeless(setting, table.Of(setting))).OfType<EarlyStop>().ToList();
        if (IsLook(round)) found.AddRange(Worse([.. alive.Except(found.Select(stop => stop.Setting))], table));
        return found;
    }

    private static bool IsLook(int round)
    {
        var look = FirstLook;
        while (look < round) look *= 2;
        return look == round;
    }

    private static EarlyStop? Hopeless(int setting, IReadOnlyList<Trial> trials)
    {
        var failed = trials.Where(trial => trial.Failure is not null).ToList();
        if (failed.Count >= MostFailures) return new EarlyStop(setting, trials.Count, null, null, null, failed[^1].Failure);
        var broken = trials.Where(trial => trial.Broken.Count > 0).ToList();
        return broken.Count >= MostFailures ? new EarlyStop(setting, trials.Count, null, null, broken[^1].Broken[0], null) : null;
    }

    private static IEnumerable<EarlyStop> Worse(IReadOnlyList<int> alive, TrialTable table)
    {
        var ranked = alive.Append(0).Where(setting => table.CostOf(setting) is not null && IsEligible(setting, table))
            .OrderBy(setting => table.CostOf(setting)).ToList();
        foreach (var setting in ranked.Skip((ranked.Count + 1) / 2).Where(setting => setting != 0))
        {
            if (!table.Beats(ranked[0], setting, LookError)) continue;
            var difference = table.Difference(setting, ranked[0], LookError);
            yield return new EarlyStop(setting, table.Of(setting).Count, ranked[0], difference, null, null);
        }
    }

    private static bool IsEligible(int setting, TrialTable table) => table.Of(setting).All(trial => trial.Broken.Count == 0);
}
