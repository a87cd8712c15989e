using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The contract's <c>events</c>: every collection with its pauses and phases; and <c>waits</c>: every wait of a thread.</summary>
internal static class EventsJson
{
    private static readonly (string Name, CollectionFact Fact)[] Names =
    [
        ("heaps", CollectionFact.Heaps),
        ("memory_load_percent", CollectionFact.MemoryLoadPercent),
        ("pinned_objects", CollectionFact.PinnedObjects),
        ("handles", CollectionFact.Handles),
        ("finalizable_objects", CollectionFact.FinalizableObjects),
        ("finalizable_bytes", CollectionFact.FinalizableBytes),
        ("fullest_heap_survived_bytes", CollectionFact.FullestHeapSurvivedBytes),
        ("committed_in_use_bytes", CollectionFact.CommittedInUseBytes),
        ("committed_free_bytes", CollectionFact.CommittedFreeBytes),
    ];

    public static void Write(Utf8JsonWriter json, Recording recording)
    {
        var parts = PartsByCollection.Of(recording);
        var thresholds = new ThresholdsJson(recording);
        json.WriteStartArray("events");
        for (var index = 0; index < recording.Collections.Count; index++)
        {
            WriteCollection(json, recording, parts, thresholds, index);
            // The writer's own buffer would otherwise hold the whole list.
            if (json.BytesPending > 32 * 1024) json.Flush();
        }

        json.WriteEndArray();
        json.WriteStartArray("waits");
        foreach (var stall in recording.Stalls)
        {
            WriteWait(json, stall);
            if (json.BytesPending > 32 * 1024) json.Flush();
        }

        json.WriteEndArray();
    }

    private static void WriteWait(Utf8JsonWriter json, Stall stall)
    {
        json.WriteStartObject();
        json.WriteMilliseconds("start_ms", stall.StartNanoseconds == Pause.NoTime ? null : stall.StartNanoseconds);
        json.WriteMilliseconds("duration_ms", stall.DurationNanoseconds);
        json.WriteString("name", stall.Name);
        json.WriteNumberOrNull("thread_id", stall.ThreadId);
        json.WriteEndObject();
    }

    private static void WriteCollection(Utf8JsonWriter json, Recording recording, PartsByCollection parts, ThresholdsJson thresholds, int index)
    {
        var collection = recording.Collections[index];
        json.WriteStartObject();
        json.WriteNumber("number", collection.Number);
        json.WriteString("generation", collection.Generation);
        json.WriteString("type", CollectionType.Of(recording, index));
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
        json.WriteNumberOrNull("allocated_bytes", collection.AllocatedBytes);
        WritePhases(json, parts.Phases(index));
        JsonReportWriter.WriteStrings(json, "reasons", collection.Marks ?? []);
        thresholds.Write(json, index, collection);
        WriteFacts(json, recording.Facts, index);
        json.WriteEndObject();
    }

    /// <summary>The collection's further numbers; those that are not known are left out.</summary>
    private static void WriteFacts(Utf8JsonWriter json, CollectionFacts? facts, int index)
    {
        Span<long> row = stackalloc long[CollectionFacts.Width];
        if (facts?.TryRead(index, row) != true) return;
        if (row[CollectionFacts.Index(CollectionFact.SuspensionNanoseconds)] is var suspension and not CollectionFacts.Unknown) json.WriteMilliseconds("suspension_ms", (long?)suspension);
        foreach (var (name, fact) in Names)
        {
            if (row[CollectionFacts.Index(fact)] is var value and not CollectionFacts.Unknown) json.WriteNumber(name, value);
        }

        json.WriteStartObject("spaces");
        for (var space = HeapSpace.Gen0; space <= HeapSpace.Pinned; space++)
        {
            if (row[CollectionFacts.Index(space, SpaceFact.After)] == CollectionFacts.Unknown) continue;
            json.WriteStartObject(CollectorJson.NameOf(space));
            json.WriteNumber("before_bytes", row[CollectionFacts.Index(space, SpaceFact.Before)]);
            json.WriteNumber("after_bytes", row[CollectionFacts.Index(space, SpaceFact.After)]);
            json.WriteNumber("free_bytes", row[CollectionFacts.Index(space, SpaceFact.Free)]);
            json.WriteNumber("survived_bytes", row[CollectionFacts.Index(space, SpaceFact.Survived)]);
            json.WriteNumber("budget_bytes", row[CollectionFacts.Index(space, SpaceFact.Budget)]);
            json.WriteEndObject();
        }

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
            json.WriteMilliseconds(group.Key, Total.Of(group, phase => phase.DurationNanoseconds));
        }

        json.WriteEndObject();
    }
}
