using Unpause.Recordings.Words;

namespace Unpause.Reports;

/// <summary>Tables as text cells, shared by the terminal and Markdown.</summary>
internal static class ReportTables
{
    /// <summary>Most rows of causes and phases; the JSON has all.</summary>
    private const int MostRows = 12;

    /// <summary>Most types of finalized objects in one line.</summary>
    private const int MostTypes = 5;

    /// <summary>Most rows of retainers, because their paths are long.</summary>
    public const int MostRetainers = 6;

    /// <summary>The files that were read, in one line.</summary>
    public static string Coverage(SourceDocument source)
    {
        var files = source.Files.Count == 1 ? PlainText.Clean(source.Files[0]) : $"{Quantities.Count(source.Files.Count)} files";
        return $"{files} ({source.Format}){(Lines(source) is { } lines ? $", {lines}" : "")}";
    }

    /// <summary>How many lines were read and parsed; null where the input has no lines.</summary>
    public static string? Lines(SourceDocument source)
    {
        var understood = source.LinesUnparsed == 0
            ? "all parsed"
            : $"{Quantities.Count(source.LinesUnparsed)} not parsed";
        return source.Lines is { } count ? $"{Quantities.Count(count)} lines, {understood}" : null;
    }

    /// <summary>Runtime and version.</summary>
    public static string RuntimeName(SourceDocument source)
    {
        var version = source.RuntimeVersion is { } reported ? " " + PlainText.Clean(reported) : "";
        return PlainText.Clean(source.RuntimeName ?? Runtimes.TraitsOf(source.Runtime).Name) + version;
    }

    /// <summary>Runtime, version, collector and length of the recording.</summary>
    public static string Runtime(SourceDocument source)
    {
        var parts = new List<string> { RuntimeName(source) };
        if (source.Collector is { } collector) parts.Add(PlainText.Clean(collector));
        parts.Add(source.DurationMs is { } duration ? $"{Cell.Duration(duration)} recorded" : "length unknown");
        if (Window(source) is { } window) parts.Add(window);
        if (source.StartedAt is { } started)
        {
            var exactness = source.Clock.UncertaintyMs is { Nanoseconds: > 0 } off ? $" ± {Cell.Duration(off)}" : "";
            parts.Add($"from {Moment(started)}{exactness}");
        }

        return string.Join(" · ", parts);
    }

    /// <summary>Which part of a recording the report is about; null when it is about all of it.</summary>
    public static string? Window(SourceDocument source)
    {
        if (source.Window is not { } window) return null;
        var part = $"{Quantities.Duration(window.FromMs.Nanoseconds)} to {Quantities.Duration(window.ToMs.Nanoseconds)} of "
            + Quantities.Duration(window.OfMs.Nanoseconds);
        if (source.StartedAt is not { } started || source.DurationMs is not { } length) return part;
        var from = DateTimeOffset.Parse(started, CultureInfo.InvariantCulture);
        var to = from.AddTicks((long)(length.Nanoseconds / TimeSpan.NanosecondsPerTick));
        return $"{part}, {UnixTime.Text(from)} to {UnixTime.Text(to)}";
    }

    /// <summary>Collections by generation.</summary>
    public static TextTable Generations(ProcessDocument process) => new(
        ["generation", "count", "blocking", "background", "induced", "total", "mean", "max"],
        [.. process.Collections.ByGeneration.SelectMany(row => KindsOf(process, row).Prepend(
        [
            row.Generation ?? "all",
            Quantities.Count(row.Count),
            Quantities.Count(row.Blocking),
            Quantities.Count(row.Background),
            Quantities.Count(row.Induced),
            row.PauseMaxMs is null ? Cell.Unknown : Cell.Pause(row.PauseTotalMs, process.Source, row.Count),
            Cell.Pause(row.PauseMeanMs, process.Source),
            Cell.Pause(row.PauseMaxMs, process.Source),
        ]))]);

