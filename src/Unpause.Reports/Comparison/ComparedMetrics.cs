using Unpause.Analysis.Comparison;
using Unpause.Recordings.Words;
using Unpause.Reports.Budgets;

namespace Unpause.Reports.Comparison;

/// <summary>
/// All numbers that two sides are compared by. Amounts are per minute, so that recordings may differ in length.
/// </summary>
internal static class ComparedMetrics
{
    /// <summary>The share of time in which collections stopped the application.</summary>
    public const string Stopped = "stopped_percent";

    /// <summary>Bytes allocated per second: a proxy for the load where requests are unknown.</summary>
    public const string AllocationRate = "allocation_rate";

    /// <summary>Pauses per minute.</summary>
    public const string PauseRate = "pauses_per_minute";

    /// <summary>The collector's share of CPU time.</summary>
    public const string CollectorCpu = "collector_cpu";

    /// <summary>Collections of any generation, per minute.</summary>
    public const string Collections = "collections_per_minute";

    /// <summary>The length of the recording: for a fixed amount of work, its run time.</summary>
    public const string Recorded = "recorded";

    /// <summary>The time in GC pauses, not as a share: for a fixed amount of work.</summary>
    public const string TotalPause = "total_pause";

    /// <summary>The number of collections, not as a rate: for a fixed amount of work.</summary>
    public const string CollectionCount = "collections";

    private const string StoppedForEachGib = "stopped_per_gib", StoppedForRequests = "stopped_per_1000_requests",
        AllocatedForEach = "allocated_per_request";

    private const double Gib = 1024.0 * 1024 * 1024;
    private const int MostCauses = 6, MostPhases = 8;

    // The first metric that all runs have is the headline, which is tested first.
    private static readonly ComparedMetric[] Headlines =
    [
        Budgeted("slow_percent", "slow requests", ComparedUnit.Percent).OfRequests(
            (totals, run) => totals.PercentAbove(run.Requests!.SlowThresholdMs.Nanoseconds)),
        new("slow_because_of_gc_percent", "slow because of GC", ComparedUnit.Percent, BetterWhen.Lower,
            run => ComparedRun.ComputeRate(run.Requests is { Slow: 0 } ? 0 : run.Requests?.SlowBecauseOfGc, run.Requests?.Count, 100))
            { IsOfRequests = true },
        new ComparedMetric(Stopped, "GC time", ComparedUnit.Percent, BetterWhen.Lower,
            run => ComparedRun.ComputeRate(FeltOf(run)?.TotalMs.Nanoseconds, run.Nanoseconds, 100))
        { ForEachWork = [StoppedForRequests, StoppedForEachGib] }
            .OfSum((totals, run) => run.Nanoseconds is { } length ? 100 * totals.Sum / length : null),
        Budgeted("p99_pause", "p99 pause", ComparedUnit.Duration).OfPauses(990),
        Budgeted("live_set", "live set", ComparedUnit.Size) with { IsOfTime = false },
        Budgeted(AllocationRate, "allocation rate", ComparedUnit.Rate) with { ForEachWork = [AllocatedForEach] },
    ];

