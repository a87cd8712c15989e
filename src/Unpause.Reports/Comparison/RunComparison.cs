using Unpause.Analysis.Comparison;
using Unpause.Recordings.Words;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>Compares two sides of runs: the effect of the change, its significance, and other conditions that differ.</summary>
public static class RunComparison
{
    /// <summary>Compares two sides.</summary>
    /// <param name="before">One report per run.</param>
    /// <param name="after">One report per run.</param>
    /// <param name="names">The names of the sides, as the user passed them.</param>
    /// <param name="sameLoad">Whether the user passed <c>--same-load</c>.</param>
    /// <param name="refusal">Why the sides cannot be compared; null when they can.</param>
    /// <returns>The comparison; null when the sides cannot be compared.</returns>
    public static ComparisonDocument? Compare(
        IReadOnlyList<ReportDocument> before,
        IReadOnlyList<ReportDocument> after,
        (string Before, string After) names,
        bool sameLoad,
        out string? refusal)
    {
        if (ComparedSides.Choose(before, after, out refusal) is not { } sides) return null;
        var load = LoadChange.Compare(sides, sameLoad);
        var metrics = new MetricComparison(sides, load).Documents();
        var headline = metrics.FirstOrDefault();
        var comparison = new ComparisonDocument
        {
            ToolVersion = ToolVersion.Text,
            Verdict = "",
            Outcome = headline?.Verdict ?? ComparedMetricDocument.TooFew,
            Headline = headline?.Name,
            Basis = sides.AreSingle ? ComparisonDocument.WithinRun : ComparisonDocument.ByRuns,
            FamilywiseErrorRate = RunFamily.Error,
            Before = Side(names.Before, sides.Before),
            After = Side(names.After, sides.After),
            Metrics = metrics,
            Conditions = [.. load.Conditions, .. ChangedConditions.Find(sides)],
            Findings = new FindingChanges(sides, load, metrics).Documents(),
            Allocations = AllocationChanges.Compare(sides),
            Distributions = DistributionChanges.Compare(sides),
            Overhead = ComparedOverhead.Compare(sides, load, sameLoad),
            Utilisation = UtilisationChanges.Compare(sides),
            Caveats = [.. ComparisonText.Caveats(sides, load)],
        };
        return comparison with { Verdict = ComparisonText.Verdict(comparison) };
    }

    private static ComparedSideDocument Side(string name, IReadOnlyList<ComparedRun> runs)
    {
        var source = runs[0].Process.Source;
        return new()
        {
            Name = name,
            Runs = [.. runs.Select(Run)],
            Runtime = source.Runtime,
            RuntimeVersion = source.RuntimeVersion,
            Collector = source.Collector,
            RequestsPerS = LoadChange.Mean(runs, run => run.RequestRate),
            AllocationRateBytesPerS = LoadChange.Mean(runs, run => run.Process.Heap.AllocationRateBytesPerS),
            DurationMs = LoadChange.Mean(runs, run => run.Nanoseconds) / 1e6,
        };
    }

    private static ComparedRunDocument Run(ComparedRun run) => new()
    {
        Files = run.Process.Source.Files,
        Process = ProcessName.Format(run.Process),
        Processes = run.Report.Processes.Count,
    };
}

/// <summary>Types and call sites that allocate more or less than before, from samples.</summary>
internal static class AllocationChanges
{
    private const int MostRows = 12;

    /// <summary>The largest changes, in bytes per second; empty where a side has no samples.</summary>
    public static IReadOnlyList<ComparedAllocationDocument> Compare(ComparedSides sides)
    {
        var (before, after) = (Rates(sides.Before), Rates(sides.After));
        if (before.Count == 0 || after.Count == 0) return [];
        return
        [
            .. before.Keys.Union(after.Keys)
                .Select(key => new ComparedAllocationDocument
                {
                    Type = key.Type,
                    Site = key.Site,
                    BeforeBytesPerS = before.TryGetValue(key, out var was) ? was : null,
                    AfterBytesPerS = after.TryGetValue(key, out var now) ? now : null,
                })
                .OrderByDescending(row => Math.Abs((row.AfterBytesPerS ?? 0) - (row.BeforeBytesPerS ?? 0)))
                .ThenBy(row => row.Type, StringComparer.Ordinal).ThenBy(row => row.Site, StringComparer.Ordinal)
                .Take(MostRows),
        ];
    }

