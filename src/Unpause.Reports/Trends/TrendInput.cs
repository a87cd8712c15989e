using Unpause.Reports.Budgets;
using Unpause.Reports.Comparison;
using Unpause.Reports.Trends.Documents;

namespace Unpause.Reports.Trends;

/// <summary>What is kept of each report: its numbers, and the conditions that later reports are compared with.</summary>
public sealed class TrendInput
{
    /// <summary>Most reports in one trend.</summary>
    public const int MostReports = 2_000;

    private const int MostConditions = 500, LongestValue = 200, LongestName = 400;

    private readonly List<Point> _points = [];
    private readonly List<UnreadRunDocument> _unread = [];
    private readonly Dictionary<(string Run, Milliseconds? From), string> _known = [];

    /// <summary>A report: its numbers, without what others decide, and its conditions by name.</summary>
    internal sealed record Point(TrendRunDocument Run, IReadOnlyList<(string Name, string Value)> Conditions, int Processes);

    /// <summary>The reports so far, in the order in which they were added.</summary>
    internal IReadOnlyList<Point> Points => _points;

    /// <summary>Inputs that are not among them.</summary>
    internal IReadOnlyList<UnreadRunDocument> Unread => _unread;

    /// <summary>The number of inputs so far.</summary>
    public int Count => _points.Count + _unread.Count;

    /// <summary>Why the first of the inputs that are left out is; null where all are among the reports.</summary>
    public string? FirstRefusal => _unread is [var first, ..] ? $"{first.Name}: {first.Reason}" : null;

    /// <summary>Lists an input that cannot be read.</summary>
    public void Refuse(string name, string reason) =>
        _unread.Add(new() { Name = Shorten(name, LongestName), Reason = Shorten(reason, LongestName) });

    /// <summary>Takes the numbers of a report, or lists it with the reason why it has no place in time.</summary>
    /// <param name="name">Its file.</param>
    /// <param name="report">The report; not kept.</param>
    public void Add(string name, ReportDocument report)
    {
        // Reports list their processes by total pause time.
        if (report.Processes is not [var process, ..])
        {
            Refuse(name, "it has no process");
            return;
        }

        if (!DateTimeOffset.TryParse(
            process.Source.StartedAt, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var start))
        {
            Refuse(name, "the time of its start is not recorded");
            return;
        }

        if (process.Source.Identity?.RunId is { } id && !_known.TryAdd((id, process.Source.Window?.FromMs), name))
        {
            Refuse(name, $"the same recording as {_known[(id, process.Source.Window?.FromMs)]}");
            return;
        }

        _points.Add(new(
            Describe(name, report, process, start),
            [.. ChangedConditions.Of(process).Take(MostConditions)
                .Select(one => (Shorten(one.Name, LongestValue), Shorten(one.Value, LongestValue)))],
            report.Processes.Count));
    }

    private static TrendRunDocument Describe(string name, ReportDocument report, ProcessDocument process, DateTimeOffset start)
    {
        var (source, heap) = (process.Source, process.Heap);
        var pauses = source.HasCollections ? FeltPauses.Get(process) : null;
        if (pauses is { Count: 0 } && process.Pauses.Knowledge is PausesDocument.NotRecorded or PausesDocument.Lost) pauses = null;
        var requests = report.Requests is { Count: > 0 } given ? given : null;
        var finding = report.Findings.FirstOrDefault(one => one.Process == 0 && one.SymptomOf is null);
        return new()
        {
            Name = Shorten(name, LongestName),
            Process = Shorten(ProcessName.Format(process), LongestName),
            Start = start.ToUniversalTime(),
            StartedAt = UnixTime.Text(start),
            Service = Text(source.Identity?.Service),
            Version = Text(source.Identity?.Version),
            Host = Text(source.Identity?.Host),
            Runtime = Shorten(source.RuntimeName ?? source.Runtime, LongestValue),
            RuntimeVersion = Text(source.RuntimeVersion),
            DurationMs = source.DurationMs,
            Pauses = pauses?.Count,
            P50Ms = pauses?.P50Ms,
            P90Ms = pauses?.P90Ms,
            P99Ms = pauses?.P99Ms,
            MaxMs = pauses?.MaxMs,
            PausedPercent = pauses?.ThroughputPercent is { } left and >= 0 and <= 100
                ? RoundedNumber.Percent(100 - left, DistributionDocument.ThroughputDecimals) : null,
            PeakBytes = heap.PeakBytes,
            LiveSetBytes = heap.LiveSetBytes,
            AllocationRateBytesPerS = heap.AllocationRateBytesPerS,
            Requests = requests?.Count,
            Slow = requests?.Slow,
            SlowBecauseOfGc = requests is { Slow: 0 } ? 0 : requests?.SlowBecauseOfGc,
            Finding = Text(finding?.Id),
            FindingTitle = Text(finding?.Title),
            Unusual = [],
            Changes = [],
        };
    }

    private static string? Text(string? text) => text is null ? null : Shorten(text, LongestValue);

    private static string Shorten(string text, int longest) =>
        PlainText.Clean(text.Length <= longest ? text : text[..(longest - 1)] + "…");
}
