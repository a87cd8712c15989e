using Unpause.Recordings;
using Unpause.Reports.Tuning;

namespace Unpause.Cli.Tuning;

/// <summary>The experiment of <c>unpause tune</c>.</summary>
/// <param name="Command">The program.</param>
/// <param name="Settings">The settings, the default first.</param>
/// <param name="Load">The load; null for a batch.</param>
/// <param name="Objective">The metric to minimize or maximize.</param>
/// <param name="Constraints">Conditions that the chosen setting must satisfy.</param>
/// <param name="Rounds">Trials of each setting that is not stopped early.</param>
/// <param name="SlowNanoseconds">The threshold of slow requests; null when not given.</param>
internal sealed record TunePlan(
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
