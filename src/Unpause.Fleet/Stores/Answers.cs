using Unpause.Fleet.Rows;

namespace Unpause.Fleet.Stores;

/// <summary>Which part of the fleet: null is all.</summary>
internal sealed record FleetSelection
{
    /// <summary>The first moment.</summary>
    public DateTimeOffset? From { get; init; }

    /// <summary>The moment after the last.</summary>
    public DateTimeOffset? To { get; init; }

    /// <summary>The service.</summary>
    public string? Service { get; init; }

    /// <summary>The version.</summary>
    public string? Version { get; init; }

    /// <summary>The host.</summary>
    public string? Host { get; init; }

    /// <summary>The runtime.</summary>
    public string? Runtime { get; init; }

    /// <summary>The length of slices; a store may take longer ones.</summary>
    public long StepSeconds { get; init; } = 3600;
}

/// <summary>What a store has of a selection.</summary>
/// <param name="Kind">One of the kinds of the contract's source.</param>
/// <param name="Place">The folder or address, without secrets.</param>
/// <param name="Reports">Reports; null where there are none.</param>
/// <param name="CoveredSeconds">Recorded time of all processes.</param>
/// <param name="Overlapping">Runs left out, because another one of the same process has their time.</param>
internal sealed record FleetCoverage(
    string Kind, string Place, long? Reports, long Processes, long Hosts, long Services, DateTimeOffset? From, DateTimeOffset? To,
    double CoveredSeconds, long Overlapping, IReadOnlyList<UnreadInput> Unread, IReadOnlyList<string> Notes);

/// <summary>Inputs that could not be read for one reason.</summary>
internal sealed record UnreadInput(string Reason, long Count, string Example);

/// <summary>A report and a process in it.</summary>
internal sealed record ReportPlace(string Path, int Index);

/// <summary>One cause in one service: sums over its runs.</summary>
/// <param name="Finding">The finding's ID; empty for what none explains.</param>
/// <param name="Processes">Processes with it.</param>
/// <param name="OfProcesses">Processes of the service and runtime.</param>
/// <param name="CoveredSeconds">Recorded time of the service and runtime, of all its processes.</param>
/// <param name="StopSeconds">Stop time that it explains.</param>
/// <param name="LostRequestSeconds">Request time lost, by its share of each run's stop time; null where no run has requests.</param>
/// <param name="CoreSeconds">Stop time times processors; null where no run knows its processors.</param>
/// <param name="SavesSeconds">Stop time that advice should save at most; null where unknown.</param>
/// <param name="MaxSeconds">The longest stop of runs with it.</param>
/// <param name="Worst">The run with the most of its stop time.</param>
internal sealed record ServiceCause(
    string Service, string Runtime, string Finding, string Title, string Advice, string Setting, long Processes, long OfProcesses,
    double CoveredSeconds, double StopSeconds, double? LostRequestSeconds, double? CoreSeconds, double? SavesSeconds,
    double? MaxSeconds, ReportPlace? Worst)
{
    /// <summary>How many of its processes ran at the same time, as a mean over the hours; null where unknown.</summary>
    public double? Concurrent { get; init; }
}

/// <summary>What one process did in one hour.</summary>
internal sealed record FleetSlice
{
    /// <summary>The service.</summary>
    public required string Service { get; init; }

    /// <summary>Its version.</summary>
    public required string Version { get; init; }

    /// <summary>The host.</summary>
    public required string Host { get; init; }

    /// <summary>The process over its life.</summary>
    public required string Process { get; init; }

    /// <summary>The runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>The hour's start, in UTC.</summary>
    public required DateTimeOffset Hour { get; init; }

    /// <summary>Recorded time in it.</summary>
    public required double CoveredSeconds { get; init; }

    /// <summary>Stops in it.</summary>
    public required StopTimes Stops { get; init; }

    /// <summary>Requests.</summary>
    public double? Requests { get; init; }