    /// <summary>Mean bytes per second of the runs.</summary>
    private static Dictionary<(string? Type, string? Site), double> Rates(IReadOnlyList<ComparedRun> runs)
    {
        var rates = new Dictionary<(string? Type, string? Site), double>();
        foreach (var run in runs)
        {
            if (run.Process.Allocations is not { } allocations || run.Nanoseconds is not { } length) continue;
            foreach (var site in allocations.Sites)
            {
                var key = (site.Type, Frame(site));
                rates[key] = rates.GetValueOrDefault(key) + (site.Bytes / (length / 1e9) / runs.Count);
            }
        }

        return rates;
    }

    private static string? Frame(AllocationSiteDocument site) =>
        site.AppFrame is { } own && own >= 0 && own < site.Stack.Count ? site.Stack[(int)own] : site.Stack.Count > 0 ? site.Stack[0] : null;
}

/// <summary>Recorded conditions that differ between two sides: versions, collector, limits, settings.</summary>
internal static class ChangedConditions
{
    private const int MostValues = 3;

    private const string NotSet = "not set";

    private static readonly string[] GoVariables = [GoSettings.Growth, GoSettings.MemoryLimit];

    private static readonly (string Name, Func<ProcessDocument, string?> Of)[] Facts =
    [
        ("version", process => process.Source.RuntimeVersion),
        ("collector", process => process.Source.Collector),
        ("heap limit", process => Size(process.Heap.LimitBytes) ?? (process.Source.Runtime == Runtimes.DotNet ? NotSet : null)),
        ("memory limit", process => Size(process.Source.Identity?.MemoryLimitBytes)),
        ("host", process => process.Source.Identity?.Host),
        ("service version", process => process.Source.Identity?.Version),
    ];

    /// <summary>One row per condition; a value that only one side recorded is not a change.</summary>
    public static IEnumerable<RunConditionDocument> Find(ComparedSides sides)
    {
        foreach (var (name, of) in Facts)
        {
            if (Row(name, Values(sides.Before, of), Values(sides.After, of)) is { } row) yield return row;
        }

        var settings = sides.Before.Concat(sides.After).SelectMany(run => run.Process.Source.Settings.Keys)
            .Distinct(StringComparer.Ordinal).Order(StringComparer.Ordinal);
        foreach (var name in settings)
        {
            if (Row(name, Values(sides.Before, Own), Values(sides.After, Own)) is { } row) yield return row;
            string? Own(ProcessDocument process) => Setting(process, name);
        }
    }

    /// <summary>The recorded conditions of one process by name: versions and limits first, then settings.</summary>
    public static IEnumerable<(string Name, string Value)> Of(ProcessDocument process)
    {
        foreach (var (name, of) in Facts)
        {
            if (of(process) is { } value) yield return (name, value);
        }

        foreach (var name in process.Source.Settings.Keys.Union(GoVariables, StringComparer.Ordinal).Order(StringComparer.Ordinal))
        {
            if (Setting(process, name) is { } value) yield return (name, value);
        }
    }

    private static string? Setting(ProcessDocument process, string name) => process.Source.Settings.GetValueOrDefault(name)
        ?? (GoVariables.Contains(name) && ShowsEnvironment(process.Source) ? NotSet : null);

    /// <summary>Whether the recording of a Go program shows the variables that are set, so that one without them has none.</summary>
    private static bool ShowsEnvironment(SourceDocument source) =>
        source is { Pid: not null, Command: not null } && source.Settings.ContainsKey(GoSettings.LineVersions);

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
