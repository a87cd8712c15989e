using System.Text.Json;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>Writes <c>allocations</c> of the contract.</summary>
internal static class AllocationsJson
{
    public static void Write(Utf8JsonWriter json, AllocationSamples? allocations, LargeObjectDeaths? deaths)
    {
        if (allocations is null)
        {
            json.WriteNull("allocations");
            return;
        }

        json.WriteStartObject("allocations");
        json.WriteString("basis", allocations.Basis);
        json.WriteBoolean("large_objects_exact", allocations.LargeObjectsExact);
        WriteDeaths(json, deaths);
        json.WriteStartArray("sites");
        foreach (var site in allocations.Sites) WriteSite(json, site, deaths);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteDeaths(Utf8JsonWriter json, LargeObjectDeaths? deaths)
    {
        if (deaths is null)
        {
            json.WriteNull("large_object_deaths");
            return;
        }

        json.WriteStartObject("large_object_deaths");
        json.WriteString("basis", deaths.Basis);
        json.WriteNumber("allocated_bytes", deaths.AllocatedBytes);
        json.WriteNumber("died_bytes", deaths.DiedBytes);
        json.WriteEndObject();
    }

    private static void WriteSite(Utf8JsonWriter json, AllocationSite site, LargeObjectDeaths? deaths)
    {
        json.WriteStartObject();
        json.WriteString("type", site.Type);
        json.WriteNumber("bytes", site.Bytes);
        json.WriteNumber("samples", site.Samples);
        json.WriteBoolean("large", site.Heap == AllocationHeap.Large);
        json.WriteBoolean("pinned", site.Heap == AllocationHeap.Pinned);
        // In proportion to what each site allocated: which objects died is not told.
        json.WriteNumberOrNull("died_bytes", site.Heap == AllocationHeap.Large && deaths is not null ? (long)(site.Bytes * deaths.Share) : null);
        json.WriteStartArray("stack");
        foreach (var method in site.Stack) json.WriteStringValue(method);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
