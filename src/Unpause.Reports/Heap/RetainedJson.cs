using System.Text.Json;
using Unpause.Analysis.Heap;
using Unpause.Recordings.Heap;

namespace Unpause.Reports.Heap;

/// <summary>What retains the objects of a heap, as a part of <c>unpause.heap/1</c>.</summary>
internal static class RetainedJson
{
    /// <summary>Writes the retainers of one heap.</summary>
    public static void Write(Utf8JsonWriter json, HeapContent heap)
    {
        if (heap.StopNanoseconds is { } stop) json.WriteNumber("stop_ms", stop / 1e6);
        json.WriteStartArray("retained");
        foreach (var retained in heap.Retainers)
        {
            json.WriteStartObject();
            WriteWay(json, retained);
            json.WriteNumber("objects", retained.Objects);
            json.WriteNumber("bytes", retained.Bytes);
            json.WriteNumber("retained_objects", retained.AllObjects);
            json.WriteNumber("retained_bytes", retained.AllBytes);
            if (retained.FreedBytes is { } freed) json.WriteNumber("freed_bytes", freed);
            json.WriteString("dominant_type", retained.Mostly);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    /// <summary>Writes the changes of retainers.</summary>
    public static void Write(Utf8JsonWriter json, IReadOnlyList<RetainedChange> changes)
    {
        json.WriteStartArray("retained");
        foreach (var change in changes)
        {
            json.WriteStartObject();
            WriteWay(json, change.Now);
            json.WriteNumber("before", change.Before);
            json.WriteNumber("after", change.Now.Objects);
            json.WriteNumber("before_bytes", change.BeforeBytes);
            json.WriteNumber("after_bytes", change.Now.AllBytes);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    /// <summary>The kind of a GC root in the JSON.</summary>
    public static string NameOf(HeapRootKind kind) => kind switch
    {
        HeapRootKind.Static => "static",
        HeapRootKind.ThreadStatic => "thread_static",
        HeapRootKind.Handle => "handle",
        HeapRootKind.PinnedHandle => "pinned_handle",
        HeapRootKind.Stack => "stack",
        HeapRootKind.Finalizer => "finalizer",
        _ => "other",
    };

    private static void WriteWay(Utf8JsonWriter json, RetainedObjects retained)
    {
        json.WriteString("type", retained.Type);
        json.WriteStartArray("retained_by");
        foreach (var type in retained.Chain) json.WriteStringValue(type);
        json.WriteEndArray();
        json.WriteString("root", NameOf(retained.RootKind));
        if (retained.RootName is { } name) json.WriteString("root_field", name);
    }
}
