using System.IO.Compression;
using System.Security.Cryptography;
using Unpause.Analysis.Allocations;
using Unpause.Recordings.Allocations;
using Unpause.Reports.Cpu;
using Unpause.Requests;
using Unpause.Requests.Attribution;

namespace Unpause.Reports.Html;

/// <summary>
/// The page's timeline element: pauses, collections, stops and requests of every process as columns of whole numbers, times in microseconds
/// since the start of the recording. The columns <c>start</c>, <c>collection</c>, <c>number</c> and a counter's <c>time</c> are differences
/// to the previous known value. Null is unknown. Allocation sites refer to methods by index. A few traces follow.
/// <c>web/src/data/timeline.ts</c> reads it.
/// </summary>
internal static class TimelineJson
{
    /// <summary>The version of the layout with <see cref="PackedColumns"/>, and of the one without.</summary>
    public const int Version = 4, PlainVersion = 3;

    /// <summary>Writes the timeline as base64 of gzip; for a stored report, the stored timeline.</summary>
    public static void WritePacked(ReportDocument document, Timeline timeline, Stream output)
    {
        using var base64 = new CryptoStream(output, new ToBase64Transform(), CryptoStreamMode.Write, leaveOpen: true);
        if (timeline.Packed is { } stored)
        {
            base64.Write(stored);
            return;
        }

        using var gzip = new GZipStream(base64, CompressionLevel.Optimal);
        Write(document, timeline, gzip);
    }

