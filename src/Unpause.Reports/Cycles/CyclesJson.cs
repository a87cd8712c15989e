using System.Text.Json;
using Unpause.Recordings.Cycles;

namespace Unpause.Reports.Cycles;

/// <summary>Reference cycles as JSON: the contract <c>unpause.cycles/1</c> (schema/unpause.cycles-1.schema.json).</summary>
public static class CyclesJson
{
    /// <summary>The contract's name and version.</summary>
    internal const string Schema = "unpause.cycles/1";

    private const double NanosecondsPerMillisecond = 1e6;

    /// <summary>Writes a document.</summary>
    public static void Write(Stream output, CyclesDocument document)
    {
        using (var json = new Utf8JsonWriter(output, new JsonWriterOptions { Indented = true }))
        {
            json.WriteStartObject();
            json.WriteString("schema", Schema);
            json.WriteString("tool_version", ToolVersion.Text);
            json.WriteString("verdict", PlainText.Clean(CyclesText.Verdict(document)));
            json.WriteNumber("garbage_objects", document.Garbage);
            json.WriteNumber("sampled_objects", document.Seen);
            json.WriteNumber("unsampled_objects", Math.Round(document.NotSeen));
            json.WriteNumber("ungrouped_objects", document.NotInGroups);
            WriteKnown(json, "share_of_allocated_percent", document.SharePercentOfAllocated);
            json.WriteStartArray("processes");
            foreach (var process in document.Processes) Write(json, process);
            json.WriteEndArray();
            json.WriteStartArray("groups");
            foreach (var group in document.Groups) Write(json, group);
            json.WriteEndArray();
            json.WriteNumber("groups_omitted", document.GroupsLeftOut);
            json.WriteStartArray("notes");
            foreach (var note in document.Notes) json.WriteStringValue(PlainText.Clean(note));
            json.WriteEndArray();
            json.WriteEndObject();
        }

        output.WriteByte((byte)'\n');
    }

    private static void Write(Utf8JsonWriter json, CycleProcess process)
    {
        json.WriteStartObject();
        json.WriteNumber("pid", process.ProcessId);
        json.WriteString("runtime_version", process.RuntimeVersion);
        WriteKnown(json, "observed_ms", process.WatchedNanoseconds / NanosecondsPerMillisecond);
        json.WriteStartArray("generations");
        foreach (var generation in process.Generations)
        {
            json.WriteStartObject();
            json.WriteString("generation", generation.Generation);
            json.WriteNumber("collections", generation.Collections);
            json.WriteNumber("collected_objects", generation.Collected);
            json.WriteNumber("total_ms", generation.Nanoseconds / NanosecondsPerMillisecond);
            json.WriteNumber("snapshots", generation.Snapshots);
            json.WriteNumber("sampled_objects", generation.LookedAt);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteNumber("snapshots", process.Snapshots);
        json.WriteNumber("snapshots_exact", process.SnapshotsExact);
        json.WriteNumber("snapshots_inexact", process.SnapshotsInexact);
        json.WriteNumber("snapshots_failed", process.SnapshotsLost);
        json.WriteNumber("snapshots_too_large", process.SnapshotsTooLarge);
        WriteKnown(json, "snapshot_stop_total_ms", process.StopNanoseconds / NanosecondsPerMillisecond);
        WriteKnown(json, "snapshot_stop_max_ms", process.LongestStopNanoseconds / NanosecondsPerMillisecond);
        WriteKnown(json, "uncollected_objects", process.Left);
        WriteKnown(json, "allocated_bytes", process.AllocatedBytes);
        WriteKnown(json, "garbage_bytes", process.GarbageBytes);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, CycleGroup group)
    {
        json.WriteStartObject();
        json.WriteString("title", PlainText.Clean(group.Title));
        json.WriteNumber("share_percent", Math.Round(group.SharePercent, 2));
        json.WriteNumber("cycles", group.Cycles);
        json.WriteNumber("objects", group.Objects);
        json.WriteNumber("objects_in_cycles", group.InCycles);
        json.WriteNumber("bytes", group.Bytes);
        json.WriteNumber("estimated_objects", Math.Round(group.EstimatedObjects));
        json.WriteNumber("estimated_bytes", Math.Round(group.EstimatedBytes));
        Write(json, "types", group.Types);
        Write(json, "reachable_types", group.With);
        json.WriteStartArray("path");
        foreach (var step in group.Path)
        {
            json.WriteStartObject();
            json.WriteString("type", PlainText.Clean(step.Type));
            if (step.Detail is { } detail) json.WriteString("detail", PlainText.Clean(detail));
            json.WriteString("reference_kind", step.Kind);
            json.WriteString("name", PlainText.Clean(step.Name));
            json.WriteEndObject();
        }

        json.WriteEndArray();
        WriteText(json, "path_text", group.PathText);
        WriteText(json, "allocated_at", group.Origin);
        json.WriteStartObject("fix");
        json.WriteString("pattern", group.Cure.Pattern);
        json.WriteString("text", PlainText.Clean(group.Cure.Text));
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, string name, IReadOnlyList<TypeCount> types)
    {
        json.WriteStartArray(name);
        foreach (var type in types)
        {
            json.WriteStartObject();
            json.WriteString("type", PlainText.Clean(type.Type));
            json.WriteNumber("count", type.Count);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }

    private static void WriteText(Utf8JsonWriter json, string name, string? text) =>
        json.WriteString(name, text is null ? null : PlainText.Clean(text));

    private static void WriteKnown(Utf8JsonWriter json, string name, double? value)
    {
        if (value is { } known) json.WriteNumber(name, Math.Round(known, 3));
        else json.WriteNull(name);
    }
}
