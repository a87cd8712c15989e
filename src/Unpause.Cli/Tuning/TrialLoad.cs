using Unpause.Reports.Tuning;

namespace Unpause.Cli;

/// <summary>What the load of a trial left.</summary>
/// <param name="Window">When it was, its warm-up left out.</param>
/// <param name="Failure">Why there is nothing to judge, a clause; null when there is.</param>
internal sealed record TrialLoad(TrialWindow Window, string? Failure = null)
{
    /// <summary>Numbers that no file tells: errors.</summary>
    public IReadOnlyList<(string Name, double Value)> Numbers { get; init; } = [];

    /// <summary>By how much our own load was late; null where it was none of ours.</summary>
    public long? LateNanoseconds { get; init; }

    /// <summary>Arrivals for which no connection was free.</summary>
    public long Dropped { get; init; }

    /// <summary>What else is to be said.</summary>
    public string? Note { get; init; }
}
