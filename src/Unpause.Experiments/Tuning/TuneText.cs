using Unpause.Reports.Comparison;
using Unpause.Reports.Tuning;
using Unpause.Requests.Latencies;

namespace Unpause.Experiments.Tuning;

/// <summary>Sentences about trials and their outcome.</summary>
public static class TuneText
{
    /// <summary>The line about a finished trial.</summary>
    public static string Trial(TrialLine line, TunePlan plan)
    {
        if (line.Failure is { } failure) return $"{line.Setting}: failed: {failure}";
        var memory = line.Metrics.TryGetValue(TrialMetric.MaxRss, out var bytes) ? $", peak RSS {Quantities.Bytes(bytes)}" : "";
        return $"{line.Setting}: {plan.Objective.Name} {plan.Objective.Write(line.Metrics[plan.Objective.Name])}{memory}"
            + $"{(line.Note is { } note ? $"; {note}" : "")}";
    }

    /// <summary>Why a setting was stopped early.</summary>
    public static string Stopped(EarlyStop stop, TunePlan plan)
    {
        var start = $"{plan.Settings[stop.Setting].Name} stopped after {Quantities.Count(stop.Trials, "trial")}";
        if (stop.Failure is { } failure) return $"{start}: it failed again ({failure})";
        if (stop.Broken is { } broken) return $"{start}: it broke {broken} again";
        return $"{start}: its {plan.Objective.Name} differs from {plan.Settings[stop.Better!.Value].Name}'s by "
            + Range(stop.Difference!.Value, plan);
    }

    /// <summary>The outcome over all settings.</summary>
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
                    + $"{(GetJudgement(0).MayBeChosen ? "better than the default" : "the best eligible setting")} with "
                    + $"{Gain(judged.Chosen.Value)}, but "
                    + $"{string.Join(" and ", others)} {(others.Count == 1 ? "is" : "are")} within noise of it.";
                break;
            case TuneOutcome.WithinNoise:
                yield return $"Within noise: no setting improves {plan.Objective.Name} significantly over the default. "
                    + "Keep the default. More or longer --trials can detect smaller differences.";
                break;
            case TuneOutcome.NoneKeeps:
                yield return "No setting satisfies all constraints in every trial.";
                break;
            default:
                yield return $"Too few trials to judge: at least {TuneJudgement.FewestRounds} rounds are needed.";
                break;
        }

        string Name(int setting) => plan.Settings[setting].Name;

        string Gain(int setting)
        {
            var (own, reference) = (GetJudgement(setting).Mean!.Value, GetJudgement(0).Mean);
            var against = GetJudgement(setting).AgainstDefault is { } difference ? $" ({Range(difference, plan)})" : "";
            return $"{plan.Objective.Name} {plan.Objective.Write(own)}"
                + $"{(reference is { } before && setting != 0 ? $" instead of {plan.Objective.Write(before)}" : "")}{against}";
        }

        SettingJudgement GetJudgement(int setting) => judged.Settings.First(one => one.Setting == setting);
    }

    /// <summary>Warnings about the quality of the measurement; empty when there are none.</summary>
    public static IEnumerable<string> Doubts(TuneResult result)
    {
        var busy = result.Busy;
        if (busy.Count > 0)
        {
            yield return $"The machine was up to {Quantities.Percent(100 * busy.Max(line => line.NeighbourCpuShare!.Value))} "
                + "busy with other processes "
                + $"in {busy.Count} of {Quantities.Count(result.Lines.Count, "trial")}: the results are noisy.";
        }

        var late = result.Lines.Max(line => line.LoadLatenessP99Ns) ?? 0;
        if (late > NotableLoadLatenessP99Ns)
        {
            yield return $"The load generator sent requests late (p99 delay {Quantities.Duration(late)}), "
                + "because it shares the CPUs with the "
                + "service. Latencies include this delay.";
        }

        if (result.Lines.Sum(line => line.Dropped) is > 0 and var dropped)
        {
            yield return $"{Quantities.Count(dropped, "request")} could not be sent, because all connections were in use. They "
                + "count as errors; the real latencies are longer (--connections allows more).";
        }

        foreach (var doubt in DoubtsOfLoad(result)) yield return doubt;
    }

    /// <summary>Why a metric is missing in a load test's results, a clause.</summary>
    /// <param name="format">The format of the results.</param>
    public static string NotCounted(string format) => format == LatencyFormats.Wrk
        ? $"wrk prints only four percentiles, and only with --latency; to get all latencies use {WrkScript.Advice}"
        : $"{format} writes counts of latencies, not single requests";

    /// <summary>What the least costs of the collector are relative to, and that they are a lower bound; or why they are unknown.</summary>
    public static IEnumerable<string> Cost(TuneResult result, TuneCost cost)
    {
        var known = new List<string>();
        foreach (var (overhead, name) in ((TuneOverhead, string)[])[(cost.Wall, "wall time"), (cost.Cpu, "CPU time")])
        {
            if (overhead.Bound is not { } bound) continue;
            var each = overhead.PerRequest ? " per request" : "";
            known.Add($"{Quantities.Duration(bound.Distilled)} of {name}{each} with {result.Plan.Settings[bound.Baseline].Name}");
        }

        if (known.Count > 0)
        {
            yield return $"GC costs at least that much more than the least time without its measured part: {string.Join(", ", known)}. "
                + $"{OverheadText.LowerBound} An interval that contains 0 is within noise.";
        }

        if (cost.Wall.Refusal is { } wall) yield return $"The cost of GC in wall time is unknown: {OverheadText.Describe(wall)}.";
        if (cost.Cpu.Refusal is { } cpu) yield return $"The cost of GC in CPU time is unknown: {OverheadText.Describe(cpu)}.";
    }

    /// <summary>Limits of the user's load test, such as coordinated omission.</summary>
    private static IEnumerable<string> DoubtsOfLoad(TuneResult result)
    {
        foreach (var format in result.Lines.Select(line => line.LoadFormat).OfType<string>().Distinct().Where(LatencyFormats.IsClosedLoop))
        {
            var guessed = format == LatencyFormats.Wrk ? "; wrk's percentiles contain estimates for requests that it did not send" : "";
            yield return $"{format} is a closed-loop load test (coordinated omission): "
                + "a pause delays at most as many requests as there are "
                + $"connections, and slow settings get fewer requests{guessed}. --url sends an open-loop load, like independent users.";
        }

        if (result.Plan.Load?.WarmUp > TimeSpan.Zero
            && result.Lines.FirstOrDefault(line => line.LatenciesIncludeWarmUp)?.LoadFormat is { } counted)
            yield return $"{counted} has no timestamps per request: its latencies include the warm-up.";
    }

    // A busy machine delays a thread by about a millisecond, so a little more is in every percentile.
    private const double NotableLoadLatenessP99Ns = 2e6;

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

