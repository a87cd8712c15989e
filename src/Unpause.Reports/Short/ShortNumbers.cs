using Unpause.Recordings.Words;
using Unpause.Reports.Cpu;
using Unpause.Reports.Heap;
using Unpause.Reports.Sites;
using Unpause.Reports.Work;

namespace Unpause.Reports.Short;

/// <summary>A process in a few lines: what was read, its pauses with the longest one, its heap, its collections.</summary>
internal static class ShortNumbers
{
    /// <summary>Separates two numbers of a line.</summary>
    public const string Gap = "   ";

    /// <summary>The least share of the paused time from which time to safepoint and pauses that are not for GC get a line.</summary>
    private const double Notable = 0.05;

    /// <summary>Lines on waits that are not for GC.</summary>
    private const int MostWaits = 2;

    /// <summary>The process's name, and <see cref="Source"/>.</summary>
    public static string Head(ProcessDocument process) => $"{ProcessName.Format(process)}{Gap}{Source(process)}";

    /// <summary>Runtime, collector, heap limit, length, and how much of the input was understood.</summary>
    public static string Source(ProcessDocument process)
    {
        var source = process.Source;
        var parts = new List<string> { Version(ReportTables.RuntimeName(source)) };
        if (source.Collector is { } collector) parts.Add(PlainText.Clean(collector));
        if (process.Heap.LimitBytes is { } limit) parts.Add($"heap limit {Quantities.Bytes(limit)}");
        else if (process.Heap.MaxBytes is { } most) parts.Add($"heap grew to {Quantities.Bytes(most)}");
        if (!CpuTables.IsAll(process)) parts.Add(source.DurationMs is { } duration ? Cell.Duration(duration) : "length unknown");
        if (ReportTables.Window(source) is { } window) parts.Add(window);
        if (ReportTables.Lines(source) is { } lines) parts.Add(lines);
        return string.Join(" · ", parts);
    }

    /// <summary>The lines of numbers, each with its name.</summary>
    public static IEnumerable<(string Name, string Text)> Lines(ProcessDocument process)
    {
        if (process.Stops is { Count: > 0, GcStops: { } made } stops)
        {
            yield return ("pauses", Row(stops) + LongestStop(process));
            if (process.Pauses.Count > 0 && !IsNearly(stops.TotalMs, process.Pauses.TotalMs))
            {
                yield return ("gc work", Row(process));
            }

            var least = stops.TotalMs.Nanoseconds * Notable;
            if (stops.TotalMs.Nanoseconds - made.TotalMs.Nanoseconds >= least || stops.TimeToSafepointTotalMs?.Nanoseconds >= least)
            {
                yield return ("", StopTables.Line(process));
            }
        }
        else if (process.Pauses.Count > 0)
        {
            yield return ("pauses", Row(process) + LongestPause(process));
        }
        else if (process.Source.HasCollections && !CpuTables.IsAll(process))
        {
            yield return ("", process.Pauses.Knowledge == PausesDocument.Recorded ? "no GC cycle recorded" : "pauses are not recorded");
        }

        if (UtilisationText.Line(process) is { Length: > 0 } worst) yield return (UtilisationText.Label, worst);
        var name = "minutes";
        foreach (var line in MinuteText.Lines(process))
        {
            yield return (name, line);
            name = "";
        }

        if (process.CpuSamples is { } samples)
        {
            yield return ("gc cpu", CpuTables.Line(samples));
            foreach (var remark in CpuTables.Remarks(samples)) yield return ("", remark);
        }

        if (ReportTables.Stalls(process.Stalls) is { Length: > 0 } stalls) yield return ("stalls", stalls);
        if (CollectorCpuText.Line(process) is { Length: > 0 } cpu) yield return ("gc cpu", cpu);
        if (ReportTables.Assists(process) is { Length: > 0 } assists) yield return ("assists", assists);
        foreach (var line in RequestTimeTables.Lines(process)) yield return ("requests", line);
        if (ExitText.Line(process) is { Length: > 0 } exit) yield return ("exit", exit);
        if (Heap(process) is { Length: > 0 } heap) yield return ("heap", heap);
        if (Generations(process) is { Length: > 0 } generations) yield return ("gc", generations);
        foreach (var wait in OtherWaitText.Lines(process).Take(MostWaits)) yield return ("not gc", wait);
        if (process.Collections.InducedBy is [var caller, ..]) yield return ("explicit", InducedText.Head(caller));
        if (process.HeapRetainers?.Retainers is [var retainer, ..])
        {
            yield return ("retained", $"{RetainerText.Format(retainer)} ({Quantities.Count(retainer.Objects)} sampled objects)");
        }

        if (RetainedTables.Basis(process.HeapObjects) is { Length: > 0 } objects) yield return ("retained", objects);
        if (Allocated(process.Allocations) is { } place) yield return ("allocated", place);
        if (SiteTables.Head(process.LiveHeap) is { } live) yield return ("live", live);
        if (SiteTables.Head(process.Goroutines) is { } goroutines) yield return ("goroutines", goroutines);
        if (process.Allocations?.Gen2Deaths is { } deaths)
        {
            yield return ("died", AllocationTables.Line(deaths));
            if (Place(deaths.Sites) is var (site, method)) yield return ("", $"{AllocationTables.Place(site, deaths)} in {method}");
        }
    }

