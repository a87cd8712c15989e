using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>The contract's <c>counters</c>.</summary>
internal static class CountersJson
{
    public static void Write(Utf8JsonWriter json, IReadOnlyList<ProcessCounter>? counters)
    {
        if (counters is null)
        {
            json.WriteNull("counters");
            return;
        }

        json.WriteStartArray("counters");
        foreach (var counter in counters)
        {
            json.WriteStartObject();
            json.WriteString("name", counter.Name);
            json.WriteString("unit", counter.Unit);
            json.WriteNumber("samples", counter.Samples);
            json.WriteRounded("mean", counter.Mean, 3);
            json.WriteRounded("max", counter.Max, 3);
            json.WriteRounded("last", counter.Last, 3);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
