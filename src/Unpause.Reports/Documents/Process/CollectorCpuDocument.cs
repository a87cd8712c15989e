namespace Unpause.Reports.Documents;

/// <summary>CPU time of Go's collector: concurrent marking, and mark assists of the application's own goroutines.</summary>
public sealed record CollectorCpuDocument
{
    /// <summary>The share of all CPU time that assists, workers and stops took, without idle marking, as Go counts it.</summary>
    public required double? Percent { get; init; }

    /// <summary>Mark assists by allocating goroutines.</summary>
    public required Milliseconds AssistMs { get; init; }

    /// <summary>Dedicated and fractional mark workers.</summary>
    public required Milliseconds WorkersMs { get; init; }

    /// <summary>The time of all processors during stop-the-world pauses for GC.</summary>
    public required Milliseconds StopsMs { get; init; }

    /// <summary>Mark workers on idle processors; not part of the share.</summary>
    public required Milliseconds IdleMs { get; init; }

    /// <summary>The number of processors that the process may use (GOMAXPROCS).</summary>
    public required long Processors { get; init; }
}
