using System.Text.Json;
using Unpause.Recordings.Histograms;
using Unpause.Recordings.PythonHeaps;

namespace Unpause.Reports.Heap;

/// <summary>The parts of a CPython heap snapshot besides its types, as a part of <c>unpause.heap/1</c>.</summary>
internal static class PythonHeapJson
{
    /// <summary>Writes one heap snapshot.</summary>
    public static void Write(Utf8JsonWriter json, PythonHeap heap, ClassHistogram histogram)
    {
        WriteSnapshot(json, heap);
        Write(json, PythonHeapTables.Newest(heap, histogram));
    }

    /// <summary>Writes the comparison of two heap snapshots.</summary>
    public static void Write(Utf8JsonWriter json, PythonGrowth growth)
    {
        if (growth.Nanoseconds is { } time) json.WriteNumber("interval_ms", time / 1e6);
        WriteSnapshot(json, growth.After);
        Write(json, growth.Newest);
    }

    private static void WriteSnapshot(Utf8JsonWriter json, PythonHeap heap)
    {
        json.WriteNumber("garbage_objects", heap.Garbage);
        json.WriteNumber("garbage_bytes", heap.GarbageBytes);
        json.WriteStartArray("garbage_classes");
        foreach (var type in heap.Types.Where(type => type.Garbage > 0).OrderByDescending(type => type.Garbage))
        {
            json.WriteStartObject();
            json.WriteString("type", type.Name);
            json.WriteNumber("objects", type.Garbage);
            json.WriteNumber("bytes", type.GarbageBytes);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteStartObject("traversal");
        json.WriteNumber("references", heap.Followed);
        json.WriteNumber("references_in_leaf_containers", heap.FollowedInPlain);
        json.WriteNumber("leaf_containers", heap.PlainContainers);
        json.WriteStartArray("largest_leaf_containers");
        foreach (var way in heap.LargestPlain)
        {
            json.WriteStartObject();
            json.WriteString("type", way.Type);
            json.WriteNumber("references", way.References);
            json.WriteString("retention_path", way.Text);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, IReadOnlyList<NewestObjects> newest)
    {
        json.WriteStartArray("newest");
        foreach (var group in newest)
        {
            json.WriteStartObject();
            json.WriteString("type", group.Type);
            json.WriteNumber("objects", group.Objects);
            json.WriteNumber("inspected_objects", group.Followed);
            json.WriteString("retention_path", group.Way);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
