using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>Writes <c>allocations</c> of the contract.</summary>
internal static class AllocationsJson
{
    public static void Write(Utf8JsonWriter json, AllocationSamples? allocations)
    {
        if (allocations is null)
        {
            json.WriteNull("allocations");
            return;
        }

        json.WriteStartObject("allocations");
        json.WriteString("basis", allocations.Basis);
        json.WriteBoolean("large_objects_exact", allocations.LargeObjectsExact);
        json.WriteStartArray("sites");
        foreach (var site in allocations.Sites) WriteSite(json, site);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteSite(Utf8JsonWriter json, AllocationSite site)
    {
        json.WriteStartObject();
        json.WriteString("type", site.Type);
        json.WriteNumber("bytes", site.Bytes);
        json.WriteNumber("samples", site.Samples);
        json.WriteBoolean("large", site.Heap == AllocationHeap.Large);
        json.WriteBoolean("pinned", site.Heap == AllocationHeap.Pinned);
        json.WriteStartArray("stack");
        foreach (var method in site.Stack) json.WriteStringValue(method);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
