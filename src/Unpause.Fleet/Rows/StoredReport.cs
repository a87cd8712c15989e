using System.Text.Json.Serialization;

namespace Unpause.Fleet.Rows;

/// <summary>
/// What the index needs of <c>unpause.report/1</c>: all else is skipped unread, which is most of it. Fields are those of the contract; each
/// may be missing, because a report is untrusted input. Times are in milliseconds.
/// </summary>
internal sealed record StoredReport
{
    /// <summary>The contract's name and version.</summary>
    public string? Schema { get; init; }

    /// <summary>The version of unpause that wrote it.</summary>
    public string? ToolVersion { get; init; }

    /// <summary>The verdict in one sentence.</summary>
    public string? Verdict { get; init; }

    /// <summary>The processes.</summary>
    public IReadOnlyList<StoredProcess?>? Processes { get; init; }

    /// <summary>The slow requests.</summary>
    public StoredRequests? Requests { get; init; }

    /// <summary>The findings.</summary>
    public IReadOnlyList<StoredFinding?>? Findings { get; init; }
}

/// <summary>One process of a report.</summary>
internal sealed record StoredProcess(
    StoredSource? Source, StoredPauses? Pauses, StoredStops? Stops, StoredCollections? Collections, StoredHeap? Heap,
    StoredCollectorCpu? CollectorCpu);

/// <summary>Where a process's numbers are from.</summary>
internal sealed record StoredSource(
    string? Runtime, string? RuntimeVersion, string? Collector, long? Pid, string? Command, string? StartedAt, double? DurationMs,
    double? LostMs, StoredClock? Clock, IReadOnlyDictionary<string, string?>? Settings, StoredIdentity? Identity);

/// <summary>The mapping to wall time.</summary>
internal sealed record StoredClock(double? UncertaintyMs);

/// <summary>The identity of a run.</summary>
internal sealed record StoredIdentity(
    string? RunId, string? Host, string? Service, string? Version, string? Container, long? Processors, long? MemoryLimitBytes,
    IReadOnlyDictionary<string, string?>? Labels);

/// <summary>GC pauses.</summary>
internal sealed record StoredPauses(
    long Count, double TotalMs, double? MaxMs, string? Knowledge, StoredHistogram? Histogram, IReadOnlyList<StoredLongStop?>? Longest);

/// <summary>Stops as the application felt them.</summary>
internal sealed record StoredStops(StoredPauses? GcStops, IReadOnlyList<StoredLongStop?>? Longest);

/// <summary>One of the longest pauses or stops.</summary>
internal sealed record StoredLongStop(double DurationMs, double? StartMs, string? Cause, string? Operation, bool? IsGc);

/// <summary>A histogram, of which the whole is used.</summary>
internal sealed record StoredHistogram(int Scale, StoredBuckets? All);

/// <summary>Buckets of a histogram.</summary>
internal sealed record StoredBuckets(
    long Count, double SumMs, double? MaxMs, long ZeroCount, IReadOnlyList<int>? Indexes, IReadOnlyList<long>? Counts);

/// <summary>Collections.</summary>
internal sealed record StoredCollections(long Count);

/// <summary>Heap sizes and rates.</summary>
internal sealed record StoredHeap(
    long? MaxBytes, long? LimitBytes, long? PeakBytes, long? LiveSetBytes, long? AllocatedBytes, double? AllocationRateBytesPerS);

/// <summary>CPU time of Go's collector.</summary>
internal sealed record StoredCollectorCpu(double AssistMs, double WorkersMs);


/// <summary>A finding.</summary>
internal sealed record StoredFinding(
    string? Id, int Process, string? Title, int? SymptomOf, StoredSum? Explains, double? SavingsMaxMs,
        IReadOnlyList<StoredAdvice?>? Advice);

/// <summary>A sum of stops.</summary>
internal sealed record StoredSum(double TotalMs);

/// <summary>An advice.</summary>
internal sealed record StoredAdvice(string? Text, string? Setting, IReadOnlyList<string?>? SettingNames);

/// <summary>Requests.</summary>
internal sealed record StoredRequests(
    long Count, long Slow, long? SlowBecauseOfGc, double? StoppedMs, double? LostMs, IReadOnlyList<StoredRequestProcess?>? Processes);

/// <summary>Requests of one process.</summary>
internal sealed record StoredRequestProcess(int Process, long Count, StoredTraceSample? TraceSample);

/// <summary>A sample of the traces of one process: lists with an entry for each.</summary>
internal sealed record StoredTraceSample(
    string? StartedAt, IReadOnlyList<string?>? TraceIds, IReadOnlyList<double>? StartMs, IReadOnlyList<double>? DurationMs,
    IReadOnlyList<double>? StoppedMs);

/// <summary>The source-generated reader.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower, NumberHandling = JsonNumberHandling.Strict)]
[JsonSerializable(typeof(StoredReport))]
internal sealed partial class StoredReportJson : JsonSerializerContext;
