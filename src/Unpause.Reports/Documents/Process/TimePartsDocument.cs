namespace Unpause.Reports.Documents;

/// <summary>The breakdown of the time of one or more requests: each nanosecond counts once, so the parts add up to the total.</summary>
public sealed record TimePartsDocument
{
    /// <summary>The number of requests.</summary>
    public required long Requests { get; init; }

    /// <summary>The total time of the requests.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>Time in stop-the-world pauses.</summary>
    public required Milliseconds StoppedMs { get; init; }

    /// <summary>Time in mark assists.</summary>
    public required Milliseconds AssistMs { get; init; }

    /// <summary>Time waiting for assist credit.</summary>
    public required Milliseconds AssistWaitMs { get; init; }

    /// <summary>Time sweeping before allocations.</summary>
    public required Milliseconds SweepMs { get; init; }

    /// <summary>Time runnable, waiting for a CPU.</summary>
    public required Milliseconds SchedWaitMs { get; init; }

    /// <summary>Time blocked on something else: the network, a lock, a channel.</summary>
    public required Milliseconds BlockedMs { get; init; }

    /// <summary>Time in system calls or C code; with traces up to Go 1.21, only in calls that lost their processor.</summary>
    public required Milliseconds SyscallMs { get; init; }

    /// <summary>Time running.</summary>
    public required Milliseconds RunningMs { get; init; }

    /// <summary>The share of the time taken by GC: stops, assists, waits for them, sweeping; null when the total is 0.</summary>
    public required double? CollectorPercent { get; init; }
}
