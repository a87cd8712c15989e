using Unpause.Analysis.Diagnosis;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>Root causes before and after, with predicted and measured improvements.</summary>
internal sealed class FindingChanges(ComparedSides sides, LoadChange load, IReadOnlyList<ComparedMetricDocument> metrics)
{
    // The compared metric that measures a gain, and the sign of an improvement.
    private static readonly Dictionary<string, (string Metric, double Sign)> ToldBy = new(StringComparer.Ordinal)
    {
        [GainMetrics.Throughput] = (ComparedMetrics.Stopped, -1),
        [GainMetrics.TotalPause] = (ComparedMetrics.Stopped, -1),
        [GainMetrics.MaxPause] = ("max_pause", -1),
        [GainMetrics.TotalStop] = ("stop_percent", -1),
        [GainMetrics.TotalStall] = ("waited_per_minute", -1),
        [GainMetrics.Collections] = (ComparedMetrics.Collections, -1),
        [GainMetrics.RetainedHeap] = ("live_set", -1),
        [GainMetrics.CollectorCpu] = (ComparedMetrics.CollectorCpu, -1),
    };

    // The same for a fixed amount of work: amounts instead of rates and shares.
    private static readonly Dictionary<string, string> ToldByAmount = new(StringComparer.Ordinal)
    {
        [GainMetrics.Throughput] = ComparedMetrics.TotalPause,
        [GainMetrics.TotalPause] = ComparedMetrics.TotalPause,
        [GainMetrics.Collections] = ComparedMetrics.CollectionCount,
    };

    private const double Half = 0.5;

    /// <summary>The metric that measures what the first cause of most runs before predicts; null where none predicts anything.</summary>
    public static string? FindPredicted(ComparedSides sides)
    {
        var first = sides.Before.Select(run => run.Findings.FirstOrDefault()?.Gain?.Metric).OfType<string>()
            .GroupBy(metric => metric, StringComparer.Ordinal).OrderByDescending(group => group.Count()).FirstOrDefault();
        return first?.Count() > sides.Before.Count * Half ? ToldBy.GetValueOrDefault(first.Key).Metric : null;
    }

    /// <summary>All findings in the order gone, new, unsteady, stayed.</summary>
    public IReadOnlyList<ComparedFindingDocument> Documents()
    {
        string[] order =
            [
                ComparedFindingDocument.Gone, ComparedFindingDocument.New, ComparedFindingDocument.Intermittent,
                ComparedFindingDocument.Persists,
            ];
        return
        [
            .. sides.Before.Concat(sides.After).SelectMany(run => run.Findings).Select(finding => finding.Id)
                .Distinct(StringComparer.Ordinal).Select(Document).OrderBy(finding => Array.IndexOf(order, finding.State)),
        ];
    }

    private ComparedFindingDocument Document(string id)
    {
        var before = FindById(sides.Before, id);
        var after = FindById(sides.After, id);
        var state = (Share(before.Count, sides.Before.Count), Share(after.Count, sides.After.Count)) switch
        {
            ( > Half, 0) => ComparedFindingDocument.Gone,
            (0, > Half) => ComparedFindingDocument.New,
            ( > Half, > Half) => ComparedFindingDocument.Persists,
            _ => ComparedFindingDocument.Intermittent,
        };
        return new()
        {
            Id = id,
            Title = (after.Count > 0 ? after : before)[0].Finding.Title,
            State = state,
            RunsBefore = before.Count,
            RunsAfter = after.Count,
            Prediction = state is ComparedFindingDocument.New ? null : Promise(before),
        };
    }

    private static List<(ComparedRun Run, FindingDocument Finding)> FindById(IReadOnlyList<ComparedRun> runs, string id) =>
        [.. runs.SelectMany(run => run.Findings.Where(finding => finding.Id == id).Take(1).Select(finding => (run, finding)))];

    private static double Share(int some, int all) => (double)some / all;

    private PredictionDocument? Promise(List<(ComparedRun Run, FindingDocument Finding)> found)
    {
        var promised = found.Where(pair => pair.Finding.Gain is not null).ToList();
        if (promised is not [{ Finding.Gain: { } first }, ..]) return null;
        var byAmount = load.IsFixedWork ? ToldByAmount.GetValueOrDefault(first.Metric) : null;
        var unit = byAmount == ComparedMetrics.TotalPause ? "ms"
            : first.Metric is GainMetrics.TotalPause or GainMetrics.TotalStop ? "percent" : first.Unit;
        var low = promised.Average(pair => Reported(pair.Run, pair.Finding.Gain!, pair.Finding.Gain!.Low));
        var high = promised.Average(pair => Reported(pair.Run, pair.Finding.Gain!, pair.Finding.Gain!.High));
        if (low is not { } least || high is not { } most) return null;
        var (name, sign) = ToldBy.GetValueOrDefault(first.Metric);
        name = byAmount ?? name;
        var metric = metrics.FirstOrDefault(metric => metric.Name == name);
        var came = metric is { Before: { } was, After: { } now } ? sign * (now - was) : (double?)null;
        return new()
        {
            Metric = first.Metric,
            MeasuredBy = metric?.Name,
            Unit = unit,
            Low = least,
            High = most,
            Measured = came,
            Outcome = Outcome(metric, least, most, came),
        };
    }

    /// <summary>
    /// A gain in the unit of the metric: total pause time as a share of the recording, other amounts per minute; as they are for a fixed
    /// amount of work.
    /// </summary>
    private double? Reported(ComparedRun run, GainDocument gain, double amount) => gain.Metric switch
    {
        GainMetrics.Throughput when load.IsFixedWork => amount / 100 * run.Nanoseconds / 1e6,
        GainMetrics.TotalPause or GainMetrics.Collections when load.IsFixedWork => amount,
        GainMetrics.TotalPause or GainMetrics.TotalStop => ComparedRun.ComputeRate(amount * 1e6, run.Nanoseconds, 100),
        GainMetrics.TotalStall or GainMetrics.Collections => run.AMinute(amount),
        _ => amount,
    };

    private static string Outcome(ComparedMetricDocument? metric, double low, double high, double? came)
    {
        if (metric is null || came is not { } gained) return PredictionDocument.Unknown;
        return metric.Verdict switch
        {
            ComparedMetricDocument.TooFew or ComparedMetricDocument.NotComparable => PredictionDocument.Unknown,
            ComparedMetricDocument.WithinNoise or ComparedMetricDocument.Worse => PredictionDocument.NoImprovement,
            // A prediction of "up to" an amount counts as met from half of it on.
            _ => gained >= (low > 0 ? low : high * Half) ? PredictionDocument.AsPredicted : PredictionDocument.LessThanPredicted,
        };
    }
}
