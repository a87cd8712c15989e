using Unpause.Analysis.Tuning;

namespace Unpause.Cli.Tuning;

/// <summary>A finished trial as a line of the journal.</summary>
/// <param name="Setting">The setting's name.</param>
/// <param name="Round">Which round, from 0.</param>
/// <param name="Metrics">Metrics with their values; none when it failed.</param>
/// <param name="Failure">Why it failed, a clause; null when it didn't.</param>
/// <param name="NeighbourCpuShare">The CPU share of other processes; null when unknown.</param>
/// <param name="LoadLatenessP99Ns">The p99 delay of our own load generator; null for the user's load test.</param>
/// <param name="Dropped">Arrivals for which no connection was free.</param>
/// <param name="Note">A remark about the trial; null for none.</param>
internal sealed record TrialLine(
    string Setting,
    int Round,
    Dictionary<string, double> Metrics,
    string? Failure = null,
    double? NeighbourCpuShare = null,
    long? LoadLatenessP99Ns = null,
    long Dropped = 0,
    string? Note = null)
{
    /// <summary>The format of the user's load-test results; null for our own load generator.</summary>
    public string? LoadFormat { get; init; }

    /// <summary>Whether the results have no timestamps per request, so that the warm-up is included in the latencies.</summary>
    public bool LatenciesIncludeWarmUp { get; init; }

    /// <summary>It as the statistics see it.</summary>
    public Trial Of(TunePlan plan) => new(
        plan.Settings.Select(setting => setting.Name).ToList().IndexOf(Setting),
        Round,
        Failure is null && Metrics.TryGetValue(plan.Objective.Name, out var value) ? value : null,
        Failure,
        Failure is null
            ? [.. plan.Constraints.Where(constraint => constraint.IsBrokenBy(Metrics)).Select(constraint => constraint.Text)]
            : []);
}