    /// <summary>Collections by generation and kind, in full.</summary>
    public static TextTable Kinds(ProcessDocument process) => new(
        ["collections", "count", "p50", "p90", "p99", "max", StopTables.TimeToStop(process), "compacting", "promoted", "survived"],
        [.. process.Collections.ByKind.Select(row => (string[])
        [
            $"{row.Generation ?? "all"} {row.Kind}",
            Quantities.Count(row.Count),
            Cell.Pause(row.PauseP50Ms, process.Source),
            Cell.Pause(row.PauseP90Ms, process.Source),
            Cell.Pause(row.PauseP99Ms, process.Source),
            Cell.Pause(row.PauseMaxMs, process.Source),
            Cell.Duration(row.SuspensionTotalMs),
            Cell.Count(row.Compacting),
            Cell.Bytes(row.PromotedBytes),
            Cell.Percent(row.SurvivedPercent),
        ])]);

    /// <summary>The longest pauses; no rows without pauses.</summary>
    public static TextTable Longest(ProcessDocument process) => new(
        ["longest pauses", "collection", "cause", "at", "allocated", "before", "after", "promoted"],
        [.. process.Pauses.Longest.Select(pause => (string[])
        [
            Cell.Pause(pause.DurationMs, process.Source),
            string.Create(CultureInfo.InvariantCulture, $"{pause.Collection}{(pause.Type is null ? "" : $" {pause.Type}")}"),
            PlainText.Clean(pause.Cause ?? Cell.Unknown),
            Cell.Moment(pause.StartMs, process.Source),
            Cell.Bytes(pause.AllocatedBytes),
            Cell.Heap(pause.HeapBeforeBytes, process.Source),
            Cell.Heap(pause.HeapAfterBytes, process.Source),
            Cell.Bytes(pause.PromotedBytes),
        ])]);

    /// <summary>Spaces of the heap; no rows where the runtime does not report them.</summary>
    public static TextTable Spaces(HeapDocument heap) => new(
        ["heap space", "in use", "peak", "fragmented", "survived", "budget"],
        [.. heap.Spaces.Select(row => (string[])
        [
            row.Label ?? (row.Space is "large" or "pinned" ? $"{row.Space} objects" : row.Space),
            Quantities.Bytes(row.UsedLastBytes),
            Quantities.Bytes(row.UsedMaxBytes),
            Cell.Bytes(row.FreeLastBytes),
            Cell.Percent(row.SurvivedPercent),
            row.BudgetLastBytes is > 0 and { } budget ? Quantities.Bytes(budget) : Cell.Unknown,
        ])]);

    /// <summary>What the collector reports about itself, in one line; empty where it reports nothing.</summary>
    public static string Collector(CollectorDocument? collector)
    {
        if (collector is null) return "";
        var parts = new List<string>();
        if (collector is { HeapsMax: > 1, HeapsMin: { } fewest, HeapsMax: { } heaps })
        {
            parts.Add(fewest == heaps ? $"{heaps} heaps" : $"{fewest} to {heaps} heaps");
        }

        if (collector.Balance is { SurvivedMedianRatio: { } median, SurvivedMaxRatio: { } worst })
        {
            parts.Add($"the fullest heap has {median:0.0#} times the mean survivors (median; {worst:0.0#} at worst)");
        }

        if (collector.CostMedianPercent is { } cost) parts.Add($"GC cost by its own estimate {Quantities.Percent(cost)} (median)");
        if (collector.CommittedMaxBytes is { } committed) parts.Add($"committed at most {Quantities.Bytes(committed)}");
        if (collector.PinnedObjectsMax is > 0 and var pinned) parts.Add($"at most {Quantities.Count(pinned)} pinned objects");
        if (collector.MemoryLoadMaxPercent is { } load) parts.Add($"memory load up to {load} %");
        if (collector.Finalizers is { } finalizers) parts.Add(Finalizers(finalizers));
        return string.Join(" · ", parts);
    }

    /// <summary>Thread time spent in mark assists; empty where none is recorded.</summary>
    public static string Assists(ProcessDocument process) => process.Assists is not { Collections: > 0 } assists
        ? ""
        : assists.ElapsedTotalMs == assists.ThreadTimeTotalMs
        ? $"{Quantities.Count(assists.Count ?? 0, "mark assist")} in {Quantities.Count(assists.Collections)} of "
            + $"{Quantities.Count(process.Collections.Count)} collections: {Cell.Duration(assists.ThreadTimeTotalMs)} including waits, "
            + $"longest {Cell.Duration(assists.ElapsedMaxMs ?? default)}, "
            + $"at most {Cell.Duration(assists.ThreadTimeMaxMs)} in one collection (goroutine time, not a pause)"
        : $"{Cell.Duration(assists.ThreadTimeTotalMs)} in mark assists, in {Quantities.Count(assists.Collections)} of "
            + $"{Quantities.Count(process.Collections.Count)} collections, "
            + $"at most {Cell.Duration(assists.ThreadTimeMaxMs)} in one collection (goroutine time, not a pause){Whole(assists)}";

