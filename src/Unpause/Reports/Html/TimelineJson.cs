using System.IO.Compression;
using System.Security.Cryptography;
using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports.Html;

/// <summary>
/// The page's timeline element: every process's pauses and collections as columns of whole numbers, times in microseconds
/// since the recording's zero. The columns <c>start</c>, <c>collection</c> and <c>number</c> hold the difference to the
/// value before. Null is "not known", passed over by the differences. <c>web/src/data/timeline.ts</c> reads it.
/// </summary>
internal static class TimelineJson
{
    /// <summary>Version of the layout; the page refuses others.</summary>
    public const int Version = 1;

    private const int FlushBytes = 32 * 1024;

    /// <summary>Writes base64 of the gzip'ed timeline.</summary>
    public static void WritePacked(Report report, Stream output)
    {
        using var base64 = new CryptoStream(output, new ToBase64Transform(), CryptoStreamMode.Write, leaveOpen: true);
        using var gzip = new GZipStream(base64, CompressionLevel.Optimal);
        Write(report, gzip);
    }

    /// <summary>Writes the timeline as it is before packing.</summary>
    public static void Write(Report report, Stream output)
    {
        using var json = new Utf8JsonWriter(output);
        json.WriteStartObject();
        json.WriteNumber("version", Version);
        json.WriteStartArray("processes");
        foreach (var process in report.Processes) WriteProcess(json, process.Recording);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteProcess(Utf8JsonWriter json, Recording recording)
    {
        json.WriteStartObject();
        json.WriteNumberOrNull("duration", Microseconds(recording.DurationNanoseconds));
        WritePauses(json, recording);
        WriteCollections(json, recording);
        json.WriteEndObject();
    }

    private static void WritePauses(Utf8JsonWriter json, Recording recording)
    {
        var pauses = recording.Pauses;
        var names = new NameColumn(pauses.Count, i => pauses[i].Name);
        names.WriteTable(json, "phases");
        json.WriteStartObject("pauses");
        WriteDifferences(json, "start", pauses.Count, i => pauses[i].HasTime ? Microseconds(pauses[i].StartNanoseconds) : null);
        WriteColumn(json, "duration", pauses.Count, i => Microseconds(pauses[i].DurationNanoseconds));
        WriteDifferences(json, "collection", pauses.Count, i => pauses[i].Collection);
        WriteColumn(json, "phase", pauses.Count, i => names.IndexOf(pauses[i].Name));
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
        WriteDifferences(json, "number", all.Count, i => all[i].Number);
        WriteColumn(json, "generation", all.Count, i => generations.IndexOf(all[i].Generation));
        WriteColumn(json, "background", all.Count, i => all[i].Kind == CollectionKind.Background ? 1 : 0);
        WriteColumn(json, "cause", all.Count, i => causes.IndexOf(CauseOf(all[i])));
        WriteColumn(json, "induced", all.Count, i => all[i].Induced ? 1 : 0);
        WriteDifferences(json, "start", all.Count, i => Microseconds(all[i].StartNanoseconds));
        WriteColumn(json, "length", all.Count, i => Microseconds(all[i].EndNanoseconds - all[i].StartNanoseconds));
        WriteColumn(json, "pause", all.Count, i => Microseconds(paused[i]));
        WriteColumn(json, "heap_before", all.Count, i => all[i].HeapBeforeBytes);
        WriteColumn(json, "heap_after", all.Count, i => all[i].HeapAfterBytes);
        WriteColumn(json, "promoted", all.Count, i => all[i].PromotedBytes);
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

    private static void WriteDifferences(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf)
    {
        var before = 0L;
        WriteColumn(json, name, count, i =>
        {
            if (valueOf(i) is not { } value) return null;
            var difference = value - before;
            before = value;
            return difference;
        });
    }

    private static void WriteColumn(Utf8JsonWriter json, string name, int count, Func<int, long?> valueOf)
    {
        json.WriteStartArray(name);
        for (var i = 0; i < count; i++)
        {
            if (valueOf(i) is { } value) json.WriteNumberValue(value);
            else json.WriteNullValue();
            if (json.BytesPending > FlushBytes) json.Flush();
        }

        json.WriteEndArray();
    }

    private static long? Microseconds(long? nanoseconds) => nanoseconds is { } value ? (value + (value < 0 ? -500 : 500)) / 1000 : null;
}
