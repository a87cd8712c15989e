namespace Unpause.Reports.Documents;

/// <summary>What Go's collector took of the processors: marking beside the program, and by the program's own goroutines.</summary>
public sealed record CollectorCpuDocument
{
    /// <summary>Share of all processors' time that assists, workers and stops took, without idle marking; as Go counts it.</summary>
    public required double? Percent { get; init; }

    /// <summary>Marking by goroutines that allocated.</summary>
    public required Milliseconds AssistMs { get; init; }

    /// <summary>Marking on processors that were given to the collector.</summary>
    public required Milliseconds WorkersMs { get; init; }

    /// <summary>All processors while the world was stopped for a collection.</summary>
    public required Milliseconds StopsMs { get; init; }

    /// <summary>Marking on processors that had nothing else to do; in no share.</summary>
    public required Milliseconds IdleMs { get; init; }

    /// <summary>Processors that the program may use (GOMAXPROCS).</summary>
    public required long Processors { get; init; }
}
