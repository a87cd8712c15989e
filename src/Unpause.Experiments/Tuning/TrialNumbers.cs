using Unpause.Analysis.Summaries;
using Unpause.Recordings.Windows;
using Unpause.Recordings.Words;
using Unpause.Reports.Budgets;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Latencies;

namespace Unpause.Experiments.Tuning;

/// <summary>
/// The numbers of a trial's recordings and requests, by budget metric. With several processes the worst value counts, as in a budget.
/// Pauses and requests are those under load; counts of collections and heap sizes are of the whole run.
/// </summary>
public static class TrialNumbers
{
    /// <summary>Computes the numbers of a trial.</summary>
    /// <param name="recordings">The recordings of its processes.</param>
    /// <param name="sets">Its requests; none for a batch job.</param>
    /// <param name="window">The time under load; null for the whole run.</param>
    /// <param name="slowNanoseconds">Requests longer than this are slow; null without <c>--slow</c>.</param>
    /// <param name="table">The table that the load test printed; null where it recorded single requests.</param>
    public static IReadOnlyDictionary<string, double> Compute(
        IReadOnlyList<Recording> recordings,
        IReadOnlyList<RequestSet> sets,
        TrialWindow? window,
        long? slowNanoseconds,
        LatencyTable? table = null)
    {
        var numbers = new Dictionary<string, double>(StringComparer.Ordinal);
        var ofRequests = table is null ? RequestNumbers.Compute(sets, window?.OfRequests) : RequestNumbers.Compute(table);
        foreach (var (name, value) in ofRequests) numbers[name] = value;
        if (recordings.Count == 0) return numbers;
        var whole = Report.Create(recordings);
        Recording[] parts = window is null ? [] : [.. recordings.Select(one => Part(one, window)).OfType<Recording>()];
        var all = whole.ToDocument().Processes;
        var underLoad = window is null ? all : parts.Length == recordings.Count ? Report.Create(parts).ToDocument().Processes : [];
        foreach (var metric in BudgetMetric.All.Where(metric => metric.OfProcess is not null))
        {
            if (Worst(metric, metric.IsOfPauses ? underLoad : all) is { } value) numbers[metric.Name] = value;
        }

        AddCollector(numbers, recordings, all);
        if (slowNanoseconds is { } slow && sets.Count > 0) AddJudged(numbers, whole, sets, slow);
        return numbers;
    }

    private static Recording? Part(Recording recording, TrialWindow window)
    {
        if (recording.Clock.StartedAt is not { } started) return null;
        var zero = UnixTime.Nanoseconds(started);
        return RecordingWindow.Cut(recording, window.FromUnixNanoseconds - zero, window.UntilUnixNanoseconds - zero);
    }

    /// <summary>What is measured of the collectors in the whole run: only what is certainly theirs, because it is subtracted.</summary>
    private static void AddCollector(
        Dictionary<string, double> numbers, IReadOnlyList<Recording> recordings, IReadOnlyList<ProcessDocument> processes)
    {
        if (!processes.All(process => process.Source.HasCollections)) return;
        numbers[TrialMetric.GcCpu] = recordings.Sum(CpuOf);
        // Pauses of several processes overlap with the work of the others.
        if (processes is not [var process]) return;
        var pauses = BudgetMetric.All.First(metric => metric.Name == TrialMetric.TotalPause).OfProcess!(process);
        numbers[TrialMetric.GcStopped] = pauses ?? 0;
    }

    /// <summary>
    /// CPU time of a process's collector in nanoseconds: as its runtime reports it; for CPython, where the thread that triggers a
    /// collection does all of it, the pauses. 0 where nothing is reported (.NET, and concurrent work of the JVM).
    /// </summary>
    private static double CpuOf(Recording recording)
    {
        if (CollectorCpu.Compute(recording) is { } go)
            return (double)go.AssistNanoseconds + go.WorkerNanoseconds + go.IdleNanoseconds;
        return recording.Source.Runtime == Runtimes.CPython
            ? recording.Pauses.Sum(pause => (double)pause.DurationNanoseconds)
            : recording.Collections.Sum(collection => (double)(collection.CpuNanoseconds ?? 0));
    }

    private static double? Worst(BudgetMetric metric, IReadOnlyList<ProcessDocument> processes)
    {
        var values = processes.Select(metric.OfProcess!).OfType<double>().ToList();
        if (values.Count > 0) return metric.HigherIsBetter ? values.Min() : values.Max();
        // Without any collection the pause time is 0 here, while a budget treats it as unknown.
        var isLength = metric is { IsOfPauses: true, Unit: BudgetUnit.Duration }
            && metric.Name.EndsWith("pause", StringComparison.Ordinal);
        return isLength && processes.Count > 0 && processes.All(process => process.Pauses.Count == 0) ? 0 : null;
    }

    private static void AddJudged(Dictionary<string, double> numbers, Report report, IReadOnlyList<RequestSet> sets, long slow)
    {
        // All requests were kept, so no need to guess from the latencies whether only slow ones were.
        var judged = RequestReport.Create(sets, report, new AttributionOptions(slow) { SampledShare = 1 }, long.MaxValue);
        var document = (report with { Requests = judged }).ToDocument().Requests;
        if (document is null) return;
        foreach (var metric in BudgetMetric.All.Where(metric => metric.OfRequests is not null && !numbers.ContainsKey(metric.Name)))
        {
            if (metric.OfRequests!(document) is { } value) numbers[metric.Name] = value;
        }
    }
}

/// <summary>The time under load of a trial, without its warm-up, in nanoseconds since 1970.</summary>
public sealed record TrialWindow(long FromUnixNanoseconds, long UntilUnixNanoseconds)
{
    /// <summary>Whether there is no warm-up.</summary>
    public bool HasNoWarmUp { get; init; }

    /// <summary>
    /// The window for requests; null for all of them. Without a warm-up, requests that a coarse timestamp (ab's, in whole seconds) puts
    /// before the start count, too.
    /// </summary>
    internal TrialWindow? OfRequests => HasNoWarmUp ? null : this;

    /// <summary>Whether a moment is within.</summary>
    public bool Holds(long unixNanoseconds) => unixNanoseconds >= FromUnixNanoseconds && unixNanoseconds < UntilUnixNanoseconds;
}
