using Unpause.Requests.Statistics;

namespace Unpause.Experiments.Tuning;

/// <summary>
/// Which setting is best, if any is beyond noise. With five settings one looks better at random more often than any one of them, so each is
/// held to a share of the error alone (Bonferroni); and where another cannot be distinguished from the best, neither is the winner.
/// </summary>
/// <param name="Outcome">What can be said.</param>
/// <param name="Chosen">The setting to take; null when there is none.</param>
/// <param name="Ties">Other settings that are within noise of the chosen one.</param>
/// <param name="Settings">All settings, the best first; those that may not be chosen last.</param>
public sealed record TuneJudgement(
    TuneOutcome Outcome, int? Chosen, IReadOnlyList<int> Ties, IReadOnlyList<SettingJudgement> Settings)
{
    /// <summary>How likely a winner may be none: 5 of 100 experiments, over all settings together.</summary>
    public const double Error = 0.05;

    /// <summary>Fewer rounds that have both settings are no comparison.</summary>
    public const int FewestRounds = 3;

    /// <summary>Judges trials.</summary>
    /// <param name="trials">All that are finished.</param>
    /// <param name="settings">How many settings there are; 0 is the default.</param>
    /// <param name="higherIsBetter">Whether more of the objective is better.</param>
    /// <param name="stops">
    /// Settings that stopped early: what was worse beyond noise in three rounds is not within it because it had no more.
    /// </param>
    public static TuneJudgement Compute(
        IReadOnlyList<Trial> trials, int settings, bool higherIsBetter, IReadOnlyList<EarlyStop>? stops = null)
    {
        var table = new TrialTable(trials, higherIsBetter);
        var each = Error / Math.Max(1, settings - 1);
        SettingJudgement[] all = [.. Enumerable.Range(0, settings).Select(setting => Judge(setting, table, each))
            .OrderBy(judged => !judged.MayBeChosen).ThenBy(judged => table.CostOf(judged.Setting) ?? double.MaxValue)];
        var (outcome, chosen, ties) = Choose(all, table, each, [.. (stops ?? []).Select(stop => stop.Setting)]);
        return new TuneJudgement(outcome, chosen, ties, all);
    }

    private static SettingJudgement Judge(int setting, TrialTable table, double each)
    {
        var (trials, values) = (table.GetTrials(setting), table.ValuesOf(setting));
        return new SettingJudgement(
            setting,
            trials.Count,
            trials.Count(trial => trial.Failure is not null),
            values.Count > 0 ? values.Average() : null,
            MeanInterval.Estimate(values, Error, setting),
            setting == 0 ? null : table.Difference(setting, 0, each),
            [.. trials.SelectMany(trial => trial.Broken).Distinct(StringComparer.Ordinal)]);
    }

    private static (TuneOutcome Outcome, int? Chosen, IReadOnlyList<int> Ties) Choose(
        IReadOnlyList<SettingJudgement> all, TrialTable table, double each, HashSet<int> stopped)
    {
        var may = all.Where(judged => judged.MayBeChosen && judged.Trials >= FewestRounds && !stopped.Contains(judged.Setting))
            .Select(judged => judged.Setting).ToList();
        if (may.Count == 0)
            return (all.Any(judged => judged.Broken.Count > 0) ? TuneOutcome.NoneKeeps : TuneOutcome.TooFewTrials, null, []);
        // Where the default itself may not be taken, a setting need not be better than it.
        var better = may.Contains(0) ? may.Where(setting => Beats(setting, 0)).ToList() : may;
        if (better.Count == 0) return (may.Count == 1 && stopped.Count == 0 ? TuneOutcome.TooFewTrials : TuneOutcome.WithinNoise, null, []);
        var chosen = better[0];
        var ties = may.Where(setting => setting != chosen && setting != 0 && !Beats(chosen, setting)).ToList();
        return (ties.Count == 0 ? TuneOutcome.Winner : TuneOutcome.Tied, chosen, ties);

        bool Beats(int setting, int other) =>
            table.Pairs(setting, other).Count >= FewestRounds && table.Beats(setting, other, each);
    }
}

/// <summary>What trials say of all settings together.</summary>
public enum TuneOutcome
{
    /// <summary>Too few trials to say anything.</summary>
    TooFewTrials,

    /// <summary>No setting that keeps the constraints differs from the default for the better beyond noise.</summary>
    WithinNoise,

    /// <summary>A setting is better than the default, but others are within noise of it.</summary>
    Tied,

    /// <summary>One setting is better than the default, and than all others.</summary>
    Winner,

    /// <summary>No setting keeps the constraints.</summary>
    NoneKeeps,
}

/// <summary>What the trials of one setting say.</summary>
/// <param name="Setting">Index of the setting; 0 is the default.</param>
/// <param name="Trials">How many there were.</param>
/// <param name="Failures">How many of them failed.</param>
/// <param name="Objective">The mean of the objective with its 95 % interval; null when fewer than two trials have it.</param>
/// <param name="Mean">The mean alone; null when no trial has it.</param>
/// <param name="AgainstDefault">
/// By how much its objective is more than the default's of the same rounds, wide enough to hold for all settings together in 95 of 100
/// cases; null for the default itself and where there are no two such rounds.
/// </param>
/// <param name="Broken">Constraints that a trial of it broke, as the user wrote them.</param>
public sealed record SettingJudgement(
    int Setting,
    int Trials,
    int Failures,
    double? Mean,
    MeanInterval? Objective,
    SettingDifference? AgainstDefault,
    IReadOnlyList<string> Broken)
{
    /// <summary>Whether it may be chosen: each trial ran and kept all constraints.</summary>
    public bool MayBeChosen => Failures == 0 && Broken.Count == 0 && Mean is not null;
}
