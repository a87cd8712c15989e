using Unpause.Analysis;
using Unpause.Diagnosis.Jvm;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The tables that the terminal and Markdown show, as text cells, so that the two cannot disagree.</summary>
internal static class ReportTables
{
    /// <summary>Most rows of causes and phases that a page for people shows; the JSON has all.</summary>
    private const int MostRows = 12;

    /// <summary>Most types of finalized objects in a line.</summary>
    private const int MostTypes = 5;

    /// <summary>Most rows of holders: their chains are long.</summary>
    private const int MostHolders = 6;

    /// <summary>The four numbers under the verdict, with their names.</summary>
    public static IEnumerable<(string Name, string Value)> Headline(Summary summary)
    {
        yield return ("longest pause", Duration(summary.Pauses.MaxNanoseconds));
        yield return ("p99 pause", Duration(summary.Pauses.P99Nanoseconds));
        yield return ("total pause", Quantities.Duration(summary.Pauses.TotalNanoseconds));
        yield return ("throughput", summary.Pauses.ThroughputPercent is { } percent ? Quantities.Percent(percent) : "unknown");
    }

    /// <summary>One line on what was read.</summary>
    public static string Coverage(Recording recording)
    {
        var coverage = recording.Coverage;
        var source = recording.Source;
        var files = source.Files.Count == 1 ? PlainText.Clean(source.Files[0]) : $"{Quantities.Count(source.Files.Count)} files";
        var lines = coverage.Lines is { } count
            ? $", {Quantities.Count(count)} lines, {(coverage.LinesNotUnderstood == 0 ? "all understood" : $"{Quantities.Count(coverage.LinesNotUnderstood)} not understood")}"
            : "";
        return $"{files} ({source.Format}){lines}";
    }

    /// <summary>Runtime, version, collector and length of the recording.</summary>
    public static string Runtime(Recording recording)
    {
        var source = recording.Source;
        var parts = new List<string> { source.Traits.Name + (source.RuntimeVersion is { } version ? " " + PlainText.Clean(version) : "") };
        if (source.Collector is { } collector) parts.Add(PlainText.Clean(collector));
        parts.Add(recording.DurationNanoseconds is { } duration ? $"{Quantities.Duration(duration)} recorded" : "length unknown");
        if (recording.Clock.StartedAt is { } started)
        {
            var exactness = recording.Clock.UncertaintyNanoseconds is { } off and > 0 ? $" ± {Quantities.Duration(off)}" : "";
            parts.Add($"from {started.UtcDateTime:yyyy-MM-dd HH:mm:ss.fff} UTC{exactness}");
        }

        return string.Join(" · ", parts);
    }

    /// <summary>Collections by generation.</summary>
    public static TextTable Generations(CollectionSummary collections) => new(
        ["generation", "count", "blocking", "background", "induced", "total", "mean", "max"],
        [.. collections.ByGeneration.SelectMany(row => KindsOf(collections, row).Prepend(
        [
            row.Generation ?? "all",
            Quantities.Count(row.Count),
            Quantities.Count(row.Blocking),
            Quantities.Count(row.Background),
            Quantities.Count(row.Induced),
            Quantities.Duration(row.PauseTotalNanoseconds),
            row.PauseMeanNanoseconds is { } mean ? Quantities.Duration(mean) : "–",
            Duration(row.PauseMaxNanoseconds),
        ]))]);

    /// <summary>Collections by generation and kind, in full.</summary>
    public static TextTable Kinds(CollectionSummary collections) => new(
        ["collections", "count", "p50", "p90", "p99", "max", "to halt", "compacting", "promoted", "survived"],
        [.. collections.ByKind.Select(row => (string[])
        [
            $"{row.Generation ?? "all"} {KindName(row.Kind)}",
            Quantities.Count(row.Count),
            Duration(row.Pauses.P50Nanoseconds),
            Duration(row.Pauses.P90Nanoseconds),
            Duration(row.Pauses.P99Nanoseconds),
            Duration(row.Pauses.MaxNanoseconds),
            Duration(row.SuspensionNanoseconds),
            row.Compacting is { } compacting ? Quantities.Count(compacting) : "–",
            row.PromotedBytes is { } promoted ? Quantities.Bytes(promoted) : "–",
            row.SurvivedPercent is { } survived ? Quantities.Percent(survived) : "–",
        ])]);

