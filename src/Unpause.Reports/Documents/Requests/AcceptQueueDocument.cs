namespace Unpause.Reports.Documents;

/// <summary>
/// Requests that waited in the accept queue while the server was stopped: its own measurement starts when it accepts them, after the stop.
/// </summary>
public sealed record AcceptQueueDocument
{
    /// <summary>
    /// The number of delayed requests: those that started during a stop or within 20 ms after it, minus those expected by chance.
    /// </summary>
    public required long Count { get; init; }

    /// <summary>The number of requests that started during a stop or within 20 ms after it.</summary>
    public required long StartedDuringStops { get; init; }

    /// <summary>The number of stops of at least 5 ms that were examined.</summary>
    public required long Stops { get; init; }

    /// <summary>The shortest of those stops.</summary>
    public required Milliseconds ShortestStopMs { get; init; }

    /// <summary>The longest of those stops, which bounds the wait.</summary>
    public required Milliseconds LongestStopMs { get; init; }

    /// <summary>The mean wait before the server's own measurement starts, assuming a uniform arrival rate.</summary>
    public required Milliseconds MeanWaitMs { get; init; }

    /// <summary>The minimum number of requests that are not slow by the server's time but were slow for their clients.</summary>
    public required long SlowLow { get; init; }

    /// <summary>The maximum number of such requests.</summary>
    public required long SlowHigh { get; init; }
}
