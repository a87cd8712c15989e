using System.Text.Json;
using Unpause.Analysis.Allocations;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>Writes <c>allocations</c> of the contract.</summary>
internal static class AllocationsJson
{
    /// <param name="json">Where to.</param>
    /// <param name="allocations">The samples; null when there are none.</param>
    /// <param name="sites">Whether places are listed: the page has them in a shorter form beside the contract.</param>
    public static void Write(Utf8JsonWriter json, AllocationSamples? allocations, bool sites)
    {
        if (AllocationSummary.Of(allocations) is not { } summary)
        {
            json.WriteNull("allocations");
            return;
        }

        json.WriteStartObject("allocations");
        json.WriteString("basis", allocations!.Basis);
        json.WriteBoolean("large_objects_exact", allocations.LargeObjectsExact);
        json.WriteNumber("bytes", summary.Bytes);
        json.WriteNumber("large_bytes", summary.LargeBytes);
        json.WriteNumber("pinned_bytes", summary.PinnedBytes);
        json.WriteStartArray("by_type");
        foreach (var type in summary.ByType) WriteType(json, type);
        json.WriteEndArray();
        json.WriteStartArray("sites");
        foreach (var site in sites ? allocations.Sites : []) WriteSite(json, site);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteType(Utf8JsonWriter json, TypeAllocations type)
    {
        json.WriteStartObject();
        json.WriteString("type", type.Type);
        json.WriteNumber("bytes", type.Bytes);
        json.WriteNumber("large_bytes", type.LargeBytes);
        json.WriteNumber("samples", type.Samples);
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
        json.WriteNumberOrNull("own_frame", UserFrames.First(site.Stack));
        json.WriteStartArray("stack");
        foreach (var method in site.Stack) json.WriteStringValue(method);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