    private static readonly ComparedMetric[] Others =
    [
        Budgeted("mean_pause", "mean pause", ComparedUnit.Duration).OfPauses((totals, _) => totals.Mean) with { IsOfEachPause = true },
        Budgeted("p50_pause", "p50 pause", ComparedUnit.Duration).OfPauses(500),
        Budgeted("p90_pause", "p90 pause", ComparedUnit.Duration).OfPauses(900),
        Budgeted("max_pause", "longest pause", ComparedUnit.Duration) with { GrowsWithLength = true, IsOfPauses = true },
        new ComparedMetric(PauseRate, "pauses per minute", ComparedUnit.Count, BetterWhen.Neither,
            run => run.AMinute(FeltOf(run)?.Count)).OfSum((totals, run) => run.AMinute(totals.Count)),
        new(Collections, "collections per minute", ComparedUnit.Count, BetterWhen.Neither,
            run => run.AMinute(run.Process.Collections.Count)) { IsOfPauses = true },
        new ComparedMetric(StoppedForEachGib, "GC time per GiB allocated", ComparedUnit.Duration, BetterWhen.Lower,
            run => ForEachGib(run, FeltOf(run)?.TotalMs.Nanoseconds)) { GrowsWithLoad = false }
            .OfSum((totals, run) => ForEachGib(run, totals.Sum)),
        new ComparedMetric(StoppedForRequests, "GC time per 1,000 requests", ComparedUnit.Duration, BetterWhen.Lower,
            run => ForRequests(run, FeltOf(run)?.TotalMs.Nanoseconds)) { GrowsWithLoad = false }
            .OfSum((totals, run) => ForRequests(run, totals.Sum)),
        new(AllocatedForEach, "allocated per request", ComparedUnit.Size, BetterWhen.Lower,
            run => run.RequestRate is null ? null : ComparedRun.ComputeRate(run.Process.Heap.AllocatedBytes, run.Requests!.Count, 1))
            { GrowsWithLoad = false, IsOfTime = false },
        new("max_stop", "longest pause for any reason", ComparedUnit.Duration, BetterWhen.Lower,
            run => HasOtherStops(run) ? run.Process.Stops!.MaxMs?.Nanoseconds : null) { GrowsWithLength = true },
        new("stop_percent", "time paused for any reason", ComparedUnit.Percent, BetterWhen.Lower,
            run => HasOtherStops(run) ? ComparedRun.ComputeRate(run.Process.Stops!.TotalMs.Nanoseconds, run.Nanoseconds, 100) : null),
        Budgeted("max_time_to_safepoint", "longest time to safepoint", ComparedUnit.Duration) with { GrowsWithLength = true },
        new("waited_per_minute", "threads stalled per minute", ComparedUnit.Duration, BetterWhen.Lower,
            run => run.Process.Stalls.Count == 0 ? null
                : run.AMinute(run.Process.Stalls.Sum(stall => (double)stall.TotalMs.Nanoseconds))),
        new("induced_per_minute", "induced or explicit GCs per minute", ComparedUnit.Count, BetterWhen.Lower,
            run => run.AMinute(run.Process.Collections.Induced)),
        new(CollectorCpu, "CPU time used by the collector", ComparedUnit.Percent, BetterWhen.Lower,
            run => run.Process.CollectorCpu?.Percent),
        new(Recorded, "length of the recording", ComparedUnit.Duration, BetterWhen.Neither, run => run.Nanoseconds)
            { GrowsWithLoad = false },
        Budgeted("peak_heap", "peak heap", ComparedUnit.Size) with { IsOfTime = false },
        new("promotion_rate", "promotion rate", ComparedUnit.Rate, BetterWhen.Lower, run => run.Process.Heap.PromotionRateBytesPerS),
        Budgeted("p50_request", "p50 request", ComparedUnit.Duration).OfRequests(500),
        Budgeted("p90_request", "p90 request", ComparedUnit.Duration).OfRequests(900),
        Budgeted("p99_request", "p99 request", ComparedUnit.Duration).OfRequests(990),
        Budgeted("p999_request", "p99.9 request", ComparedUnit.Duration).OfRequests(999),
        Budgeted("max_request", "longest request", ComparedUnit.Duration) with { GrowsWithLength = true, IsOfRequests = true },
        Budgeted("p99_without_gc", "p99 request without GC", ComparedUnit.Duration) with
            { Better = BetterWhen.Neither, IsOfRequests = true },
        new("requests_per_s", "requests per second", ComparedUnit.Count, BetterWhen.Neither, run => run.RequestRate),
    ];

    // Instead of the metrics with these names, where both sides did the same work: amounts are then comparable, and shorter is better.
    private static readonly ComparedMetric[] FixedWork =
    [
        new(Recorded, "run time for the same work", ComparedUnit.Duration, BetterWhen.Lower, run => run.Nanoseconds)
            { GrowsWithLoad = false },
        new(TotalPause, "time in GC pauses", ComparedUnit.Duration, BetterWhen.Lower, run => FeltOf(run)?.TotalMs.Nanoseconds)
            { GrowsWithLoad = false },
        new(CollectionCount, "collections", ComparedUnit.Count, BetterWhen.Neither, run => run.Process.Collections.Count)
            { GrowsWithLoad = false, IsOfPauses = true },
    ];

    /// <summary>The metrics of two sides: the fixed ones, then those of the generations, causes and phases in their runs.</summary>
    /// <param name="fixedWork">Whether both sides did the same amount of work.</param>
    public static IReadOnlyList<ComparedMetric> FindAll(
        IReadOnlyList<ComparedRun> before, IReadOnlyList<ComparedRun> after, bool fixedWork)
    {
        List<ComparedRun> all = [.. before, .. after];
        return fixedWork
            ? [.. FixedWork, .. Headlines.Concat(Others).Where(metric => metric.Name is not (AllocationRate or Recorded)),
                .. WorstWindows(all), .. Generations(all), .. Phases(all)]
            : [.. Headlines, .. Others, .. WorstWindows(all), .. Generations(all), .. Causes(all), .. Phases(all)];
    }

