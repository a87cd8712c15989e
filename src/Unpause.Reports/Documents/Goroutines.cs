namespace Unpause.Reports.Documents;

/// <summary>The number of goroutines, and their stacks.</summary>
public sealed record GoroutinesDocument
{
    /// <summary>The method of measurement.</summary>
    public required string Basis { get; init; }

    /// <summary>The number at the last moment.</summary>
    public required long Count { get; init; }

    /// <summary>The moments of counting, in order of time.</summary>
    public required IReadOnlyList<GoroutineMomentDocument> Moments { get; init; }

    /// <summary>
    /// The stacks, those with the most goroutines at the last moment first; empty in the page, which has them in its timeline element.
    /// </summary>
    public required IReadOnlyList<GoroutineSiteDocument> Sites { get; init; }
}

/// <summary>The number of goroutines at one moment.</summary>
public sealed record GoroutineMomentDocument
{
    /// <summary>The moment in UTC; null when unknown.</summary>
    public required string? At { get; init; }

    /// <summary>The number of goroutines.</summary>
    public required long Count { get; init; }
}

/// <summary>The goroutines with one stack.</summary>
public sealed record GoroutineSiteDocument
{
    /// <summary>The number at the last moment.</summary>
    public required long Count { get; init; }

    /// <summary>The number at each moment.</summary>
    public required IReadOnlyList<long> Counts { get; init; }

    /// <summary>The index in stack of the first function that belongs to the application; null when there is none.</summary>
    public required long? AppFrame { get; init; }

    /// <summary>The functions, the innermost first; empty for the sum of all further stacks.</summary>
    public required IReadOnlyList<string> Stack { get; init; }
}

/// <summary>The breakdown of the time of the process's own recorded requests.</summary>
public sealed record RequestTimeDocument
{
    /// <summary>The number of requests.</summary>
    public required long Requests { get; init; }

    /// <summary>The median latency.</summary>
    public required Milliseconds P50Ms { get; init; }

    /// <summary>The 99th percentile of latency, nearest rank.</summary>
    public required Milliseconds P99Ms { get; init; }

    /// <summary>The longest latency.</summary>
    public required Milliseconds MaxMs { get; init; }

    /// <summary>The breakdown of all requests.</summary>
    public required TimePartsDocument All { get; init; }

    /// <summary>The breakdown of the requests at or above the 99th percentile.</summary>
    public required TimePartsDocument Slowest { get; init; }

    /// <summary>The longest requests, the longest first.</summary>
    public required IReadOnlyList<TimedRequestDocument> Longest { get; init; }
}

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

/// <summary>A request with the breakdown of its time.</summary>
public sealed record TimedRequestDocument
{
    /// <summary>The application's function that served it, or the task's name. Untrusted: escape before showing.</summary>
    public required string Name { get; init; }

    /// <summary>Start since the start of the recording.</summary>
    public required Milliseconds StartMs { get; init; }

    /// <summary>The breakdown of its time.</summary>
    public required TimePartsDocument Parts { get; init; }
}

/// <summary>Mark assists: GC work of allocating threads. It is thread time, never part of pauses.</summary>
public sealed record AssistsDocument
{
    /// <summary>The number of collections with assists.</summary>
    public required long Collections { get; init; }

    /// <summary>
    /// The total time in all collections. In recordings by kernel probes alone it includes the waits of assists: an upper bound.
    /// </summary>
    public required Milliseconds ThreadTimeTotalMs { get; init; }

    /// <summary>The longest time in one collection.</summary>
    public required Milliseconds ThreadTimeMaxMs { get; init; }

    /// <summary>Go: the number of assists; null where they are not recorded individually, and in documents of older versions.</summary>
    public long? Count { get; init; }

    /// <summary>Go: the sum of assist durations, including waits; null where assists are not recorded individually.</summary>
    public Milliseconds? ElapsedTotalMs { get; init; }

    /// <summary>Go: the longest assist, including waits; null where assists are not recorded individually.</summary>
    public Milliseconds? ElapsedMaxMs { get; init; }

    /// <summary>Go: additional time of sweeping before allocations; null where it is not recorded.</summary>
    public Milliseconds? SweepTotalMs { get; init; }
}
