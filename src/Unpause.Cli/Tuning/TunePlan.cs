using Unpause.Reports.Tuning;

namespace Unpause.Cli;

/// <summary>What <c>tune</c> tries, and how it is judged.</summary>
/// <param name="Command">The program.</param>
/// <param name="Settings">What is tried, the default first.</param>
/// <param name="Load">How it is put under load; null for a batch.</param>
/// <param name="Objective">What is to be least, or most.</param>
/// <param name="Constraints">What must hold for a setting to be chosen.</param>
/// <param name="Rounds">Trials of a setting that stays to the end.</param>
/// <param name="SlowNanoseconds">Which requests are slow; null when the user didn't say.</param>
internal sealed record TunePlan(
    IReadOnlyList<string> Command,
    IReadOnlyList<TuneSetting> Settings,
    TuneLoad? Load,
    TrialMetric Objective,
    IReadOnlyList<TrialConstraint> Constraints,
    int Rounds,
    long? SlowNanoseconds)
{
    /// <summary>All that decides what trials mean, as texts by the option that said it: another one makes another experiment.</summary>
    public IReadOnlyDictionary<string, string> Said => new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["CMD"] = CommandText.Of(Command),
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