    /// <summary>What following a finding's advice saves, in short; null where that is unknown.</summary>
    public static string? Gain(ProcessDocument process, FindingDocument finding)
    {
        if (finding.SavingsMaxMs is { Nanoseconds: > 0 } back)
        {
            if (process.Source.DurationMs is not { Nanoseconds: > 0 } duration) return $"saves up to {Cell.Duration(back)} of pauses";
            var percent = 100.0 * back.Nanoseconds / duration.Nanoseconds;
            return $"saves up to {Quantities.Percent(percent)} of run time ({Cell.Duration(back)} of pauses)";
        }

        if (finding.ExpectedGain is not { } gain) return null;
        var end = gain.IndexOf(". ", StringComparison.Ordinal);
        return end < 0 ? gain : gain[..(end + 1)];
    }

    /// <summary>A name with its version, without the build: <c>JVM 17.0.15</c>.</summary>
    private static string Version(string name)
    {
        var end = name.IndexOf('+', StringComparison.Ordinal) is var plus and > 0 ? plus : name.Length;
        return name[..end];
    }

    private static string Row(ProcessDocument process)
    {
        var pauses = process.Pauses;
        return string.Join(
            Gap,
            Quantities.Count(pauses.Count),
            $"total {Pause(pauses.TotalMs, pauses.Count)}",
            $"p50 {Pause(pauses.P50Ms)}",
            $"p90 {Pause(pauses.P90Ms)}",
            $"max {Pause(pauses.MaxMs)}");

        string Pause(Milliseconds? time, long count = 1) => Cell.Pause(time, process.Source, count);
    }

    /// <summary>Within 5 %: then GC work needs no line of its own.</summary>
    private static bool IsNearly(Milliseconds? all, Milliseconds? part) =>
        all is { } whole && part is { } own && whole.Nanoseconds - own.Nanoseconds < whole.Nanoseconds * Notable;

    private static string Row(StopsDocument stops) => string.Join(
        Gap,
        Quantities.Count(stops.Count),
        $"total {Cell.Duration(stops.TotalMs)}",
        $"p50 {Cell.Duration(stops.P50Ms)}",
        $"p90 {Cell.Duration(stops.P90Ms)}",
        $"max {Cell.Duration(stops.MaxMs)}");

    private static string LongestStop(ProcessDocument process)
    {
        if (process.Stops?.Longest is not [var longest, ..]) return "";
        var what = longest.Collection is { } number ? Collection(number, longest.Type) : PlainText.Clean(longest.Reason);
        return $"{At(process, longest.StartMs)} ({what})";
    }

    private static string LongestPause(ProcessDocument process) => process.Pauses.Longest is [var longest, ..]
        ? $"{At(process, longest.StartMs)} ({Collection(longest.Collection, longest.Type)})"
        : "";

    private static string Collection(long number, string? type) =>
        string.Create(CultureInfo.InvariantCulture, $"collection {number}{(type is null ? "" : $" {type}")}");

    /// <summary>When: since the start of the recording, and on the wall clock if known; empty where the time is unknown.</summary>
    public static string At(ProcessDocument process, Milliseconds? start)
    {
        if (start is not { } at || !Cell.IsRecorded(start, process.Source)) return "";
        var wall = process.Source.StartedAt is { } started
            && DateTimeOffset.TryParse(started, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var moment)
                ? $", {moment.UtcDateTime.AddTicks(at.Nanoseconds / 100).ToString("u", CultureInfo.InvariantCulture)}"
                : "";
        return $" at {Quantities.Duration(at.Nanoseconds)}{wall}";
    }

    private static string Heap(ProcessDocument process)
    {
        var heap = process.Heap;
        var parts = new List<string>();
        if (heap.LiveSetBytes is { } live) parts.Add($"live {Cell.Heap(live, process.Source)}");
        if (heap.PeakBytes is { } peak) parts.Add($"peak {Quantities.Bytes(peak)}");
        if (heap.AllocationRateBytesPerS is { } rate) parts.Add($"allocated {Quantities.Bytes(rate)}/s");
        if (heap.PromotionRateBytesPerS is { } promotion) parts.Add($"promoted {Quantities.Bytes(promotion)}/s");
        return string.Join(Gap, parts);
    }

    private static string Generations(ProcessDocument process) => string.Join(Gap, process.Collections.ByGeneration.Select(row =>
    {
        var kind = row.Background == row.Count ? ", concurrent" : "";
        var induced = row.Induced > 0 ? $", {Quantities.Count(row.Induced)} induced" : "";
        var paused = row.PauseMaxMs is null ? "pauses not recorded" : Cell.Pause(row.PauseTotalMs, process.Source, row.Count);
        return $"{row.Generation ?? "all"} {Quantities.Count(row.Count)}{kind}{induced} ({paused})";
    }));

    private static string? Allocated(AllocationsDocument? allocations)
    {
        if (Place(allocations?.Sites ?? []) is not var (site, method)) return null;
        return $"{AllocationTables.Place(site, allocations!)} in {method}";
    }

    /// <summary>The allocation site with the most bytes, and the application's own method in it, else the innermost.</summary>
    private static (AllocationSiteDocument Site, string Method)? Place(IReadOnlyList<AllocationSiteDocument> sites)
    {
        if (sites.Where(site => site.Stack.Count > 0).MaxBy(site => site.Bytes) is not { } site) return null;
        return (site, PlainText.Clean(ShortStack.Shorten(site.Stack).OrderByDescending(frame => frame.Own).First().Method));
    }
}