    private static string Whole(AssistsDocument assists) =>
        assists is { Count: { } count, ElapsedTotalMs: { } total, ElapsedMaxMs: { } longest }
        ? $"; {Quantities.Count(count, "assist")} including waits: {Cell.Duration(total)}, longest {Cell.Duration(longest)}"
        : "";

    /// <summary>Recorded settings, in one line.</summary>
    public static string Settings(SourceDocument source) =>
        string.Join(" · ", source.Settings.Select(setting => $"{PlainText.Clean(setting.Key)} {PlainText.Clean(setting.Value)}"));

    /// <summary>The identity of the run, in one line; empty where none is known.</summary>
    public static string Identity(IdentityDocument? identity)
    {
        if (identity is null) return "";
        var parts = new List<string>();
        if (identity.Service is { } service)
        {
            parts.Add(PlainText.Clean(service) + (identity.Version is { } version ? $" {PlainText.Clean(version)}" : ""));
        }

        if (identity.Host is { } host) parts.Add($"on {PlainText.Clean(host)}");
        if (identity.Container is { } container) parts.Add($"in container {PlainText.Clean(container)}");
        if (identity.Processors is { } processors) parts.Add($"{Quantities.Count(processors)} processors");
        if (identity.MemoryLimitBytes is { } limit) parts.Add($"memory limit {Quantities.Bytes(limit)}");
        parts.AddRange(identity.Labels.Select(label => $"{PlainText.Clean(label.Key)}={PlainText.Clean(label.Value)}"));
        return string.Join(" · ", parts);
    }

    /// <summary>Collections by cause.</summary>
    public static TextTable Causes(ProcessDocument process) => new(
        ["cause", "count", "pause total", "max"],
        [.. process.Collections.ByCause.Take(MostRows).Select(row => (string[])
        [
            CauseName(row), Quantities.Count(row.Count),
            // Concurrent cycles and collections of which only the start was recorded have no pause.
            row.PauseTotalMs.Nanoseconds == 0 ? "–" : Cell.Pause(row.PauseTotalMs, process.Source, row.Count),
            row.PauseTotalMs.Nanoseconds == 0 ? "–" : Cell.Pause(row.PauseMaxMs, process.Source)
        ])]);

    /// <summary>Phases, the largest first.</summary>
    public static TextTable Phases(CollectionsDocument collections) => new(
        ["phase", "count", "total", "mean", "max"],
        [.. collections.ByPhase.Take(MostRows).Select(row => (string[])
        [
            PlainText.Clean(row.Phase) + (row.Concurrent ? " (concurrent)" : ""),
            Quantities.Count(row.Count),
            Cell.Duration(row.TotalMs),
            Cell.Duration(row.MeanMs),
            Cell.Duration(row.MaxMs),
        ])]);

    /// <summary>Retainers of long-lived objects, the most objects first.</summary>
    public static TextTable Retainers(HeapRetainersDocument? retainers) => new(
        ["long-lived object ← retained by", "objects", "median age", "oldest"],
        [.. (retainers?.Retainers ?? []).Take(MostRetainers).Select(retainer => (string[])
        [
            PlainText.Clean(RetainerText.Format(retainer)),
            Quantities.Count(retainer.Objects),
            Cell.Duration(retainer.AgeMedianMs),
            Cell.Duration(retainer.AgeMaxMs)
        ])]);

    /// <summary>The samples behind the table of retainers; empty when there are none.</summary>
    public static string RetainersBasis(HeapRetainersDocument? retainers) => retainers switch
    {
        null => "",
        { ObjectsWithRetainer: 0 } =>
            $"{Quantities.Count(retainers.Objects)} sampled objects were alive; dump with path-to-gc-roots=true to see what retains them",
        _ => $"{Quantities.Count(retainers.ObjectsWithRetainer)} of {Quantities.Count(retainers.Objects)} "
            + "sampled live objects have a path to a GC root",
    };