    /// <summary>The metrics that may be the headline, in the order in which they are preferred.</summary>
    /// <param name="fixedWork">Whether both sides did the same amount of work.</param>
    /// <param name="predicted">The metric of the improvement that the first finding before predicts; null where it predicts none.</param>
    public static IEnumerable<string> GetHeadlines(bool fixedWork, string? predicted)
    {
        var usual = Headlines.Select(metric => metric.Name).ToList();
        var own = fixedWork ? FixedWork.Take(1).Select(metric => metric.Name) : [];
        // What users experience goes first; then what was promised.
        var ofRequests = Headlines.Where(metric => metric.IsOfRequests).Select(metric => metric.Name);
        return [.. ofRequests, .. own, .. predicted is null ? Array.Empty<string>() : [predicted], .. usual];
    }

    /// <summary>The worst windows that all runs are longer than. A longer recording has a worse one, as of any extreme.</summary>
    private static IEnumerable<ComparedMetric> WorstWindows(List<ComparedRun> runs)
    {
        foreach (var (name, title) in UtilisationText.Metrics)
        {
            var metric = Budgeted(name, title, ComparedUnit.Percent) with { GrowsWithLength = true, IsOfPauses = true };
            if (runs.All(run => metric.Value(run) is not null)) yield return metric;
        }
    }

    private static IEnumerable<ComparedMetric> Generations(List<ComparedRun> runs)
    {
        var traits = Runtimes.TraitsOf(runs[0].Process.Source.Runtime);
        var names = runs.SelectMany(run => run.Process.Collections.ByGeneration)
            .Where(row => row.Count > 0).Select(row => row.Generation).OfType<string>()
            .Distinct(StringComparer.Ordinal).OrderBy(traits.Order).ToList();
        foreach (var name in names)
        {
            // More young collections are neither good nor bad by themselves; collections of the oldest generation are to be avoided.
            var better = name == names[^1] && names.Count > 1 ? BetterWhen.Lower : BetterWhen.Neither;
            yield return new($"{name}_per_minute", $"{name} collections per minute", ComparedUnit.Count, better,
                run => run.AMinute(RowOf(run, name)?.Count ?? 0)) { IsOfPauses = true };
            yield return new($"{name}_mean_pause", $"mean pause of {name}", ComparedUnit.Duration, BetterWhen.Lower,
                run => RowOf(run, name)?.PauseMeanMs?.Nanoseconds) { IsOfEachPause = true, IsOfPauses = true };
        }

        static GenerationDocument? RowOf(ComparedRun run, string name) =>
            run.Process.Collections.ByGeneration.FirstOrDefault(row => row.Generation == name);
    }

    private static IEnumerable<ComparedMetric> Causes(List<ComparedRun> runs)
    {
        var names = Largest(
            runs.SelectMany(run => run.Process.Collections.ByCause).Where(row => row.RuntimeCause is not null || row.Cause is not null)
                .Select(row => (Name: row.RuntimeCause ?? row.Cause!, row.PauseTotalMs)), MostCauses);
        // With one cause, this would repeat the numbers of all pauses.
        return names.Count < 2 ? [] : names.Select(name => new ComparedMetric(
            $"cause:{name}", $"time paused per minute, cause {name}", ComparedUnit.Duration, BetterWhen.Lower,
            run => run.AMinute(run.Process.Collections.ByCause.Where(row => (row.RuntimeCause ?? row.Cause) == name)
                .Sum(row => (double)row.PauseTotalMs.Nanoseconds))) { IsOfPauses = true });
    }

    private static IEnumerable<ComparedMetric> Phases(List<ComparedRun> runs) =>
        Largest(runs.SelectMany(run => run.Process.Collections.ByPhase).Select(row => (row.Phase, row.TotalMs)), MostPhases)
            .Select(name => new ComparedMetric(
                $"phase:{name}", $"{name}, mean", ComparedUnit.Duration, BetterWhen.Lower,
                run => run.Process.Collections.ByPhase.FirstOrDefault(row => row.Phase == name)?.MeanMs?.Nanoseconds)
                { IsOfPauses = true });

    private static List<string> Largest(IEnumerable<(string Name, Milliseconds Total)> rows, int most) =>
        [.. rows.GroupBy(row => row.Name, StringComparer.Ordinal)
            .OrderByDescending(group => group.Sum(row => (double)row.Total.Nanoseconds)).ThenBy(group => group.Key, StringComparer.Ordinal)
            .Take(most).Select(group => group.Key)];

    private static ComparedMetric Budgeted(string name, string title, ComparedUnit unit)
    {
        var metric = BudgetMetric.All.First(metric => metric.Name == name);
        return new(
            name, title, unit, metric.HigherIsBetter ? BetterWhen.Higher : BetterWhen.Lower,
            run => metric.OfRequests is { } ofRequests
                ? run.Requests is { } requests ? ofRequests(requests) : null
                : metric.OfProcess!(run.Process));
    }

