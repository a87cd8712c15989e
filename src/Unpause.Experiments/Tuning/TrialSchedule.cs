namespace Unpause.Experiments.Tuning;

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
        var found = alive.Select(setting => Hopeless(setting, table.GetTrials(setting))).OfType<EarlyStop>().ToList();
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
            yield return new EarlyStop(setting, table.GetTrials(setting).Count, ranked[0], difference, null, null);
        }
    }

    private static bool IsEligible(int setting, TrialTable table) => table.GetTrials(setting).All(trial => trial.Broken.Count == 0);
}

/// <summary>A setting that gets no more trials, because it cannot win.</summary>
/// <param name="Setting">Index of the setting.</param>
/// <param name="Trials">How many it had.</param>
/// <param name="Better">The setting than which it is worse; null when it is stopped for another reason.</param>
/// <param name="Difference">By how much its objective is more, or less where more is better.</param>
/// <param name="Broken">The constraint that it broke again and again; null when it is stopped for another reason.</param>
/// <param name="Failure">Why its trials failed; null when it is stopped for another reason.</param>
public sealed record EarlyStop(int Setting, int Trials, int? Better, SettingDifference? Difference, string? Broken, string? Failure);

/// <summary>The trials of all settings, and what can be asked of them.</summary>
/// <param name="trials">All that are finished.</param>
/// <param name="higherIsBetter">Whether more of the objective is better.</param>
internal sealed class TrialTable(IReadOnlyList<Trial> trials, bool higherIsBetter)
{
    private readonly ILookup<int, Trial> _bySetting = trials.ToLookup(trial => trial.Setting);

    /// <summary>A setting's trials.</summary>
    public IReadOnlyList<Trial> GetTrials(int setting) => [.. _bySetting[setting]];

    /// <summary>The objective of a setting's trials.</summary>
    public IReadOnlyList<double> ValuesOf(int setting) => [.. _bySetting[setting].Select(trial => trial.Value).OfType<double>()];

    /// <summary>The mean of a setting as a cost: less is better. Null without a trial that has it.</summary>
    public double? CostOf(int setting) => ValuesOf(setting) is { Count: > 0 } values ? values.Average() * (higherIsBetter ? -1 : 1) : null;

    /// <summary>By how much one setting's objective is more than another's; null with fewer than two rounds that have both.</summary>
    /// <param name="error">The probability that the true difference is outside.</param>
    public SettingDifference? Difference(int one, int other, double error) => SettingDifference.Estimate(Pairs(one, other), error, one);

    /// <summary>Whether a setting is better than another beyond noise.</summary>
    public bool Beats(int one, int other, double error) =>
        Difference(one, other, error) is { } difference && (higherIsBetter ? difference.Low > 0 : difference.High < 0);

    /// <summary>The values of the rounds that have both settings.</summary>
    public IReadOnlyList<(double One, double Other)> Pairs(int one, int other)
    {
        var others = _bySetting[other].Where(trial => trial.Value is not null)
            .ToDictionary(trial => trial.Round, trial => trial.Value!.Value);
        return [.. _bySetting[one].Where(trial => trial.Value is not null && others.ContainsKey(trial.Round))
            .Select(trial => (trial.Value!.Value, others[trial.Round]))];
    }
}

/// <summary>What came of one fresh process with one setting.</summary>
/// <param name="Setting">Index into the settings; 0 is the default, with which all others are compared.</param>
/// <param name="Round">From 0. Each round has one trial of every setting that is still in, so trials of one round are pairs.</param>
/// <param name="Value">The objective; null when the trial failed or has no value.</param>
/// <param name="Failure">Why it failed, a clause; null when it didn't.</param>
/// <param name="Broken">The constraints that it broke, as the user wrote them.</param>
public sealed record Trial(int Setting, int Round, double? Value, string? Failure, IReadOnlyList<string> Broken);