    /// <summary>The timeline as gzip, for storing.</summary>
    public static byte[] Pack(ReportDocument document, Timeline timeline)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true)) Write(document, timeline, gzip);
        return packed.ToArray();
    }

    /// <summary>Writes the timeline, uncompressed.</summary>
    public static void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var text = new MemoryStream();
        var packed = new PackedColumns(output);
        using (var json = new Utf8JsonWriter(text))
        {
            json.WriteStartObject();
            json.WriteStartArray("processes");
            for (var i = 0; i < document.Processes.Count; i++) WriteProcess(json, packed, document.Processes[i], timeline, i);
            json.WriteEndArray();
            TracesJson.Write(json, timeline);
            json.WriteNumber("version", packed.Any ? Version : PlainVersion);
            json.WriteEndObject();
        }

        packed.End(text.GetBuffer().AsSpan(0, (int)text.Length));
    }

    private static void WriteProcess(
        Utf8JsonWriter json, PackedColumns packed, ProcessDocument process, Timeline timeline, int index)
    {
        // A report that was stored without its timeline is drawn without events.
        var columns = index < timeline.Processes.Count ? timeline.Processes[index] : new ProcessTimeline();
        json.WriteStartObject();
        ColumnJson.WriteValue(json, "duration", ColumnJson.Microseconds(process.Source.DurationMs?.Nanoseconds));
        json.WriteStartObject("gaps");
        var gaps = columns.Gaps;
        ColumnJson.Write(json, "start", gaps.Count, i => ColumnJson.Microseconds(gaps[i].StartNanoseconds));
        ColumnJson.Write(json, "duration", gaps.Count, i => ColumnJson.Microseconds(gaps[i].DurationNanoseconds));
        json.WriteEndObject();
        WritePauses(json, packed, columns);
        WriteCollections(json, packed, columns);
        StopsJson.Write(json, packed, columns);
        ExplanationsJson.Write(json, columns.Explanations());
        RequestPointsJson.Write(json, packed, timeline.Requests, index, columns);
        CpuJson.Write(json, process.CpuSamples);
        SitesJson.Write(json, process);
        CounterColumnsJson.Write(json, packed, columns.ProcessCounters);
        json.WriteEndObject();
    }

    private static void WritePauses(Utf8JsonWriter json, PackedColumns packed, ProcessTimeline columns)
    {
        var pauses = columns.Pauses;
        var names = new NameColumn(pauses.Count, i => pauses[i].Name);
        names.WriteTable(json, "phases");
        json.WriteStartObject("pauses");
        packed.WriteDifferences(
            json, "start", pauses.Count, i => pauses[i].HasTime ? ColumnJson.Microseconds(pauses[i].StartNanoseconds) : null);
        packed.Write(json, "duration", pauses.Count, i => ColumnJson.Microseconds(pauses[i].DurationNanoseconds));
        packed.WriteDifferences(json, "collection", pauses.Count, i => pauses[i].Collection);
        packed.Write(json, "phase", pauses.Count, i => names.IndexOf(pauses[i].Name));
        if (columns.Stops is null) packed.Write(json, "finding", pauses.Count, i => columns.FindingOf(i));
        json.WriteEndObject();
    }

    private static void WriteCollections(Utf8JsonWriter json, PackedColumns packed, ProcessTimeline columns)
    {
        var all = columns.Collections;
        var paused = PausedNanoseconds(columns);
        var generations = new NameColumn(all.Count, i => all[i].Generation);
        var causes = new NameColumn(all.Count, i => CauseOf(all[i]));
        generations.WriteTable(json, "generations");
        causes.WriteTable(json, "causes");
        json.WriteStartObject("collections");
        packed.WriteDifferences(json, "number", all.Count, i => all[i].Number);
        packed.Write(json, "generation", all.Count, i => generations.IndexOf(all[i].Generation));
        packed.Write(json, "background", all.Count, i => all[i].Kind == CollectionKind.Background ? 1 : 0);
        packed.Write(json, "cause", all.Count, i => causes.IndexOf(CauseOf(all[i])));
        packed.Write(json, "induced", all.Count, i => all[i].Induced ? 1 : 0);
        packed.WriteDifferences(json, "start", all.Count, i => ColumnJson.Microseconds(all[i].StartNanoseconds));
        packed.Write(json, "length", all.Count, i => ColumnJson.Microseconds(all[i].EndNanoseconds - all[i].StartNanoseconds));
        packed.Write(json, "pause", all.Count, i => ColumnJson.Microseconds(paused[i]));
        packed.Write(json, "heap_before", all.Count, i => all[i].HeapBeforeBytes);
        packed.Write(json, "heap_after", all.Count, i => all[i].HeapAfterBytes);
        packed.Write(json, "promoted", all.Count, i => all[i].PromotedBytes);
        RareColumnsJson.Write(json, packed, columns, paused);
        json.WriteEndObject();
    }

    /// <summary>The runtime's own term, which is more specific than the normalised cause.</summary>
    private static string? CauseOf(Collection collection) => collection.RuntimeCause ?? collection.Cause;

    private static long[] PausedNanoseconds(ProcessTimeline columns)
    {
        var paused = new long[columns.Collections.Count];
        for (var i = 0; i < columns.Pauses.Count; i++) paused[columns.Pauses[i].Collection] += columns.Pauses[i].DurationNanoseconds;
        return paused;
    }
}

/// <summary>
/// Numbers that only some collections have, in the object <c>collections</c>, so that millions of others cost nothing: <c>live_set</c> and
/// <c>cpu</c> list the indexes of collections, as differences, with the values. <c>allocated</c> has a value for each collection, the
/// difference to the heap before it minus the heap after the collection before it, which is mostly 0. What no collection has is left out.
/// </summary>
internal static class RareColumnsJson
{
    public static void Write(Utf8JsonWriter json, PackedColumns packed, ProcessTimeline columns, long[] pausedNanoseconds)
    {
        var all = columns.Collections;
        var allocates = false;
        List<int> live = [], cpu = [];
        for (var i = 0; i < all.Count; i++)
        {
            allocates |= all[i].AllocatedBytes is not null;
            if (all[i].LiveSetBytes is not null) live.Add(i);
            // The JVM reports CPU times in steps of 10 ms, and that of a concurrent cycle is not that of its pauses.
            if (all[i] is { CpuNanoseconds: not null, Kind: CollectionKind.Blocking }
                && pausedNanoseconds[i] >= CyclePause.LeastNanoseconds)
            {
                cpu.Add(i);
            }
        }

        if (allocates) packed.Write(json, "allocated", all.Count, i => all[i].AllocatedBytes - Grown(all, i));
        Write(json, packed, "live_set", live, i => all[i].LiveSetBytes);
        Write(json, packed, "cpu", cpu, i => ColumnJson.Microseconds(all[i].CpuNanoseconds));
    }