    /// <summary>Parts of the heap; no rows where the runtime doesn't tell.</summary>
    public static TextTable Spaces(IReadOnlyList<SpaceSummary> spaces) => new(
        ["heap", "in use", "most in use", "free between", "survived", "budget"],
        [.. spaces.Select(row => (string[])
        [
            row.Space.Label,
            Quantities.Bytes(row.UsedLast),
            Quantities.Bytes(row.UsedMax),
            Quantities.Bytes(row.FreeLast),
            row.SurvivedPercent is { } survived ? Quantities.Percent(survived) : "–",
            row.BudgetLast > 0 ? Quantities.Bytes(row.BudgetLast) : "–",
        ])]);

    /// <summary>What the collector told of itself, in one line; empty where it tells nothing.</summary>
    public static string Collector(CollectorSummary? collector)
    {
        if (collector is null) return "";
        var parts = new List<string>();
        if (collector is { HeapsMax: > 1, HeapsMin: { } fewest, HeapsMax: { } heaps }) parts.Add(fewest == heaps ? $"{heaps} heaps" : $"{fewest} to {heaps} heaps");
        if (collector.Balance is { } balance) parts.Add($"the fullest heap keeps {balance.SurvivedMedian:0.0#} times the mean (median; {balance.SurvivedMax:0.0#} at worst)");
        if (collector.CostMedianPercent is { } cost) parts.Add($"cost by its own measure {Quantities.Percent(cost)} (median)");
        if (collector.CommittedMaxBytes is { } committed) parts.Add($"committed at most {Quantities.Bytes(committed)}");
        if (collector.PinnedObjectsMax is > 0 and var pinned) parts.Add($"at most {Quantities.Count(pinned)} pinned objects");
        if (collector.MemoryLoadMaxPercent is { } load) parts.Add($"memory load up to {load} %");
        if (collector.Finalizers is { } finalizers) parts.Add(Finalizers(finalizers));
        return string.Join(" · ", parts);
    }

    /// <summary>Thread time that allocating threads gave to the collector; empty where none is told.</summary>
    public static string Assists(Summary summary) => summary.Assists is not { Collections: > 0 } assists
        ? ""
        : $"threads that allocated marked for {Duration(assists.TotalNanoseconds)} in {Quantities.Count(assists.Collections)} of {Quantities.Count(summary.Collections.Count)} collections, at most {Duration(assists.MaxNanoseconds)} in one (thread time; no pause)";

    /// <summary>Settings in force that the recording shows, in one line.</summary>
    public static string Settings(Source source) => string.Join(" · ", source.Settings.Select(setting => $"{PlainText.Clean(setting.Key)} {PlainText.Clean(setting.Value)}"));

    private static string Finalizers(FinalizerSummary finalizers)
    {
        var ran = finalizers.Finalized is { } finalized ? $", {Quantities.Count(finalized)} finalizers ran in {Duration(finalizers.BusyNanoseconds)}" : "";
        var types = string.Join(", ", (finalizers.Types ?? []).Take(MostTypes).Select(type => $"{Quantities.Count(type.Objects)} of {PlainText.Clean(type.Type ?? "an unknown type")}"));
        return $"{Quantities.Count(finalizers.Found)} dead objects kept for their finalizers{ran}{(types.Length > 0 ? $" ({types})" : "")}";
    }

    private static IEnumerable<string[]> KindsOf(CollectionSummary collections, GenerationSummary generation) =>
        generation is not { Blocking: > 0, Background: > 0 }
            ? []
            : collections.ByKind.Where(kind => kind.Generation == generation.Generation).Select(kind => (string[])
            [
                $"  {KindName(kind.Kind)}",
                Quantities.Count(kind.Count),
                "",
                "",
                Quantities.Count(kind.Induced),
                Quantities.Duration(kind.Pauses.TotalNanoseconds),
                kind.Pauses.MeanNanoseconds is { } mean ? Quantities.Duration(mean) : "–",
                Duration(kind.Pauses.MaxNanoseconds),
            ]);

    private static string KindName(CollectionKind kind) => kind == CollectionKind.Background ? "background" : "blocking";

    /// <summary>Collections by cause.</summary>
    public static TextTable Causes(CollectionSummary collections) => new(
        ["cause", "count", "pause total", "max"],
        [.. collections.ByCause.Take(MostRows).Select(row => (string[])
        [
            CauseName(row),
            Quantities.Count(row.Count),
            Quantities.Duration(row.PauseTotalNanoseconds),
            Quantities.Duration(row.PauseMaxNanoseconds),
        ])]);

    /// <summary>Phases, the largest first.</summary>
    public static TextTable Phases(CollectionSummary collections) => new(
        ["phase", "count", "total", "mean", "max"],
        [.. collections.ByPhase.Take(MostRows).Select(row => (string[])
        [
            PlainText.Clean(row.Phase) + (row.Concurrent ? " (concurrent)" : ""),
            Quantities.Count(row.Count),
            Quantities.Duration(row.TotalNanoseconds),
            Quantities.Duration(row.MeanNanoseconds),
            Quantities.Duration(row.MaxNanoseconds),
        ])]);

