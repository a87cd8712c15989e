namespace Unpause.Reports.Documents;

/// <summary>What the time of one or more requests went into: each nanosecond counts once, so the parts add up to the whole.</summary>
public sealed record TimePartsDocument
{
    /// <summary>Requests.</summary>
    public required long Requests { get; init; }

    /// <summary>Their time in all.</summary>
    public required Milliseconds TotalMs { get; init; }

    /// <summary>The world was stopped.</summary>
    public required Milliseconds StoppedMs { get; init; }

    /// <summary>Goroutines marked for the collector before they might allocate.</summary>
    public required Milliseconds AssistMs { get; init; }

    /// <summary>They waited until somebody had marked for them.</summary>
    public required Milliseconds AssistWaitMs { get; init; }

    /// <summary>They swept for the collector before they might allocate.</summary>
    public required Milliseconds SweepMs { get; init; }

    /// <summary>They could run, and waited for a processor.</summary>
    public required Milliseconds SchedWaitMs { get; init; }

    /// <summary>They waited for something else: the network, a lock, a channel.</summary>
    public required Milliseconds BlockedMs { get; init; }

    /// <summary>They were in a call of the kernel, or in C; with traces up to Go 1.21 only in calls that lost their processor.</summary>
    public required Milliseconds SyscallMs { get; init; }

    /// <summary>They ran.</summary>
    public required Milliseconds RunningMs { get; init; }

    /// <summary>Share of the time that the collector took: stops, assists, waits for them, sweeping; null without any time.</summary>
    public required double? CollectorPercent { get; init; }
}
