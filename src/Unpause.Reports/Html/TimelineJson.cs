using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json;
using Unpause.Recordings;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Html;

/// <summary>
/// The page's timeline element: every process's pauses, collections, stops and requests as columns of whole numbers, times in microseconds
/// since the recording's zero. The columns <c>start</c>, <c>collection</c>, <c>number</c> and a counter's <c>time</c> hold the difference
/// to the value before. Null is "not known", passed over by the differences. Allocation sites name their methods by index. A few traces
/// follow. <c>web/src/data/timeline.ts</c> reads it.
/// </summary>
internal static class TimelineJson
{
    /// <summary>Version of the layout; the page refuses others.</summary>
    public const int Version = 2;

    /// <summary>Writes base64 of the gzip'ed timeline; of a stored report the one that was stored.</summary>
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

    /// <summary>The gzip'ed timeline, to be stored.</summary>
    public static byte[] Pack(ReportDocument document, Timeline timeline)
    {
        using var packed = new MemoryStream();
        using (var gzip = new GZipStream(packed, CompressionLevel.Optimal, leaveOpen: true)) Write(document, timeline, gzip);
        return packed.ToArray();
    }

    /// <summary>Writes the timeline as it is before packing.</summary>
    public static void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        using var json = new Utf8JsonWriter(output);
        json.WriteStartObject();
        json.WriteNumber("version", Version);
        json.WriteStartArray("processes");
        for (var index = 0; index < document.Processes.Count; index++) WriteProcess(json, document.Processes[index], timeline, index);
        json.WriteEndArray();
        TracesJson.Write(json, timeline);
        json.WriteEndObject();
    }

    private static void WriteProcess(Utf8JsonWriter json, ProcessDocument process, Timeline timeline, int index)
    {
        // A report that was stored without its timeline is drawn as one without events.
        var recording = index < timeline.Processes.Count ? timeline.Processes[index].Recording : NothingRecorded(process.Source);
        json.WriteStartObject();
        ColumnJson.WriteValue(json, "duration", ColumnJson.Microseconds(process.Source.DurationMs?.Nanoseconds));
        WritePauses(json, recording);
        WriteCollections(json, recording);
        StopsJson.Write(json, recording);
        RequestPointsJson.Write(json, timeline.Requests, index, recording);
        CpuJson.Write(json, process.CpuSamples);
        SitesJson.Write(json, process);
        CounterColumnsJson.Write(json, recording.ProcessCounters);
        json.WriteEndObject();
    }

    private static Recording NothingRecorded(SourceDocument source) =>
        new RecordingBuilder { Source = new SourceBuilder { Format = source.Format, Runtime = source.Runtime } }.Build();

    private static void WritePauses(Utf8JsonWriter json, Recording recording)
    {
        var pauses = recording.Pauses;
        var names = new NameColumn(pauses.Count, i => pauses[i].Name);
        names.WriteTable(json, "phases");
        json.WriteStartObject("pauses");
        ColumnJson.WriteDifferences(
            json, "start", pauses.Count, i => pauses[i].HasTime ? ColumnJson.Microseconds(pauses[i].StartNanoseconds) : null);
        ColumnJson.Write(json, "duration", pauses.Count, i => ColumnJson.Microseconds(pauses[i].DurationNanoseconds));
        ColumnJson.WriteDifferences(json, "collection", pauses.Count, i => pauses[i].Collection);
        ColumnJson.Write(json, "phase", pauses.Count, i => names.IndexOf(pauses[i].Name));
        json.WriteEndObject();
    }

    private static void WriteCollections(Utf8JsonWriter json, Recording recording)
    {
        var all = recording.Collections;
        var paused = PausedNanoseconds(recording);
        var generations = new NameColumn(all.Count, i => all[i].Generation);
        var causes = new NameColumn(all.Count, i => CauseOf(all[i]));
        generations.WriteTable(json, "generations");
        causes.WriteTable(json, "causes");
        json.WriteStartObject("collections");
        ColumnJson.WriteDifferences(json, "number", all.Count, i => all[i].Number);
        ColumnJson.Write(json, "generation", all.Count, i => generations.IndexOf(all[i].Generation));
        ColumnJson.Write(json, "background", all.Count, i => all[i].Kind == CollectionKind.Background ? 1 : 0);
        ColumnJson.Write(json, "cause", all.Count, i => causes.IndexOf(CauseOf(all[i])));
        ColumnJson.Write(json, "induced", all.Count, i => all[i].Induced ? 1 : 0);
        ColumnJson.WriteDifferences(json, "start", all.Count, i => ColumnJson.Microseconds(all[i].StartNanoseconds));
        ColumnJson.Write(json, "length", all.Count, i => ColumnJson.Microseconds(all[i].EndNanoseconds - all[i].StartNanoseconds));
        ColumnJson.Write(json, "pause", all.Count, i => ColumnJson.Microseconds(paused[i]));
        ColumnJson.Write(json, "heap_before", all.Count, i => all[i].HeapBeforeBytes);
        ColumnJson.Write(json, "heap_after", all.Count, i => all[i].HeapAfterBytes);
        ColumnJson.Write(json, "promoted", all.Count, i => all[i].PromotedBytes);
        json.WriteEndObject();
    }

    /// <summary>The runtime's own word tells more than the normalised cause.</summary>
    private static string? CauseOf(Collection collection) => collection.RuntimeCause ?? collection.Cause;

    private static long[] PausedNanoseconds(Recording recording)
    {
        var paused = new long[recording.Collections.Count];
        for (var i = 0; i < recording.Pauses.Count; i++) paused[recording.Pauses[i].Collection] += recording.Pauses[i].DurationNanoseconds;
        return paused;
    }
}
