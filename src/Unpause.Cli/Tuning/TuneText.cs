using Unpause.Analysis.Tuning;
using Unpause.Reports.Tuning;
using Unpause.Requests.Latencies;

namespace Unpause.Cli;

/// <summary>What is said of trials and their outcome, in sentences.</summary>
internal static class TuneText
{
    /// <summary>One trial, as it is told when it is finished.</summary>
    public static string Trial(TrialLine line, TunePlan plan)
    {
        if (line.Failure is { } failure) return $"{line.Setting}: failed: {failure}";
        var memory = line.Metrics.TryGetValue(TrialMetric.MaxRss, out var bytes) ? $", peak RSS {Quantities.Bytes(bytes)}" : "";
        return $"{line.Setting}: {plan.Objective.Name} {plan.Objective.Write(line.Metrics[plan.Objective.Name])}{memory}"
            + $"{(line.Note is { } note ? $"; {note}" : "")}";
    }

    /// <summary>Why a setting gets no more trials.</summary>
    public static string Stopped(EarlyStop stop, TunePlan plan)
    {
        var start = $"{plan.Settings[stop.Setting].Name} stopped after {Quantities.Count(stop.Trials, "trial")}";
        if (stop.Failure is { } failure) return $"{start}: it failed again ({failure})";
        if (stop.Broken is { } broken) return $"{start}: it broke {broken} again";
        return $"{start}: its {plan.Objective.Name} differs from {plan.Settings[stop.Better!.Value].Name}'s by "
            + Range(stop.Difference!.Value, plan);
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
                var others = judged.Ties.Select(Name).ToList();
                yield return $"No single winner: {Name(judged.Chosen!.Value)} is "
                    + $"{(Of(0).MayBeChosen ? "better than the default" : "the best that may be chosen")} with "
                    + $"{Gain(judged.Chosen.Value)}, but "
                    + $"{string.Join(" and ", others)} {(others.Count == 1 ? "is" : "are")} within noise of it.";
                break;
            case TuneOutcome.WithinNoise:
                yield return $"Within noise: no setting has a better {plan.Objective.Name} than the default beyond what trials of one "
                    + "setting differ by. Keep the default; more --trials, or longer ones, see smaller differences.";
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
            var against = Of(setting).AgainstDefault is { } difference ? $" ({Range(difference, plan)})" : "";
            return $"{plan.Objective.Name} {plan.Objective.Write(own)}"
                + $"{(reference is { } before && setting != 0 ? $" instead of {plan.Objective.Write(before)}" : "")}{against}";
        }

        SettingJudgement Of(int setting) => judged.Settings.First(one => one.Setting == setting);
    }

    /// <summary>Whether this machine let that be measured; nothing when it did.</summary>
    public static IEnumerable<string> Doubts(TuneResult result)
    {
        var busy = result.Busy;
        if (busy.Count > 0)
        {
            yield return $"Other programs had up to {Quantities.Percent(100 * busy.Max(line => line.NeighbourCpuShare!.Value))} of this machine's "
                + $"processors in {busy.Count} of {Quantities.Count(result.Lines.Count, "trial")}: what was measured is theirs as much.";
        }

        var late = result.Lines.Max(line => line.LoadLatenessP99Ns) ?? 0;
        if (late > NotableLateNanoseconds)
        {
            yield return $"The load itself was sent up to {Quantities.Duration(late)} late in 99 of 100 requests: load and service share "
                + "this machine's processors, and latencies hold that wait too.";
        }

        if (result.Lines.Sum(line => line.Dropped) is > 0 and var dropped)
        {
            yield return $"{Quantities.Count(dropped, "request")} could not be sent, because all connections waited for answers: they "
                + "count as errors, and latencies would be longer with them (--connections allows more).";
        }

        foreach (var doubt in DoubtsOfLoad(result)) yield return doubt;
    }

    /// <summary>Why a load test's own counts don't tell a number, a clause.</summary>
    /// <param name="format">The format of what it left.</param>
    public static string NotCounted(string format) => format == LatencyFormats.Wrk
        ? $"wrk prints percentiles with --latency alone, and four of them; it leaves all latencies with {WrkScript.Advice}"
        : $"{format} counts latencies and keeps no single request";

    /// <summary>What the user's load test can't have seen.</summary>
    private static IEnumerable<string> DoubtsOfLoad(TuneResult result)
    {
        foreach (var format in result.Lines.Select(line => line.LoadFormat).OfType<string>().Distinct().Where(LatencyFormats.IsClosedLoop))
        {
            var guessed = format == LatencyFormats.Wrk ? "; wrk puts estimates of those that it did not send into its percentiles" : "";
            yield return $"{format} asks again only when it has an answer: a pause holds up no more requests than it has connections, and "
                + $"a slow setting is asked less than a fast one{guessed}. Users don't wait for one another: --url asks as they do.";
        }

        if (result.Plan.Load?.WarmUp > TimeSpan.Zero && result.Lines.FirstOrDefault(line => line.LatenciesIncludeWarmUp)?.LoadFormat is { } counted)
            yield return $"{counted} doesn't say when its requests were: their latencies hold the warm-up too.";
    }

    // A millisecond is what a machine at work lets a thread wait; some more is in every percentile.
    private const double NotableLateNanoseconds = 2e6;

    /// <summary>A difference with its interval: <c>−92 %, −95 to −88 %</c>.</summary>
    public static string Range(SettingDifference difference, TunePlan plan) => difference.IsShare
        ? $"{Share(difference.Mean)} %, {Share(difference.Low)} to {Share(difference.High)} %"
        : $"{Signed(difference.Mean, plan)}, {Signed(difference.Low, plan)} to {Signed(difference.High, plan)}";

    /// <summary>A difference alone: <c>−92 %</c>.</summary>
    public static string Short(SettingDifference difference, TunePlan plan) =>
        difference.IsShare ? $"{Share(difference.Mean)} %" : Signed(difference.Mean, plan);

    private static string Share(double share) => (100 * share).ToString("+0;−0;0", System.Globalization.CultureInfo.InvariantCulture);

    private static string Signed(double value, TunePlan plan) => $"{(value < 0 ? "−" : "+")}{plan.Objective.Write(Math.Abs(value))}";
}
