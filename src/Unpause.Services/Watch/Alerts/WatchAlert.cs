using Unpause.Recordings.Rings;
using Unpause.Services.Watch.Judging;

namespace Unpause.Services.Watch.Alerts;

/// <summary>A condition of one process that holds, or held.</summary>
/// <param name="Process">The process.</param>
/// <param name="Condition">What was asked for.</param>
/// <param name="Since">Since when it holds.</param>
internal sealed record WatchAlert(RingProcess Process, WatchCondition Condition, DateTimeOffset Since)
{
    /// <summary>The worst value so far, in the metric's unit.</summary>
    public double Value { get; init; }

    /// <summary>What the value is compared with where the limit is a multiple of it; else null.</summary>
    public double? Baseline { get; init; }

    /// <summary>When it ended; null while it holds.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>Whether it ended because the process did.</summary>
    public bool IsProcessGone { get; init; }

    /// <summary>What was kept; null where nothing could be.</summary>
    public KeptRing? Kept { get; init; }

    /// <summary>What changed when the service restarted, where this alert held before that; else null.</summary>
    public ServiceChange? Change { get; init; }

    /// <summary>One alert for each process and condition.</summary>
    public string Key => KeyOf(Process.Key, Condition);

    /// <summary>The key of an alert.</summary>
    public static string KeyOf(string process, WatchCondition condition) => $"{process}/{condition.Name}";
}
