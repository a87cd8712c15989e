using Unpause.Analysis.Comparison;
using Unpause.Experiments.Tuning;
using Unpause.Reports.Comparison;
using Unpause.Reports.Documents.Json;
using Unpause.Reports.Tuning;

namespace Unpause.Cli.Tuning;

/// <summary>
/// The outcome as <c>unpause.tune/1</c> (schema/unpause.tune-1.schema.json). Metrics are in ns, bytes, percent or counts, as budgets have
/// them.
/// </summary>
internal static class TuneJson
{
    /// <summary>Writes it to standard output.</summary>
    /// <exception cref="OutputFailure">Standard output can't be written.</exception>
    public static void Print(TuneResult result, TuneCost cost) =>
        PrintedJson.Write(Compose(result, cost), TuneContractJson.Default.TuneContract);

    /// <summary>Writes it to a file.</summary>
    public static void Write(TuneResult result, TuneCost cost, Stream output) =>
        IndentedJson.Write(output, Compose(result, cost), TuneContractJson.Default.TuneContract);

    /// <summary>The document.</summary>
    internal static TuneContract Compose(TuneResult result, TuneCost cost) => new(
        TuneContract.CurrentSchema,
        OutcomeName(result.Judged.Outcome),
        result.Plan.Objective.Name,
        result.Plan.Objective.UnitName,
        result.Plan.Objective.HigherIsBetter,
        result.Seed,
        result.Interrupted,
        result.Judged.Chosen is { } chosen ? result.Plan.Settings[chosen].Name : null,
        [.. result.Judged.Ties.Select(tie => result.Plan.Settings[tie].Name)],
        [.. TuneText.Outcome(result), .. TuneText.Doubts(result)],
        [.. result.Judged.Settings.Select(judged => Compose(judged, result, cost))])
    {
        WallOverhead = Compose(cost.Wall, result.Plan),
        CpuOverhead = Compose(cost.Cpu, result.Plan),
        ToolVersion = ToolVersion.Text,
        Command = TuneContract.DescribeCommand(result.Plan.Command),
        CostSentences = [.. TuneText.Cost(result, cost)],
        PricedPer = result.Price is null ? null : result.Plan.Load is null ? TuneContract.Run : TuneContract.MillionRequests,
    };

    private static TunedOverheadContract Compose(TuneOverhead overhead, TunePlan plan) => new(
        overhead.Refusal is { } refusal ? OverheadText.Refusal(refusal) : null,
        overhead.PerRequest,
        overhead.Bound is { } bound ? plan.Settings[bound.Baseline].Name : null,
        overhead.Bound?.Distilled);

    private static OverheadContract? Compose(OverheadRatio? ratio) =>
        ratio is { } known ? new(known.Ratio, known.Low, known.High) : null;

    private static TunedPriceContract? Compose(SettingPrice? price) =>
        price is null ? null : new(price.Total, price.Cpu, price.Memory, price.CollectorAtLeast);

    private static TunedSettingContract Compose(SettingJudgement judged, TuneResult result, TuneCost cost)
    {
        var setting = result.Plan.Settings[judged.Setting];
        return new(
            setting.Name,
            new Dictionary<string, string>(setting.Variables),
            [.. setting.Code],
            judged.Trials,
            judged.Failures,
            judged.Mean,
            judged.Objective is var (mean, low, high) ? new(mean, low, high) : null,
            judged.AgainstDefault is { } difference
                ? new(difference.Mean, difference.Low, difference.High, difference.IsShare, difference.IsWithinNoise)
                : null,
            judged.Broken,
            result.Stops.FirstOrDefault(stop => stop.Setting == judged.Setting) is { } stop ? TuneText.Stopped(stop, result.Plan) : null,
            [.. result.Lines.Where(line => line.Setting == setting.Name).Select(Compose)])
        {
            WallOverhead = Compose(cost.Wall.Bound?.Settings[judged.Setting]),
            CpuOverhead = Compose(cost.Cpu.Bound?.Settings[judged.Setting]),
            Price = Compose(result.Price?.Compute(result, cost, judged.Setting)),
            Effects = [.. setting.What],
            Notes = [.. setting.Notes],
        };
    }

    private static TunedTrialContract Compose(TrialLine line) => new(
        line.Round,
        line.Failure,
        line.Note,
        line.NeighbourCpuShare,
        line.LoadLatenessP99Ns,
        line.LoadFormat,
        line.LatenciesIncludeWarmUp,
        line.Dropped,
        new(line.Metrics.OrderBy(number => number.Key, StringComparer.Ordinal)));

    private static string OutcomeName(TuneOutcome outcome) => outcome switch
    {
        TuneOutcome.Winner => TuneContract.Winner,
        TuneOutcome.Tied => TuneContract.Tied,
        TuneOutcome.WithinNoise => TuneContract.WithinNoise,
        TuneOutcome.NoneKeeps => TuneContract.NoneKeeps,
        _ => TuneContract.TooFewTrials,
    };
}
