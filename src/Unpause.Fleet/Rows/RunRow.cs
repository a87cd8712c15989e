namespace Unpause.Fleet.Rows;

/// <summary>
/// One process of one stored report: all that the fleet's questions need of it. These are the columns of the index and of ClickHouse.
/// Null is unknown.
/// </summary>
internal sealed record RunRow
{
    /// <summary>Equal for the same recording of the same process, whatever the file: a report that is there twice counts once.</summary>
    public required long Key { get; init; }

    /// <summary>The file of the report, below the folder that was asked, or its address.</summary>
    public required string Report { get; init; }

    /// <summary>The index of the process in the report.</summary>
    public required int Index { get; init; }

    /// <summary>The host; empty where unknown, as all texts.</summary>
    public required string Host { get; init; }

    /// <summary>The service: its name, else that of the program.</summary>
    public required string Service { get; init; }

    /// <summary>The service's version.</summary>
    public required string Version { get; init; }

    /// <summary>One process over its life: host, container, pid.</summary>
    public required string Process { get; init; }

    /// <summary>The runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>The runtime's version.</summary>
    public required string RuntimeVersion { get; init; }

    /// <summary>The collector.</summary>
    public required string Collector { get; init; }

    /// <summary>The settings, name=value, one per line, in order.</summary>
    public required string Settings { get; init; }

    /// <summary>Start, in milliseconds since 1970.</summary>
    public required long Start { get; init; }

    /// <summary>End.</summary>
    public required long End { get; init; }

    /// <summary>Seconds that were recorded: the length without what is missing.</summary>
    public required double CoveredSeconds { get; init; }

    /// <summary>Processors that it could use.</summary>
    public required int? Processors { get; init; }

    /// <summary>The memory limit of its container, in bytes.</summary>
    public required long? MemoryLimit { get; init; }

    /// <summary>Stops for GC as the application felt them.</summary>
    public required StopTimes Stops { get; init; }

    /// <summary>Collections.</summary>
    public required long Collections { get; init; }

    /// <summary>Bytes allocated in the recorded time.</summary>
    public required double? AllocatedBytes { get; init; }

    /// <summary>The live set in bytes.</summary>
    public required long? LiveSet { get; init; }

    /// <summary>The largest heap in use, in bytes.</summary>
    public required long? HeapPeak { get; init; }

    /// <summary>The heap that the runtime may use, in bytes.</summary>
    public required long? HeapLimit { get; init; }

    /// <summary>CPU time of the collector outside of stops, in seconds.</summary>
    public required double? CollectorCpuSeconds { get; init; }

    /// <summary>Requests.</summary>
    public required long? Requests { get; init; }

    /// <summary>Slow requests.</summary>
    public required long? Slow { get; init; }

    /// <summary>Requests slow because of GC.</summary>
    public required long? SlowBecauseOfGc { get; init; }

    /// <summary>Request time lost to stops, in seconds.</summary>
    public required double? LostRequestSeconds { get; init; }

    /// <summary>The verdict of the report.</summary>
    public required string Verdict { get; init; }
}

/// <summary>A cause that a report names.</summary>
internal sealed record CauseRow
{
    /// <summary>The run's key.</summary>
    public required long Key { get; init; }

    /// <summary>The finding's ID; empty for stop time that none explains.</summary>
    public required string Finding { get; init; }

    /// <summary>Its title.</summary>
    public required string Title { get; init; }

    /// <summary>Stop time that it explains, in seconds.</summary>
    public required double StopSeconds { get; init; }

    /// <summary>Stop time that the change should save at most, in seconds; null where unknown.</summary>
    public required double? SavesSeconds { get; init; }

    /// <summary>The first advice.</summary>
    public required string Advice { get; init; }

    /// <summary>Its setting.</summary>
    public required string Setting { get; init; }
}

/// <summary>One of the longest stops of a run.</summary>
internal sealed record LongStopRow
{
    /// <summary>The run's key.</summary>
    public required long Key { get; init; }

    /// <summary>Start in nanoseconds since 1970.</summary>
    public required long At { get; init; }

    /// <summary>Length in nanoseconds.</summary>
    public required long Length { get; init; }

    /// <summary>How far the recording's clock may be off, in nanoseconds.</summary>
    public required long ClockError { get; init; }

    /// <summary>The cause in the runtime's own terms.</summary>
    public required string Cause { get; init; }
}

/// <summary>A trace of the sample that a run has.</summary>
/// <param name="Id">The trace's id.</param>
/// <param name="At">Start in nanoseconds since 1970.</param>
/// <param name="Length">Length in nanoseconds.</param>
/// <param name="Stopped">Time of it in which the process was stopped for GC, in nanoseconds.</param>
internal readonly record struct TraceRow(UInt128 Id, long At, long Length, long Stopped);