    /// <summary>Stops by collections; null where the format does not record collections.</summary>
    private static DistributionDocument? FeltOf(ComparedRun run) =>
        run.Process.Source.HasCollections ? FeltPauses.Get(run.Process) : null;

    private static double? ForEachGib(ComparedRun run, double? amount) =>
        ComparedRun.ComputeRate(amount, run.Process.Heap.AllocatedBytes, Gib);

    private static double? ForRequests(ComparedRun run, double? amount) =>
        run.RequestRate is null ? null : ComparedRun.ComputeRate(amount, run.Requests!.Count, 1_000);

    private static bool HasOtherStops(ComparedRun run) =>
        run.Process.Stops is { GcStops.Count: var own } stops && stops.Count > own;
}

/// <summary>Whether a lower or a higher number is better.</summary>
internal enum BetterWhen
{
    /// <summary>Lower is better.</summary>
    Lower,

    /// <summary>Higher is better.</summary>
    Higher,

    /// <summary>Neither is better by itself.</summary>
    Neither,
}

/// <summary>The unit of a compared number.</summary>
/// <param name="Name">The unit's name in the JSON.</param>
/// <param name="Write">Formats a number for people.</param>
/// <param name="Factor">What a number is multiplied by for the JSON.</param>
internal sealed record ComparedUnit(string Name, Func<double, string> Write, double Factor = 1)
{
    /// <summary>Nanoseconds; milliseconds in the JSON.</summary>
    public static ComparedUnit Duration { get; } = new("ms", Quantities.Duration, 1e-6);

    /// <summary>Bytes.</summary>
    public static ComparedUnit Size { get; } = new("bytes", Quantities.Bytes);

    /// <summary>Bytes per second.</summary>
    public static ComparedUnit Rate { get; } = new("bytes/s", value => $"{Quantities.Bytes(value)}/s");

    /// <summary>Percent.</summary>
    public static ComparedUnit Percent { get; } = new("percent", Quantities.Percent);

    /// <summary>A number of things.</summary>
    public static ComparedUnit Count { get; } = new("count", Written);

    /// <summary>The unit with this name in the JSON.</summary>
    public static ComparedUnit Parse(string name) =>
        Array.Find([Duration, Size, Rate, Percent], unit => unit.Name == name) ?? Count;

    private static string Written(double value) => value.ToString(
        Math.Abs(value) switch { >= 100 => "#,0", >= 10 => "0.#", >= 1 or 0 => "0.##", _ => "0.###" }, CultureInfo.InvariantCulture);
}

/// <summary>A number that both sides are compared by.</summary>
/// <param name="Name">Its name in the JSON: the budget metric's name where there is one.</param>
/// <param name="Title">Its name for people.</param>
/// <param name="Better">Whether lower or higher is better.</param>
/// <param name="Value">The value of a run; null where it was not recorded.</param>
internal sealed record ComparedMetric(
    string Name, string Title, ComparedUnit Unit, BetterWhen Better, Func<ComparedRun, double?> Value)
{
    /// <summary>Whether it grows with the load: then a difference in the direction of the load shows nothing.</summary>
    public bool GrowsWithLoad { get; init; } = true;

    /// <summary>Whether it grows with the length of the recording, as any maximum does.</summary>
    public bool GrowsWithLength { get; init; }

    /// <summary>Whether it is made of pauses or collections.</summary>
    public bool IsOfPauses { get; init; }

    /// <summary>Whether it is made of requests.</summary>
    public bool IsOfRequests { get; init; }

    /// <summary>Whether it describes the duration of single pauses, which says little when the set of pauses changed.</summary>
    public bool IsOfEachPause { get; init; }

    /// <summary>Whether it depends on the number of processors.</summary>
    public bool IsOfTime { get; init; } = true;

    /// <summary>Names of metrics that measure the same per unit of work, the most familiar first; empty where none does.</summary>
    public IReadOnlyList<string> ForEachWork { get; init; } = [];

    /// <summary>The durations of a single run that it is computed from; null where there are none.</summary>
    public Func<ComparedRun, BlockedValues?>? Blocks { get; init; }

    /// <summary>How it is computed from them.</summary>
    public Func<BlockTotals, ComparedRun, double?>? OfBlocks { get; init; }

    /// <summary>Whether it adds them up.</summary>
    public bool IsSum { get; init; }

    /// <summary>For a percentile, in tenths of a percent; null for anything else.</summary>
    public int? PerMille { get; init; }
}
