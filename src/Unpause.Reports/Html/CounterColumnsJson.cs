using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports.Html;

/// <summary>What the runtime published every second, for the timeline element: times as differences, values with three decimals.</summary>
internal static class CounterColumnsJson
{
    /// <summary>Writes <c>counters</c>; null when the recording has none. Those that were always 0 are left out.</summary>
    public static void Write(Utf8JsonWriter json, IReadOnlyList<ProcessCounter>? counters)
    {
        if (counters is null)
        {
            json.WriteNull("counters");
            return;
        }

        json.WriteStartArray("counters");
        foreach (var counter in counters.Where(counter => counter.Max > 0))
        {
            json.WriteStartObject();
            json.WriteString("name", counter.Name);
            json.WriteString("unit", counter.Unit);
            ColumnJson.WriteDifferences(
                json, "time", counter.Values.Count, i => ColumnJson.Microseconds(counter.Values[i].TimeNanoseconds));
            ColumnJson.WriteDecimals(json, "value", counter.Values.Count, i => counter.Values[i].Value);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
