using Unpause.Experiments.Tuning;
using Unpause.Reports.Tuning;

namespace Unpause.Cli.Tuning;

/// <summary>
/// The outcome as <c>unpause.tune/1</c> (schema/unpause.tune-1.schema.json) on standard output. Metrics are in
/// ns, bytes, percent or counts, as budgets have them.
/// </summary>
internal static class TuneJson
{
    /// <summary>Writes it.</summary>
    /// <exception cref="OutputFailure">Standard output can't be written.</exception>
    public static void Write(TuneResult result) => PrintedJson.Write(
        new TuneContract(
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
            [.. result.Judged.Settings.Select(judged => Compose(judged, result))]),
        TuneContractJson.Default.TuneContract);

    private static TunedSettingContract Compose(SettingJudgement judged, TuneResult result)
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
            [.. result.Lines.Where(line => line.Setting == setting.Name).Select(Compose)]);
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
