using Unpause.Services.Watch.Alerts;

namespace Unpause.Services.Watch.Notifying;

/// <summary>One thing to say about an alert: that it began, that more is known about it, or that it ended.</summary>
/// <param name="LeftOut">Notifications about its process that the limit per hour left out before this one.</param>
internal sealed record AlertNotice(WatchAlert Alert, long LeftOut)
{
    /// <summary>Whether it was said before a restart of the judge: only for targets that need repetitions.</summary>
    public bool IsKnown { get; init; }
}

/// <summary>A place where alerts go.</summary>
internal interface IAlertTarget : IDisposable
{
    /// <summary>What it is called in logs, without secrets of its address.</summary>
    string Name { get; }

    /// <summary>How long a message is tried again; afterwards it is given up.</summary>
    TimeSpan MostAge { get; }

    /// <summary>How often alerts that hold are sent again; null: never.</summary>
    TimeSpan? RepeatEvery { get; }

    /// <summary>Sends alerts of one process.</summary>
    /// <exception cref="DeliveryException">It does not take them now.</exception>
    Task SendAsync(IReadOnlyList<AlertNotice> notices, CancellationToken stop);

    /// <summary>Sends again what holds.</summary>
    /// <exception cref="DeliveryException">It does not take them now.</exception>
    Task RepeatAsync(CancellationToken stop);
}

/// <summary>A target did not take an alert.</summary>
/// <param name="message">Why.</param>
internal sealed class DeliveryException(string message) : Exception(message)
{
    /// <summary>Whether trying the same again is useless: the target understood and refused it.</summary>
    public bool IsFinal { get; init; }
}
