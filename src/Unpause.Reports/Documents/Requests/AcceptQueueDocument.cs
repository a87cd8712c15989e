namespace Unpause.Reports.Documents;

/// <summary>Requests that came while their server was stopped: its own measurement begins when it takes them on, after the stop.</summary>
public sealed record AcceptQueueDocument
{
    /// <summary>How many were held up: began during a stop or within 20 ms after, less those that would have by chance.</summary>
    public required long Count { get; init; }

    /// <summary>Requests that started during a stop or within 20 ms after it.</summary>
    public required long StartedDuringStops { get; init; }

    /// <summary>Stops of 5 ms and more that were looked at.</summary>
    public required long Stops { get; init; }

    /// <summary>The shortest of those stops.</summary>
    public required Milliseconds ShortestStopMs { get; init; }

    /// <summary>The longest: nobody waited longer for one.</summary>
    public required Milliseconds LongestStopMs { get; init; }

    /// <summary>What they waited on average before the server's own time begins, if they came at an even rate.</summary>
    public required Milliseconds MeanWaitMs { get; init; }

    /// <summary>Requests that are not slow by the server's time and were for their clients: at least.</summary>
    public required long SlowLow { get; init; }

    /// <summary>At most.</summary>
    public required long SlowHigh { get; init; }
}