    private static long Grown(Column<Collection> all, int i) =>
        i == 0 ? 0 : all[i].HeapBeforeBytes - all[i - 1].HeapAfterBytes ?? 0;

    private static void Write(Utf8JsonWriter json, PackedColumns packed, string name, List<int> indexes, Func<int, long?> valueOf)
    {
        if (indexes.Count == 0) return;
        json.WriteStartObject(name);
        packed.WriteDifferences(json, "collection", indexes.Count, i => indexes[i]);
        packed.Write(json, "value", indexes.Count, i => valueOf(indexes[i]));
        json.WriteEndObject();
    }
}

/// <summary>Runtime counters for the timeline element: times as differences, values with three decimals.</summary>
internal static class CounterColumnsJson
{
    /// <summary>Writes <c>counters</c>; null when the recording has none. Counters that were always 0 are left out.</summary>
    public static void Write(Utf8JsonWriter json, PackedColumns packed, IReadOnlyList<ProcessCounter>? counters)
    {
        if (counters is null)
        {
            json.WriteNull("counters");
            return;
        }

        json.WriteStartArray("counters");
        foreach (var counter in counters.Where(counter => counter.Max > 0))
        {
            json.WriteStartObject();
            json.WriteString("name", counter.Name);
            json.WriteString("unit", counter.Unit);
            packed.WriteDifferences(
                json, "time", counter.Values.Count, i => ColumnJson.Microseconds(counter.Values[i].TimeNanoseconds));
            packed.WriteDecimals(json, "value", counter.Values.Count, i => counter.Values[i].Value);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}

/// <summary>
/// CPU time by stack, for the page: frames by index, the stacks concatenated, the innermost frame first and the thread last, with the
/// length of each in <c>depth</c>. <c>app</c> marks the application's own frames, and <c>class</c> is the class of a stack.
/// </summary>
internal static class CpuJson
{
    public static void Write(Utf8JsonWriter json, CpuSamplesDocument? cpu)
    {
        if (cpu is null) return;
        var stacks = cpu.Stacks;
        var frames = new List<string>();
        foreach (var stack in stacks)
        {
            frames.AddRange(stack.Stack);
            frames.Add(stack.Thread ?? stack.Class);
        }

        var names = new NameColumn(frames.Count, i => frames[i]);
        var classes = cpu.Classes.Select(row => row.Name).ToList();
        json.WriteStartObject("cpu");
        names.WriteTable(json, "frames");
        var own = names.Names.Select(name => CpuStacks.IsPlatform(name) ? 0L : 1L).ToList();
        ColumnJson.Write(json, "app", own.Count, i => own[i]);
        ColumnJson.Write(json, "class", stacks.Count, i => classes.IndexOf(stacks[i].Class));
        ColumnJson.Write(json, "samples", stacks.Count, i => stacks[i].Samples);
        ColumnJson.Write(json, "depth", stacks.Count, i => stacks[i].Stack.Count + 1);
        ColumnJson.Write(json, "stack", frames.Count, i => names.IndexOf(frames[i]));
        json.WriteEndObject();
    }
}

/// <summary>
/// Allocations, the heap in use, and goroutines (with their number in place of bytes) by call site, for the page: methods and types by
/// index, and the stacks concatenated, the innermost method first, with the length of each in <c>depth</c>. <c>app</c> marks the
/// application's own methods.
/// </summary>
internal static class SitesJson
{
    /// <summary>Writes the three properties, each null where it was not recorded.</summary>
    public static void Write(Utf8JsonWriter json, ProcessDocument process)
    {
        Write(json, "sites", process.Allocations?.Sites.Select(
            site => new Row(site.Stack, site.Type, HeapOf(site), site.Bytes, site.Samples)));
        Write(json, "live_sites", process.LiveHeap?.Sites.Select(
            site => new Row(site.Stack, null, AllocationHeap.Small, site.Bytes, 0)));
        Write(json, "goroutine_sites", process.Goroutines?.Sites.Select(
            site => new Row(site.Stack, null, AllocationHeap.Small, site.Count, 0)));
    }

    private static void Write(Utf8JsonWriter json, string name, IEnumerable<Row>? rows)
    {
        if (rows is null)
        {
            json.WriteNull(name);
            return;
        }

        var sites = rows.ToList();
        var methods = new List<string>();
        foreach (var site in sites) methods.AddRange(site.Stack);
        var names = new NameColumn(methods.Count, i => methods[i]);
        var types = new NameColumn(sites.Count, i => sites[i].Type);
        json.WriteStartObject(name);
        names.WriteTable(json, "methods");
        var own = names.Names.Select(method => UserFrames.IsPlatform(method) ? 0L : 1L).ToList();
        ColumnJson.Write(json, "app", own.Count, i => own[i]);
        types.WriteTable(json, "types");
        ColumnJson.Write(json, "type", sites.Count, i => types.IndexOf(sites[i].Type));
        ColumnJson.Write(json, "heap", sites.Count, i => (long)sites[i].Heap);
        ColumnJson.Write(json, "bytes", sites.Count, i => sites[i].Bytes);
        ColumnJson.Write(json, "samples", sites.Count, i => sites[i].Samples);
        ColumnJson.Write(json, "depth", sites.Count, i => sites[i].Stack.Count);
        ColumnJson.Write(json, "stack", methods.Count, i => names.IndexOf(methods[i]));
        json.WriteEndObject();
    }

    private static AllocationHeap HeapOf(AllocationSiteDocument site) =>
        site.Large ? AllocationHeap.Large : site.Pinned ? AllocationHeap.Pinned : AllocationHeap.Small;

    private sealed record Row(IReadOnlyList<string> Stack, string? Type, AllocationHeap Heap, long Bytes, long Samples);
}

/// <summary>
/// A process's requests in the page's timeline element: their number, and columns of those that are drawn, in order of arrival, on the
/// recording's clock (without the clock offset). <c>outcome</c> is <see cref="RequestFate"/>.
/// </summary>
internal static class RequestPointsJson
{
    /// <summary>Writes the property <c>requests</c>; null when the process's requests were not attributed.</summary>
    public static void Write(
        Utf8JsonWriter json, PackedColumns packed, RequestReport? requests, int process, ProcessTimeline columns)
    {
        var points = requests?.Attribution.Points.FirstOrDefault(candidate => candidate.Recording == process);
        if (requests is null || points is null || RequestClock.Find(requests.Attribution, process, columns) is not { } clock)
        {
            json.WriteNull("requests");
            return;
        }

        var shown = points.Shown;
        var names = new NameColumn(shown.Count, i => NameOf(requests.Sets, shown[i]));
        json.WriteStartObject("requests");
        json.WriteNumber("slow", points.Slow);
        json.WriteNumber("not_slow", points.NotSlow);
        names.WriteTable(json, "names");
        packed.WriteDifferences(
            json, "start", shown.Count, i => ColumnJson.Microseconds(clock.SinceZero(shown[i].StartUnixNanoseconds)));
        packed.Write(json, "duration", shown.Count, i => ColumnJson.Microseconds(shown[i].DurationNanoseconds));
        packed.Write(json, "outcome", shown.Count, i => (long)shown[i].Fate);
        packed.Write(json, "name", shown.Count, i => names.IndexOf(NameOf(requests.Sets, shown[i])));
        json.WriteEndObject();
    }

    private static string? NameOf(IReadOnlyList<RequestSet> sets, RequestPoint point) =>
        sets[point.Set].Requests[point.Request].Name is var name and >= 0 ? sets[point.Set].Names[name] : null;
}
