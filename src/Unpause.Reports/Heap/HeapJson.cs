using System.Text.Json;
using Unpause.Recordings.Histograms;

namespace Unpause.Reports.Heap;

/// <summary>Heap snapshots as JSON: the contract <c>unpause.heap/1</c> (schema/unpause.heap-1.schema.json).</summary>
public static class HeapJson
{
    /// <summary>The contract's name and version.</summary>
    internal const string Schema = "unpause.heap/1";

    /// <summary>Writes all and live objects of a process.</summary>
    public static void Write(Stream output, HeapPlunge heap, int processId, HeapOrder order) => Write(output, "live", json =>
    {
        json.WriteNumber("pid", processId);
        json.WriteNumber("rounds", heap.Rounds);
        json.WriteNumber("all_bytes", heap.AllBytes);
        json.WriteNumber("live_bytes", heap.LiveBytes);
        json.WriteStartArray("classes");
        foreach (var row in HeapTables.Ordered(heap, order))
        {
            json.WriteStartObject();
            json.WriteString("type", row.Type);
            json.WriteBoolean("library", row.Library);
            json.WriteNumber("all", row.All.Instances);
            json.WriteNumber("live", row.Live.Instances);
            json.WriteNumber("freed", row.Instances);
            json.WriteNumber("live_percent", Math.Round(row.LiveShare * 100, 2));
            json.WriteNumber("all_bytes", row.All.Bytes);
            json.WriteNumber("live_bytes", row.Live.Bytes);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    });

    /// <summary>Writes a comparison.</summary>
    public static void Write(Stream output, HeapComparison heaps, HeapOrder order) => Write(output, "comparison", json =>
    {
        var comparison = heaps.Classes;
        WriteTotals(json, "before", comparison.Before);
        WriteTotals(json, "after", comparison.After);
        json.WriteStartArray("classes");
        foreach (var row in HeapTables.Ordered(comparison, order))
        {
            json.WriteStartObject();
            json.WriteString("type", row.Type);
            json.WriteBoolean("library", row.Library);
            json.WriteNumber("before", row.Before.Instances);
            json.WriteNumber("after", row.After.Instances);
            json.WriteNumber("change", row.Instances);
            json.WriteNumber("before_bytes", row.Before.Bytes);
            json.WriteNumber("after_bytes", row.After.Bytes);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        if (heaps.Retainers is { } retainers) RetainedJson.Write(json, retainers);
        if (heaps.Python is { } python) PythonHeapJson.Write(json, python);
    });

    /// <summary>Writes one heap snapshot.</summary>
    public static void Write(Stream output, HeapFile heap, HeapOrder order) => Write(output, "histogram", json =>
    {
        var histogram = heap.Histogram;
        if (heap.ProcessId is { } processId) json.WriteNumber("pid", processId);
        WriteTotals(json, "total", histogram);
        json.WriteStartArray("classes");
        foreach (var row in histogram.Classes.OrderByDescending(row => order == HeapOrder.Bytes ? row.Bytes : row.Instances).ThenBy(
            row => row.Type, StringComparer.Ordinal))
        {
            json.WriteStartObject();
            json.WriteString("type", row.Type);
            json.WriteNumber("objects", row.Instances);
            json.WriteNumber("bytes", row.Bytes);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        if (heap.Content is { } content) RetainedJson.Write(json, content);
        if (heap.Python is { } python) PythonHeapJson.Write(json, python, histogram);
    });

    private static void Write(Stream output, string kind, Action<Utf8JsonWriter> content)
    {
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("tool_version", ToolVersion.Text);
            json.WriteString("kind", kind);
            content(json);
            json.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    private static void WriteTotals(Utf8JsonWriter json, string name, ClassHistogram histogram)
    {
        json.WriteStartObject(name);
        json.WriteNumber("objects", histogram.Instances);
        json.WriteNumber("bytes", histogram.Bytes);
        json.WriteNumber("classes", histogram.Count);
        json.WriteEndObject();
    }
}