/// <summary>The experiment of <c>unpause tune</c>.</summary>
/// <param name="Settings">The settings, the default first.</param>
/// <param name="Load">The load; null for a batch.</param>
/// <param name="Objective">The metric to minimize or maximize.</param>
/// <param name="Constraints">Conditions that the chosen setting must satisfy.</param>
/// <param name="Rounds">Trials of each setting that is not stopped early.</param>
/// <param name="SlowNanoseconds">The threshold of slow requests; null when not given.</param>
public sealed record TunePlan(
    IReadOnlyList<string> Command,
    IReadOnlyList<TuneSetting> Settings,
    TuneLoad? Load,
    TrialMetric Objective,
    IReadOnlyList<TrialConstraint> Constraints,
    int Rounds,
    long? SlowNanoseconds)
{
    /// <summary>The options that define the experiment, by name. A kept experiment resumes only with the same ones.</summary>
    public IReadOnlyDictionary<string, string> Said => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["CMD"] = CommandText.Join(Command),
        ["--setting"] = string.Join(" | ", Settings.Select(setting => $"{setting.Name}: {setting.Environment}")),
        ["--objective"] = Objective.Name,
        ["--under"] = string.Join(" | ", Constraints.Select(constraint => constraint.Text)),
        ["--trials"] = $"{Rounds}",
        ["--slow"] = $"{SlowNanoseconds}",
        ["--url"] = Load?.Url ?? "",
        ["--rate"] = Load?.Url is null ? "" : FormattableString.Invariant($"{Load.RatePerSecond}/s"),
        ["--for"] = Load?.Url is null ? "" : Quantities.Duration(Load.Duration.TotalNanoseconds),
        ["--connections"] = Load?.Url is null ? "" : $"{Load.Connections}",
        ["--load"] = Load?.Command ?? "",
        ["--latencies"] = Load?.Latencies ?? "",
        ["--warm-up"] = Load is null ? "" : Quantities.Duration(Load.WarmUp.TotalNanoseconds),
        ["--ready"] = Load?.Ready.ToString() ?? "",
    };
}

/// <summary>The result of an experiment.</summary>
/// <param name="Judged">The judgement of the trials.</param>
/// <param name="Stops">Settings that stopped early.</param>
/// <param name="Lines">All trials.</param>
/// <param name="Seed">The seed of the orders.</param>
/// <param name="Interrupted">Whether the user ended it before its end.</param>
public sealed record TuneResult(
    TunePlan Plan,
    TuneJudgement Judged,
    IReadOnlyList<EarlyStop> Stops,
    IReadOnlyList<TrialLine> Lines,
    int Seed,
    bool Interrupted)
{
    /// <summary>What processors and memory cost; null without <c>--price</c>.</summary>
    public TunePrice? Price { get; init; }

    /// <summary>Trials in which other processes used a notable share of the CPU.</summary>
    public IReadOnlyList<TrialLine> Busy => [.. Lines.Where(line => line.NeighbourCpuShare > MachineLoad.NotableShare)];

    /// <summary>The mean of a number over a setting's trials; null when no trial has it.</summary>
    /// <param name="setting">Index of the setting.</param>
    public double? Mean(int setting, string metric)
    {
        var values = Values(setting, metric);
        return values.Count > 0 ? values.Average() : null;
    }

    /// <summary>The maximum of a number over a setting's trials; null when no trial has it.</summary>
    /// <param name="setting">Index of the setting.</param>
    public double? Most(int setting, string metric)
    {
        var values = Values(setting, metric);
        return values.Count > 0 ? values.Max() : null;
    }

    private List<double> Values(int setting, string metric) =>
        [.. Lines.Where(line => line.Setting == Plan.Settings[setting].Name && line.Metrics.ContainsKey(metric))
            .Select(line => line.Metrics[metric])];
}
