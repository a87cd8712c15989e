using Unpause.Reports.Tuning;

namespace Unpause.Cli.Tuning;

/// <summary>The result of a trial's load.</summary>
/// <param name="Window">The time of the load without its warm-up.</param>
/// <param name="Failure">Why there is no result, a clause; null when there is one.</param>
internal sealed record TrialLoad(TrialWindow Window, string? Failure = null)
{
    /// <summary>Numbers that are not in a file: errors.</summary>
    public IReadOnlyList<(string Name, double Value)> Numbers { get; init; } = [];

    /// <summary>The p99 delay of our own load generator; null for the user's load test.</summary>
    public long? LateNanoseconds { get; init; }

    /// <summary>Arrivals for which no connection was free.</summary>
    public long Dropped { get; init; }

    /// <summary>What else is to be said.</summary>
    public string? Note { get; init; }
}
