using Unpause.Analysis.Tuning;

namespace Unpause.Cli;

/// <summary>A finished trial as a line of the journal.</summary>
/// <param name="Setting">The setting's name.</param>
/// <param name="Round">Which round, from 0.</param>
/// <param name="Metrics">Metrics with their values; none when it failed.</param>
/// <param name="Failure">Why it failed, a clause; null when it didn't.</param>
/// <param name="NeighbourCpuShare">The share of the processors that other programs had; null when it isn't known.</param>
/// <param name="LoadLatenessP99Ns">By how much our own load was late in 99 of 100 requests; null where it was none of ours.</param>
/// <param name="Dropped">Arrivals for which no connection was free.</param>
/// <param name="Note">What else is to be said of it; null when nothing is.</param>
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
    /// <summary>The format of what the user's load test left; null where it was none of the user's.</summary>
    public string? LoadFormat { get; init; }

    /// <summary>Whether that keeps no single request, so that the warm-up is in its latencies.</summary>
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
