using Unpause.Analysis.Tuning;
using Unpause.Reports.Tuning;

namespace Unpause.Cli;

/// <summary>What is said of trials and their outcome, in sentences.</summary>
internal static class TuneText
{
    /// <summary>One trial, as it is told when it is finished.</summary>
    public static string Trial(TrialLine line, TunePlan plan)
    {
        if (line.Failure is { } failure) return $"{line.Setting}: failed: {failure}";
        var memory = line.Numbers.TryGetValue(TrialMetric.MaxRss, out var bytes) ? $", peak RSS {Quantities.Bytes(bytes)}" : "";
        return $"{line.Setting}: {plan.Objective.Name} {plan.Objective.Write(line.Numbers[plan.Objective.Name])}{memory}"
            + $"{(line.Note is { } note ? $"; {note}" : "")}";
    }

    /// <summary>Why a setting gets no more trials.</summary>
    public static string Stopped(EarlyStop stop, TunePlan plan)
    {
        var start = $"{plan.Settings[stop.Setting].Name} stops after {Quantities.Count(stop.Trials, "trial")}";
        if (stop.Failure is { } failure) return $"{start}: it failed again ({failure})";
        if (stop.Broken is { } broken) return $"{start}: it broke {broken} again";
        return $"{start}: it is worse than {plan.Settings[stop.Better!.Value].Name} by {Margin(stop.Excess!.Value, plan)}, beyond noise";
    }

    /// <summary>What can be said of all settings.</summary>
    public static IEnumerable<string> Outcome(TuneResult result)
    {
        var (plan, judged) = (result.Plan, result.Judged);
        switch (judged.Outcome)
        {
            case TuneOutcome.Winner:
                yield return $"{Name(judged.Chosen!.Value)} wins: {Gain(judged.Chosen.Value)}.";
                break;
            case TuneOutcome.Tied:
                var both = judged.Ties.Prepend(judged.Chosen!.Value).Select(Name).ToList();
                yield return $"No single winner: {string.Join(" and ", both)} are within noise of one another"
                    + $"{(judged.Settings.First(one => one.Setting == 0).MayBeChosen ? ", and all better than the default" : "")}. "
                    + $"Any of them will do; {both[0]} has the best mean: {Gain(judged.Chosen.Value)}.";
                break;
            case TuneOutcome.WithinNoise:
                yield return $"Within noise: no setting has a better {plan.Objective.Name} than the default beyond what trials of one setting "
                    + "differ by. Keep the default; more --trials, or longer ones, see smaller differences.";
                break;
            case TuneOutcome.NoneKeeps:
                yield return "No setting keeps all constraints in every trial.";
                break;
            default:
                yield return $"Too few trials to judge: {TuneJudgement.FewestRounds} rounds are the fewest.";
                break;
        }

        string Name(int setting) => plan.Settings[setting].Name;

        string Gain(int setting)
        {
            var (own, reference) = (Of(setting).Mean!.Value, Of(0).Mean);
            var against = Of(setting).AgainstDefault is { } difference ? $", {Margin(difference, plan)} of difference" : "";
            return reference is > 0
                ? $"{plan.Objective.Name} {plan.Objective.Write(own)} instead of {plan.Objective.Write(reference.Value)} "
                    + $"({Quantities.Change(reference.Value, own)}{against})"
                : $"{plan.Objective.Name} {plan.Objective.Write(own)}";
        }

        SettingJudgement Of(int setting) => judged.Settings.First(one => one.Setting == setting);
    }

    /// <summary>Whether this machine let that be measured; nothing when it did.</summary>
    public static IEnumerable<string> Doubts(TuneResult result)
    {
        var busy = result.Busy;
        if (busy.Count > 0)
        {
            yield return $"Other programs had up to {Quantities.Percent(100 * busy.Max(line => line.Others!.Value))} of this machine's "
                + $"processors in {busy.Count} of {Quantities.Count(result.Lines.Count, "trial")}: what was measured is theirs as much.";
        }

        var late = result.Lines.Max(line => line.LateNanoseconds) ?? 0;
        if (late > NotableLateNanoseconds)
        {
            yield return $"The load itself was sent up to {Quantities.Duration(late)} late in 99 of 100 requests: load and service share "
                + "this machine's processors, and latencies hold that wait too.";
        }

        if (result.Lines.Sum(line => line.Dropped) is > 0 and var dropped)
        {
            yield return $"{Quantities.Count(dropped, "request")} could not be sent, because all connections waited for answers: they count as "
                + "errors, and latencies would be longer with them (--connections allows more).";
        }
    }

    // A millisecond is what a machine at work lets a thread wait; some more is in every percentile.
    private const double NotableLateNanoseconds = 2e6;

    private static string Margin(MeanInterval interval, TunePlan plan)
    {
        var (low, high) = (Math.Min(Math.Abs(interval.Low), Math.Abs(interval.High)), Math.Max(Math.Abs(interval.Low), Math.Abs(interval.High)));
        return $"{plan.Objective.Write(low)} to {plan.Objective.Write(high)}";
    }
}
