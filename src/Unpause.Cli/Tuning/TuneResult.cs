using Unpause.Analysis.Tuning;
using Unpause.Recorder.Processes;

namespace Unpause.Cli.Tuning;

/// <summary>The result of an experiment.</summary>
/// <param name="Plan">The experiment.</param>
/// <param name="Judged">The judgement of the trials.</param>
/// <param name="Stops">Settings that stopped early.</param>
/// <param name="Lines">All trials.</param>
/// <param name="Seed">The seed of the orders.</param>
/// <param name="Interrupted">Whether the user ended it before its end.</param>
internal sealed record TuneResult(
    TunePlan Plan,
    TuneJudgement Judged,
    IReadOnlyList<EarlyStop> Stops,
    IReadOnlyList<TrialLine> Lines,
    int Seed,
    bool Interrupted)
{
    /// <summary>Trials in which other processes used a notable share of the CPU.</summary>
    public IReadOnlyList<TrialLine> Busy => [.. Lines.Where(line => line.NeighbourCpuShare > MachineLoad.NotableShare)];

    /// <summary>The mean of a number over a setting's trials; null when no trial has it.</summary>
    /// <param name="setting">Index of the setting.</param>
    /// <param name="metric">The number.</param>
    public double? Mean(int setting, string metric)
    {
        var values = Values(setting, metric);
        return values.Count > 0 ? values.Average() : null;
    }

    /// <summary>The maximum of a number over a setting's trials; null when no trial has it.</summary>
    /// <param name="setting">Index of the setting.</param>
    /// <param name="metric">The number.</param>
    public double? Most(int setting, string metric)
    {
        var values = Values(setting, metric);
        return values.Count > 0 ? values.Max() : null;
    }

    private List<double> Values(int setting, string metric) =>
        [.. Lines.Where(line => line.Setting == Plan.Settings[setting].Name && line.Metrics.ContainsKey(metric))
            .Select(line => line.Metrics[metric])];
}
