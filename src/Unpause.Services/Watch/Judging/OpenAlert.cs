using Unpause.Services.Watch.Alerts;
using Unpause.Services.Watch.Sensing;

namespace Unpause.Services.Watch.Judging;

/// <summary>An alert from the first moment of its condition until it is resolved.</summary>
/// <param name="process">Its process.</param>
/// <param name="alert">What is said of it.</param>
/// <param name="now">When its condition held.</param>
internal sealed class OpenAlert(FollowedProcess process, WatchAlert alert, DateTimeOffset now)
{
    /// <summary>Its process.</summary>
    public FollowedProcess Process { get; } = process;

    /// <summary>What is said of it.</summary>
    public WatchAlert Alert { get; set; } = alert;

    /// <summary>When its condition last held.</summary>
    public DateTimeOffset LastHeld { get; set; } = now;

    /// <summary>Whether it has held long enough.</summary>
    public bool IsFiring { get; set; }

    /// <summary>Whether it was sent to the targets.</summary>
    public bool IsSent { get; set; }

    /// <summary>Whether it has ended.</summary>
    public bool IsOver { get; set; }
}