    /// <summary>Slow requests.</summary>
    public double? Slow { get; init; }

    /// <summary>Requests slow because of GC.</summary>
    public double? SlowBecauseOfGc { get; init; }

    /// <summary>
    /// Whether the requests are those of a part of the slice only, as in Prometheus: their shares are valid, their number is not that of
    /// the
    /// slice's stops.
    /// </summary>
    public bool RequestsAreSample { get; init; }

    /// <summary>Bytes allocated.</summary>
    public double? AllocatedBytes { get; init; }

    /// <summary>The report.</summary>
    public ReportPlace? Report { get; init; }
}

/// <summary>A long stop of a process, with its place in time.</summary>
/// <param name="At">Start in nanoseconds since 1970.</param>
/// <param name="Length">Nanoseconds.</param>
/// <param name="ClockError">How far its clock may be off, in nanoseconds.</param>
internal sealed record TimedStop(
    string Service, string Host, string Process, long At, long Length, long ClockError, string Cause, ReportPlace? Report)
{
    /// <summary>How many one answer has at most, the longest.</summary>
    public const int Most = 100_000;
}

/// <summary>A trace in one process of a service.</summary>
/// <param name="Trace">The trace's id.</param>
/// <param name="At">Start in nanoseconds since 1970.</param>
/// <param name="Length">Nanoseconds.</param>
/// <param name="Stopped">Nanoseconds of it in which the process was stopped for GC.</param>
internal readonly record struct ServiceTrace(string Service, UInt128 Trace, long At, long Length, long Stopped, ReportPlace? Report)
{
    /// <summary>
    /// How many one answer has, about. Where there are more, a hash of the trace decides which, so that all services keep the same traces.
    /// </summary>
    public const int Most = 500_000;

    /// <summary>A trace's id from its halves, as stores have it.</summary>
    public static UInt128 IdOf(long high, long low) => new(unchecked((ulong)high), unchecked((ulong)low));
}

/// <summary>The last state of a process, and its means over the selection.</summary>
internal sealed record ProcessState
{
    /// <summary>The service.</summary>
    public required string Service { get; init; }

    /// <summary>Its version.</summary>
    public required string Version { get; init; }

    /// <summary>The host.</summary>
    public required string Host { get; init; }

    /// <summary>The process over its life.</summary>
    public required string Process { get; init; }

    /// <summary>The runtime.</summary>
    public required string Runtime { get; init; }

    /// <summary>The runtime's version.</summary>
    public required string RuntimeVersion { get; init; }

    /// <summary>The collector.</summary>
    public required string Collector { get; init; }

    /// <summary>Settings, name=value.</summary>
    public required IReadOnlyList<KeyValuePair<string, string>> Settings { get; init; }

    /// <summary>The memory limit of its container.</summary>
    public long? MemoryLimit { get; init; }

    /// <summary>The live set, the median of its runs.</summary>
    public double? LiveSet { get; init; }

    /// <summary>The standard deviation of the live set's runs; null with fewer than two.</summary>
    public double? LiveSetDeviation { get; init; }

    /// <summary>The heap that it may use.</summary>
    public double? HeapLimit { get; init; }

    /// <summary>The largest heap in use.</summary>
    public double? HeapPeak { get; init; }

    /// <summary>Bytes allocated per second.</summary>
    public double? AllocationRate { get; init; }

    /// <summary>The share of recorded time in stops for GC.</summary>
    public required double StoppedShare { get; init; }

    /// <summary>CPU time of the collector per recorded second, outside of stops.</summary>
    public double? CollectorCpuShare { get; init; }

    /// <summary>Collections per recorded second.</summary>
    public double? CollectionsPerSecond { get; init; }

    /// <summary>The latest report.</summary>
    public ReportPlace? Report { get; init; }
}

/// <summary>An alert that is open.</summary>
internal sealed record OpenFleetAlert(string Name, string Service, string Instance, DateTimeOffset Since);