    /// <summary>The heap in one line; empty when nothing is known.</summary>
    public static string Heap(ProcessDocument process)
    {
        var heap = process.Heap;
        var parts = new List<string>();
        if (heap.PeakBytes is { } peak) parts.Add($"peak {Quantities.Bytes(peak)}");
        if (heap.MaxBytes is { } max) parts.Add($"of {Quantities.Bytes(max)}");
        if (heap.LiveSetBytes is { } live) parts.Add($"live set {Cell.Heap(live, process.Source)}");
        if (heap.AllocatedBytes is { } allocated) parts.Add($"allocated {AtLeast(heap)}{Quantities.Bytes(allocated)}");
        if (heap.AllocationRateBytesPerS is { } rate) parts.Add($"{Quantities.Bytes(rate)}/s");
        if (heap.PromotionRateBytesPerS is { } promotion) parts.Add($"promoted {Quantities.Bytes(promotion)}/s");
        return string.Join(" · ", parts);
    }

    /// <summary>The prefix where not all allocations are counted.</summary>
    private static string AtLeast(HeapDocument heap) =>
        heap.AllocatedSource is AllocatedSources.Collections or AllocatedSources.Counter ? "at least " : "";

    /// <summary>Survival of young collections, in one line; empty where the log does not record it.</summary>
    public static string Survival(SurvivalDocument? survival)
    {
        if (survival is null) return "";
        var parts = new List<string>();
        if (survival.SurvivalPercent is { } percent) parts.Add($"{Quantities.Percent(percent)} of young bytes survive a young collection");
        if (survival.MeanLifetimeS is { } life) parts.Add($"mean object lifetime {Quantities.Duration(life * 1e9)}");
        if (survival.CopyMsPerGib is { } copy) parts.Add($"copying takes {Cell.Duration(copy)} per GiB");
        if (survival.Tenuring is { LoweredToOne: > 0 } tenuring)
        {
            parts.Add($"survivor space overflowed in {Quantities.Count(tenuring.LoweredToOne)} "
                + $"of {Quantities.Count(tenuring.Collections)} collections");
        }

        return string.Join(" · ", parts);
    }

    /// <summary>Stalls of single threads in one line, by kind; empty when there are none.</summary>
    public static string Stalls(IReadOnlyList<StallDocument> stalls) => string.Join("; ", stalls.Take(MostRows).Select(kind =>
        $"{PlainText.Clean(kind.Name)}: {Quantities.Count(kind.Count)} stalls of single threads, {Cell.Duration(kind.TotalMs)} in total,"
        + $" longest {Cell.Duration(kind.MaxMs)}"));

    private static string Moment(string instant) =>
        DateTimeOffset.TryParse(instant, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment)
            ? $"{moment.UtcDateTime:yyyy-MM-dd HH:mm:ss.fff} UTC"
            : PlainText.Clean(instant);

    private static string Finalizers(FinalizersDocument finalizers)
    {
        var ran = finalizers.Finalized is { } finalized
            ? $", {Quantities.Count(finalized)} finalizers ran in {Cell.Duration(finalizers.BusyMs)}"
            : "";
        var types = string.Join(", ", (finalizers.Types ?? []).Take(MostTypes)
            .Select(type => $"{Quantities.Count(type.Objects)} of {PlainText.Clean(type.Type ?? "an unknown type")}"));
        var ofTypes = types.Length > 0 ? $" ({types})" : "";
        return $"{Quantities.Count(finalizers.FinalizableObjects)} dead objects awaiting finalization{ran}{ofTypes}";
    }

    private static IEnumerable<string[]> KindsOf(ProcessDocument process, GenerationDocument generation) =>
        generation is not { Blocking: > 0, Background: > 0 }
            ? []
            : process.Collections.ByKind.Where(kind => kind.Generation == generation.Generation).Select(kind => (string[])
            [
                $"  {kind.Kind}",
                Quantities.Count(kind.Count),
                "",
                "",
                Quantities.Count(kind.Induced),
                Cell.Pause(kind.PauseTotalMs, process.Source, kind.Pauses),
                Cell.Pause(kind.PauseMeanMs, process.Source),
                Cell.Pause(kind.PauseMaxMs, process.Source),
            ]);

    private static string CauseName(CauseDocument row) => (row.Cause, row.RuntimeCause) switch
    {
        (null, null) => "not recorded",
        ({ } cause, null) => cause,
        (null, { } own) => PlainText.Clean(own),
        ({ } cause, { } own) => $"{cause} ({PlainText.Clean(own)})",
    };
}
