using Unpause.Recordings;
using Unpause.Reports.Comparison.Documents;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>Recorded conditions that differ between two sides: versions, collector, limits, settings.</summary>
internal static class ChangedConditions
{
    private const int MostValues = 3;

    /// <summary>One row per condition; a value that only one side recorded is not a change.</summary>
    public static IEnumerable<RunConditionDocument> Of(ComparedSides sides)
    {
        (string Name, Func<ProcessDocument, string?> Of)[] facts =
        [
            ("version", process => process.Source.RuntimeVersion),
            ("collector", process => process.Source.Collector),
            ("heap limit", process => Size(process.Heap.MaxBytes)),
            ("memory limit", process => Size(process.Source.Identity?.MemoryLimitBytes)),
            ("host", process => process.Source.Identity?.Host),
            ("service version", process => process.Source.Identity?.Version),
        ];
        foreach (var (name, of) in facts)
        {
            if (Row(name, Values(sides.Before, of), Values(sides.After, of)) is { } row) yield return row;
        }

        var settings = sides.Before.Concat(sides.After).SelectMany(run => run.Process.Source.Settings.Keys)
            .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal);
        foreach (var name in settings)
        {
            if (Row(name, Values(sides.Before, Setting), Values(sides.After, Setting)) is { } row) yield return row;
            string? Setting(ProcessDocument process) => process.Source.Settings.GetValueOrDefault(name);
        }
    }

    private static string? Values(IReadOnlyList<ComparedRun> runs, Func<ProcessDocument, string?> of)
    {
        var values = runs.Select(run => of(run.Process)).OfType<string>().Distinct(StringComparer.Ordinal)
            .Order(StringComparer.Ordinal).ToList();
        if (values.Count == 0) return null;
        var shown = string.Join(", ", values.Take(MostValues));
        return values.Count > MostValues ? $"{shown} …" : shown;
    }

    private static RunConditionDocument? Row(string name, string? before, string? after) =>
        before is null || after is null || before == after
            ? null
            : new() { Kind = RunConditionDocument.Changed, Name = name, Before = before, After = after };

    private static string? Size(long? bytes) => bytes is { } known ? Quantities.Bytes(known) : null;
}