    /// <summary>Who holds objects that live long, the most objects first.</summary>
    public static TextTable Holders(HeapHolders? holders) => new(
        ["long-lived object ← who holds it", "objects", "median age", "oldest"],
        [.. (holders?.Holders ?? []).Take(MostHolders).Select(holder => (string[])
        [
            PlainText.Clean(holder.Text),
            Quantities.Count(holder.Objects),
            Quantities.Duration(holder.MedianAgeNanoseconds),
            Quantities.Duration(holder.MaxAgeNanoseconds),
        ])]);

    /// <summary>What the table of holders rests on; empty when there are no samples.</summary>
    public static string HoldersBasis(HeapHolders? holders) => holders switch
    {
        null => "",
        { Held: 0 } => $"{Quantities.Count(holders.Objects)} sampled objects still lived; dump with path-to-gc-roots=true to see who holds them",
        _ => $"{Quantities.Count(holders.Held)} of {Quantities.Count(holders.Objects)} sampled objects that still lived were held",
    };

    /// <summary>The heap in one line; empty when nothing is known.</summary>
    public static string Heap(HeapSummary heap)
    {
        var parts = new List<string>();
        if (heap.PeakBytes is { } peak) parts.Add($"peak {Quantities.Bytes(peak)}");
        if (heap.MaxBytes is { } max) parts.Add($"of {Quantities.Bytes(max)}");
        if (heap.LiveSetBytes is { } live) parts.Add($"live set {Quantities.Bytes(live)}");
        if (heap.AllocatedBytes is { } allocated) parts.Add($"allocated {Quantities.Bytes(allocated)}");
        if (heap.AllocationRateBytesPerSecond is { } rate) parts.Add($"{Quantities.Bytes(rate)}/s");
        if (heap.PromotionRateBytesPerSecond is { } promotion) parts.Add($"promoted {Quantities.Bytes(promotion)}/s");
        return string.Join(" · ", parts);
    }

    /// <summary>What survives young collections, in one line; empty where the log doesn't tell.</summary>
    public static string Survival(AnalysedProcess process)
    {
        if (YoungSurvival.Of(process) is not { } survival) return "";
        var parts = new List<string>();
        if (survival.SurvivalPercent is { } percent) parts.Add($"{Quantities.Percent(percent)} of young bytes survive a collection");
        if (survival.Lifetimes is { } lives) parts.Add($"an object lives {Quantities.Duration(lives.LifetimeSeconds * 1e9)} on average");
        if (survival.CopyNanosecondsPerGiB is { } copy) parts.Add($"copying takes {Quantities.Duration(copy)} a GiB");
        if (survival.Tenuring is { Collapsed: > 0 } tenuring) parts.Add($"survivors overflowed in {Quantities.Count(tenuring.Collapsed)} of {Quantities.Count(tenuring.Told)} collections");
        return string.Join(" · ", parts);
    }

    /// <summary>Stops in one line.</summary>
    public static string Stops(StopSummary stops)
    {
        var safepoint = stops.TimeToSafepointTotalNanoseconds is { } reaching ? $", {Quantities.Duration(reaching)} of it bringing threads to a halt" : "";
        return $"{Quantities.Count(stops.Count)} stops for {Quantities.Duration(stops.TotalNanoseconds)}{safepoint}; longest {Duration(stops.MaxNanoseconds)}; "
            + $"{Quantities.Duration(stops.OutsidePausesNanoseconds)} is outside the pauses that the collector reports";
    }

    /// <summary>Waits of single threads in one line, by what they waited for; empty when there are none.</summary>
    public static string Stalls(IReadOnlyList<StallSummary> stalls) => string.Join("; ", stalls.Take(MostRows).Select(kind =>
        $"{PlainText.Clean(kind.Name)}: {Quantities.Count(kind.Count)} waits of single threads for {Quantities.Duration(kind.TotalNanoseconds)}, longest {Quantities.Duration(kind.MaxNanoseconds)}"));

    private static string CauseName(CauseSummary row) => (row.Cause, row.RuntimeCause) switch
    {
        (null, null) => "not told",
        ({ } cause, null) => cause,
        (null, { } own) => PlainText.Clean(own),
        ({ } cause, { } own) => $"{cause} ({PlainText.Clean(own)})",
    };

    private static string Duration(long? nanoseconds) => nanoseconds is { } value ? Quantities.Duration(value) : "–";
}
