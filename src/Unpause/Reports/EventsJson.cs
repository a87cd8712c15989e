using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The contract's <c>events</c>: every collection with its pauses and phases.</summary>
internal static class EventsJson
{
    public static void Write(Utf8JsonWriter json, Recording recording)
    {
        var parts = PartsByCollection.Of(recording);
        json.WriteStartArray("events");
        for (var index = 0; index < recording.Collections.Count; index++)
        {
            WriteCollection(json, recording.Collections[index], parts, index);
            // The writer's own buffer would otherwise hold the whole list.
            if (json.BytesPending > 32 * 1024) json.Flush();
        }

        json.WriteEndArray();
    }

    private static void WriteCollection(Utf8JsonWriter json, Collection collection, PartsByCollection parts, int index)
    {
        json.WriteStartObject();
        json.WriteNumber("number", collection.Number);
        json.WriteString("generation", collection.Generation);
        json.WriteString("kind", collection.Kind == CollectionKind.Background ? "background" : "blocking");
        json.WriteString("cause", collection.Cause);
        json.WriteString("runtime_cause", collection.RuntimeCause);
        json.WriteBoolean("induced", collection.Induced);
        json.WriteMilliseconds("start_ms", collection.StartNanoseconds);
        json.WriteStartArray("pauses");
        foreach (var pause in parts.Pauses(index)) WritePause(json, pause);
        json.WriteEndArray();
        json.WriteNumberOrNull("heap_before_bytes", collection.HeapBeforeBytes);
        json.WriteNumberOrNull("heap_after_bytes", collection.HeapAfterBytes);
        json.WriteNumberOrNull("promoted_bytes", collection.PromotedBytes);
        WritePhases(json, parts.Phases(index));
        json.WriteEndObject();
    }

    private static void WritePause(Utf8JsonWriter json, Pause pause)
    {
        json.WriteStartObject();
        json.WriteMilliseconds("start_ms", pause.HasTime ? pause.StartNanoseconds : null);
        json.WriteMilliseconds("duration_ms", pause.DurationNanoseconds);
        json.WriteString("phase", pause.Name);
        json.WriteEndObject();
    }

    /// <summary>Phases as name → milliseconds; the same name twice in one collection is added up.</summary>
    private static void WritePhases(Utf8JsonWriter json, IEnumerable<Phase> phases)
    {
        json.WriteStartObject("phases");
        foreach (var group in phases.GroupBy(phase => phase.Name, StringComparer.Ordinal))
        {
            json.WriteMilliseconds(group.Key, group.SumSaturated(phase => phase.DurationNanoseconds));
        }

        json.WriteEndObject();
    }
}
