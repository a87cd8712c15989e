using System.Text.Json;
using Unpause.Analysis.Allocations;
using Unpause.Recordings;

namespace Unpause.Reports;

/// <summary>Writes <c>allocations</c> of the contract.</summary>
internal static class AllocationsJson
{
    /// <summary>The page has the sites of allocations in columns of its own; of deaths in gen2 it shows the first.</summary>
    private const int MostPlacesOnThePage = 20;

    /// <param name="json">Where to.</param>
    /// <param name="allocations">The samples; null when there are none.</param>
    /// <param name="deaths">How much of the large objects died; null when that isn't known.</param>
    /// <param name="gen2">What died in gen2; null when that was not followed.</param>
    /// <param name="sites">Whether places are listed: the page has them in a shorter form beside the contract.</param>
    public static void Write(Utf8JsonWriter json, AllocationSamples? allocations, LargeObjectDeaths? deaths, Gen2Deaths? gen2, bool sites)
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
        WriteDeaths(json, deaths);
        WriteGen2(json, gen2, sites);
        json.WriteStartArray("by_type");
        foreach (var type in summary.ByType) WriteType(json, type);
        json.WriteEndArray();
        json.WriteStartArray("sites");
        foreach (var site in sites ? allocations.Sites : []) WriteSite(json, site, deaths);
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

    private static void WriteGen2(Utf8JsonWriter json, Gen2Deaths? deaths, bool sites)
    {
        if (deaths is null)
        {
            json.WriteNull("gen2_deaths");
            return;
        }

        json.WriteStartObject("gen2_deaths");
        json.WriteString("basis", deaths.Basis);
        json.WriteNumber("gen2_collections", deaths.Collections);
        json.WriteNumber("followed_bytes", deaths.FollowedBytes);
        json.WriteNumber("promoted_bytes", deaths.PromotedBytes);
        json.WriteNumber("died_bytes", deaths.DiedBytes);
        json.WriteNumber("lost_bytes", deaths.LostBytes);
        json.WriteStartArray("sites");
        foreach (var site in deaths.Sites.Take(sites ? deaths.Sites.Count : MostPlacesOnThePage)) WriteSite(json, site, null);
        json.WriteEndArray();
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
        json.WriteNumberOrNull("own_frame", UserFrames.First(site.Stack));
        // In proportion to what each site allocated: which objects died is not told.
        json.WriteNumberOrNull("died_bytes", site.Heap == AllocationHeap.Large && deaths is not null ? (long)(site.Bytes * deaths.Share) : null);
        json.WriteStartArray("stack");
        foreach (var method in site.Stack) json.WriteStringValue(method);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}
