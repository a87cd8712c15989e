using Unpause.Reports.Documents;

namespace Unpause.Reports.Pairs;

/// <summary>Two reports laid beside each other: of each the process that is compared, and what of the runs was not the same.</summary>
public sealed class PairedReports
{
    // Bytes a second within so much of each other are about the same load.
    private const double SameLoad = 1.25;

    // A recording of half the time has seen less of what is rare.
    private const double SameLength = 2;

    private PairedReports(ReportDocument before, ReportDocument after, int first, int second)
    {
        (Before, After) = (before.Processes[first], after.Processes[second]);
        Counts = (before.Processes.Count, after.Processes.Count);
        var (old, young) = (RootsOf(before, first), RootsOf(after, second));
        Gone = [.. old.Where(finding => !young.Exists(other => other.Id == finding.Id))];
        Came = [.. young.Where(finding => !old.Exists(other => other.Id == finding.Id))];
        Stayed = [.. young.Where(finding => old.Exists(other => other.Id == finding.Id))];
    }

    /// <summary>The process of the report before.</summary>
    public ProcessDocument Before { get; }

    /// <summary>The process of the report after.</summary>
    public ProcessDocument After { get; }

    /// <summary>How many processes the two reports have.</summary>
    public (int Before, int After) Counts { get; }

    /// <summary>Root causes that were found before and are no more.</summary>
    public IReadOnlyList<FindingDocument> Gone { get; }

    /// <summary>Root causes that are found only after.</summary>
    public IReadOnlyList<FindingDocument> Came { get; }

    /// <summary>Root causes that are found in both, as they are after.</summary>
    public IReadOnlyList<FindingDocument> Stayed { get; }

    /// <summary>What was not the same, so that a difference may come from it: a sentence each.</summary>
    public IEnumerable<string> Differences()
    {
        var (before, after) = (Before.Source, After.Source);
        if (Differ(before.RuntimeVersion, after.RuntimeVersion)) yield return $"version {before.RuntimeVersion} → {after.RuntimeVersion}";
        if (Differ(before.Collector, after.Collector)) yield return $"collector {before.Collector} → {after.Collector}";
        if (Before.Heap.MaxBytes is { } limit && After.Heap.MaxBytes is { } other && limit != other)
        {
            yield return $"heap limit {Quantities.Bytes(limit)} → {Quantities.Bytes(other)}";
        }

        foreach (var (name, value) in before.Settings.OrderBy(setting => setting.Key, StringComparer.Ordinal))
        {
            if (after.Settings.TryGetValue(name, out var now) && now != value) yield return $"{name} {value} → {now}";
        }

        if (Before.Heap.AllocationRateBytesPerS is > 0 and var rate && After.Heap.AllocationRateBytesPerS is > 0 and var then
            && Apart(rate, then, SameLoad))
        {
            yield return $"another load: {Quantities.Bytes(rate)} allocated a second → {Quantities.Bytes(then)}";
        }

        if (before.DurationMs is { Nanoseconds: > 0 } length && after.DurationMs is { Nanoseconds: > 0 } later
            && Apart(length.Nanoseconds, later.Nanoseconds, SameLength))
        {
            yield return $"another length: {Quantities.Duration(length.Nanoseconds)} → {Quantities.Duration(later.Nanoseconds)}";
        }
    }

    /// <summary>Finds what can be compared: the processes of one command, else the most stopped of each report.</summary>
    /// <param name="before">Its processes are in the order of time stopped, as in every report.</param>
    /// <param name="after">The same.</param>
    /// <param name="refusal">Why nothing can be compared; null when something can.</param>
    /// <returns>The pair; null when there is none.</returns>
    public static PairedReports? Of(ReportDocument before, ReportDocument after, out string? refusal)
    {
        refusal = null;
        for (var i = 0; i < before.Processes.Count; i++)
        {
            for (var j = 0; j < after.Processes.Count; j++)
            {
                if (SameProgram(before.Processes[i], after.Processes[j])) return new PairedReports(before, after, i, j);
            }
        }

        if (before.Processes.Count == 0 || after.Processes.Count == 0) refusal = "a report without a process";
        else if (before.Processes[0].Source.Runtime is var runtime && runtime != after.Processes[0].Source.Runtime)
        {
            refusal = $"{NameOf(before)} and {NameOf(after)} have nothing to compare: their collectors do different work";
        }

        return refusal is null ? new PairedReports(before, after, 0, 0) : null;
    }

    private static string NameOf(ReportDocument report) => report.Processes[0].Source.RuntimeName ?? report.Processes[0].Source.Runtime;

    private static bool SameProgram(ProcessDocument one, ProcessDocument other) =>
        one.Source.Runtime == other.Source.Runtime && one.Source.Command is { } command && command == other.Source.Command;

    private static List<FindingDocument> RootsOf(ReportDocument report, int process) =>
        [.. report.Findings.Where(finding => finding.Process == process && finding.FollowsFrom is null)];

    private static bool Differ(string? one, string? other) => one is not null && other is not null && one != other;

    private static bool Apart(double one, double other, double factor) => one > other * factor || other > one * factor;
}
