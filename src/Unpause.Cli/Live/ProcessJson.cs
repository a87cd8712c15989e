using System.Globalization;
using System.Text.Json;
using Unpause.Recorder.Live;

namespace Unpause.Cli.Live;

/// <summary>A live process as JSON: snake_case, sizes in bytes, null for unknown.</summary>
internal static class ProcessJson
{
    /// <summary>Writes one object.</summary>
    public static void Write(LiveProcess process, Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteNumber("pid", process.Id);
        json.WriteString("user", process.User);
        json.WriteString("runtime", process.Runtime);
        json.WriteString("runtime_version", process.Version);
        json.WriteString("collector", process.Collector);
        if (process.HeapLimitBytes is { } limit) json.WriteNumber("heap_limit_bytes", limit);
        else json.WriteNull("heap_limit_bytes");
        json.WriteString("started_at", process.StartedAt?.ToString("yyyy-MM-ddTHH:mm:ss.fffK", CultureInfo.InvariantCulture));
        json.WriteString("service", process.Service);
        json.WriteString("container_id", process.ContainerId);
        json.WriteString("pod", process.Pod);
        json.WriteStartArray("command");
        foreach (var argument in process.Command) json.WriteStringValue(argument);
        json.WriteEndArray();
        json.WriteBoolean("recordable", process.Recordable);
        json.WriteString("recording_method", process.RecordedBy);
        json.WriteStartArray("obstacles");
        foreach (var obstacle in process.Obstacles)
        {
            json.WriteStartObject();
            json.WriteString("problem", obstacle.What);
            json.WriteString("fix", obstacle.Instead);
            json.WriteBoolean("blocking", obstacle.Hard);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteEndObject();
    }
}
