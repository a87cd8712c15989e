using Unpause.Analysis.Attribution;
using Unpause.Analysis.Tuning;
using Unpause.Recordings;
using Unpause.Reports.Budgets;
using Unpause.Reports.Documents;
using Unpause.Requests;
using Unpause.Requests.Latencies;

namespace Unpause.Reports.Tuning;

/// <summary>
/// What recordings and requests of a trial tell, by the names that budgets have for it. Of several processes the worst counts, as in a
/// budget. Pauses and requests are those under load; counts of collections and sizes of the heap are the whole run's.
/// </summary>
public static class TrialNumbers
{
    /// <summary>The numbers.</summary>
    /// <param name="recordings">The processes.</param>
    /// <param name="sets">The requests; none for a batch.</param>
    /// <param name="window">When it was under load; null for the whole run.</param>
    /// <param name="slowNanoseconds">Requests longer than this are slow; null when the user didn't say.</param>
    /// <param name="table">What the load test counted itself; null where it left single requests.</param>
    public static IReadOnlyDictionary<string, double> Of(
        IReadOnlyList<Recording> recordings,
        IReadOnlyList<RequestSet> sets,
        TrialWindow? window,
        long? slowNanoseconds,
        LatencyTable? table = null)
    {
        var numbers = new Dictionary<string, double>(StringComparer.Ordinal);
        var ofRequests = table is null ? RequestNumbers.Of(sets, window?.OfRequests) : RequestNumbers.Of(table);
        foreach (var (name, value) in ofRequests) numbers[name] = value;
        if (recordings.Count == 0) return numbers;
        var whole = Report.Of(recordings);
        Recording[] parts = window is null ? [] : [.. recordings.Select(one => Part(one, window)).OfType<Recording>()];
        var all = whole.ToDocument().Processes;
        var underLoad = window is null ? all : parts.Length == recordings.Count ? Report.Of(parts).ToDocument().Processes : [];
        foreach (var metric in BudgetMetric.All.Where(metric => metric.OfProcess is not null))
        {
            if (Worst(metric, metric.IsOfPauses ? underLoad : all) is { } value) numbers[metric.Name] = value;
        }

        if (slowNanoseconds is { } slow && sets.Count > 0) AddJudged(numbers, whole, sets, slow);
        return numbers;
    }

    private static Recording? Part(Recording recording, TrialWindow window) =>
        RecordingWindow.Of(recording, window.FromUnixNanoseconds, window.UntilUnixNanoseconds);

    private static double? Worst(BudgetMetric metric, IReadOnlyList<ProcessDocument> processes)
    {
        var values = processes.Select(metric.OfProcess!).OfType<double>().ToList();
        if (values.Count > 0) return metric.HigherIsBetter ? values.Min() : values.Max();
        // A collector that was not at work paused for no time; a budget calls that unknown.
        var isLength = metric is { IsOfPauses: true, Unit: BudgetUnit.Duration }
            && metric.Name.EndsWith("pause", StringComparison.Ordinal);
        return isLength && processes.Count > 0 && processes.All(process => process.Pauses.Count == 0) ? 0 : null;
    }

    private static void AddJudged(Dictionary<string, double> numbers, Report report, IReadOnlyList<RequestSet> sets, long slow)
    {
        // All were kept, so nobody need guess from the latencies whether only the slow ones were.
        var judged = RequestReport.Of(sets, report, new AttributionOptions(slow) { SampledShare = 1 }, long.MaxValue);
        var document = (report with { Requests = judged }).ToDocument().Requests;
        if (document is null) return;
        foreach (var metric in BudgetMetric.All.Where(metric => metric.OfRequests is not null && !numbers.ContainsKey(metric.Name)))
        {
            if (metric.OfRequests!(document) is { } value) numbers[metric.Name] = value;
        }
    }
}
