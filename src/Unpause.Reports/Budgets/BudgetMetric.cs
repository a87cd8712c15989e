using Unpause.Recordings.Words;
using Unpause.Reports.Cpu;

namespace Unpause.Reports.Budgets;

/// <summary>A number that a budget can limit: of each process, or of the requests.</summary>
/// <param name="Name">The name in a budget.</param>
/// <param name="Unit">The unit of its limit.</param>
/// <param name="OfProcess">The number of one process, in nanoseconds, bytes, percent or as a count; null when unknown.</param>
/// <param name="OfRequests">The number of the requests, in the same units.</param>
public sealed record BudgetMetric(
    string Name, BudgetUnit Unit, Func<ProcessDocument, double?>? OfProcess, Func<RequestsDocument, double?>? OfRequests = null)
{
    /// <summary>
    /// The metric of the same number as the collector reports it; null where there is none, or this is it. A metric that has one counts
    /// whole stop-the-world pauses.
    /// </summary>
    public string? Own { get; private init; }

    /// <summary>Whether it is computed from pauses, stops or stalls, which have timestamps.</summary>
    public bool IsOfPauses { get; private init; }

    /// <summary>Whether higher is better.</summary>
    public bool HigherIsBetter => Name.EndsWith("throughput", StringComparison.Ordinal) || WorstWindowMetrics.Is(Name);

    /// <summary>Whether neither higher nor lower is better by itself.</summary>
    public bool IsOfEitherSide => Name is "explained" or "p_value";

    /// <summary>
    /// The number of one process; null when unknown. CPU samples and memory profiles record no collections and no pauses, so these are
    /// unknown, not 0.
    /// </summary>
    public double? GetValue(ProcessDocument process) =>
        CpuTables.IsAll(process) || (!IsOfHeap && !process.Source.HasCollections) ? null : OfProcess?.Invoke(process);

    /// <summary>The number of the requests; null when unknown.</summary>
    public double? GetValue(RequestsDocument requests) => OfRequests?.Invoke(requests);

    /// <summary>
    /// What the number is of, where that differs from the name; otherwise null. The report's verdict already says that a recording has no
    /// stops, so this is repeated only for a broken budget.
    /// </summary>
    public string? Basis(ProcessDocument process, bool broken) =>
        Own is not null && (broken || process.Stops is not null) ? FeltPauses.WhyOwn(process) : null;

    /// <summary>Whether it is a heap size or an allocation rate.</summary>
    private bool IsOfHeap { get; init; }

    /// <summary>
    /// Whether it needs the threshold of slow requests (<c>--slow</c>): all metrics of requests but the latencies themselves.
    /// </summary>
    public static bool NeedsThreshold(string name) =>
        All.FirstOrDefault(metric => metric.Name == name) is { OfRequests: not null }
            && !name.EndsWith("_request", StringComparison.Ordinal);

    /// <summary>All metrics.</summary>
    public static IReadOnlyList<BudgetMetric> All { get; } =
    [
        .. Pauses("max", pauses => pauses.MaxMs?.Nanoseconds),
        .. Pauses("mean", pauses => pauses.MeanMs?.Nanoseconds),
        .. Pauses("p50", pauses => pauses.P50Ms?.Nanoseconds),
        .. Pauses("p90", pauses => pauses.P90Ms?.Nanoseconds),
        .. Pauses("p99", pauses => pauses.P99Ms?.Nanoseconds),
        .. Pauses("p999", pauses => pauses.P999Ms?.Nanoseconds),
        .. Pauses("total", pauses => pauses.Count == 0 ? null : pauses.TotalMs.Nanoseconds),
        .. Both("throughput", "gc_throughput", BudgetUnit.Percent, pauses => pauses.ThroughputPercent),
        OfPauses("pauses", BudgetUnit.Count, process => process.Pauses.Count),
        OfPauses("stops", BudgetUnit.Count, process => process.Stops?.Count),
        OfPauses("max_stop", BudgetUnit.Duration, process => process.Stops?.MaxMs?.Nanoseconds),
        OfPauses("p99_stop", BudgetUnit.Duration, process => process.Stops?.P99Ms?.Nanoseconds),
        OfPauses("total_stop", BudgetUnit.Duration, process => process.Stops?.TotalMs.Nanoseconds),
        OfPauses("stop_throughput", BudgetUnit.Percent, process => process.Stops?.ThroughputPercent),
        .. WorstWindowMetrics.Lengths.Select(length => OfPauses(
            WorstWindowMetrics.NameOf(length), BudgetUnit.Percent, process => WorstWindowMetrics.Find(process, length)?.MmuPercent)),
        OfPauses("max_time_to_safepoint", BudgetUnit.Duration, process => process.Stops?.TimeToSafepointMaxMs?.Nanoseconds),
        OfPauses("max_wait", BudgetUnit.Duration, process => process.Stalls.Max(stall => (double?)stall.MaxMs.Nanoseconds)),
        new("collections", BudgetUnit.Count, process => process.Collections.Count),
        new("induced", BudgetUnit.Count, process => process.Collections.Induced),
        new("peak_heap", BudgetUnit.Size, process => process.Heap.PeakBytes) { IsOfHeap = true },
        new("live_set", BudgetUnit.Size, process => process.Heap.LiveSetBytes) { IsOfHeap = true },
        new("allocation_rate", BudgetUnit.Size, process => process.Heap.AllocationRateBytesPerS) { IsOfHeap = true },
        new("slow_requests", BudgetUnit.Count, null, requests => requests.Slow),
        new("slow_percent", BudgetUnit.Percent, null, requests => requests.SlowPercent),
        new("slow_with_pause", BudgetUnit.Count, null, requests => requests.SlowWithPause),
        new("slow_because_of_gc", BudgetUnit.Count, null, requests => requests.SlowBecauseOfGc),
        new("explained", BudgetUnit.Percent, null, requests => requests.ExplainedPercent),
        new("p50_request", BudgetUnit.Duration, null, requests => requests.P50Ms?.Nanoseconds),
        new("p90_request", BudgetUnit.Duration, null, requests => requests.P90Ms?.Nanoseconds),
        new("p99_request", BudgetUnit.Duration, null, requests => requests.P99Ms?.Nanoseconds),
        new("p999_request", BudgetUnit.Duration, null, requests => requests.P999Ms?.Nanoseconds),
        new("max_request", BudgetUnit.Duration, null, requests => requests.MaxMs?.Nanoseconds),
        new("p_value", BudgetUnit.Share, null, requests => requests.PValue),
        new("p99_without_gc", BudgetUnit.Duration, null, requests => requests.WithoutGc?.P99Ms?.Nanoseconds),
    ];

    /// <summary><c>max_pause</c> is the whole stop-the-world pause, <c>max_gc_pause</c> the pause as the collector reports it.</summary>
    private static BudgetMetric[] Pauses(string which, Func<DistributionDocument, double?> of) =>
        Both($"{which}_pause", $"{which}_gc_pause", BudgetUnit.Duration, of);

    private static BudgetMetric[] Both(string felt, string own, BudgetUnit unit, Func<DistributionDocument, double?> of) =>
    [
        OfPauses(felt, unit, process => of(FeltPauses.Get(process))) with { Own = own },
        OfPauses(own, unit, process => of(process.Pauses)),
    ];

    private static BudgetMetric OfPauses(string name, BudgetUnit unit, Func<ProcessDocument, double?> of) =>
        new(name, unit, of) { IsOfPauses = true };
}

/// <summary>
/// Whole stop-the-world pauses of collections: time to stop, the GC pause, and the restart of threads. Where a report lacks them, the
/// pauses that the collector reports are used instead, and the output says so.
/// </summary>
internal static class FeltPauses
{
    /// <summary>The note on the first such broken budget: these names once meant pauses as the collector reports them.</summary>
    public static string Change(string metric, string own) =>
        $"{metric} now counts whole stop-the-world pauses, including the time to stop threads; as the collector reports them: {own}";

    /// <summary>The numbers to check.</summary>
    public static DistributionDocument Get(ProcessDocument process) => (DistributionDocument?)process.Stops?.GcStops ?? process.Pauses;

    /// <summary>Why the pauses that the collector reports are checked instead; null when not, or when they are complete.</summary>
    public static string? WhyOwn(ProcessDocument process) => process.Stops switch
    {
        { GcStops: { } } => null,
        { } => "by the pauses that the collector reports: the report was written by an older version",
        null => Runtimes.TraitsOf(process.Source.Runtime).PausesHoldHalting
            ? null
            : "by the pauses that the collector reports: the time to stop threads was not recorded",
    };
}
