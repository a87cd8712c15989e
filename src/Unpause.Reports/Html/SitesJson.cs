using System.Text.Json;
using Unpause.Analysis.Allocations;
using Unpause.Recordings.Allocations;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Html;

/// <summary>
/// Where a process allocated, what of that is in use, and where goroutines stand (their number in place of bytes), for the page: methods
/// and types by index, and the stacks one behind the other, the innermost method first, each as long as <c>depth</c> says. <c>own</c> tells
/// which methods are the program's own and not its platform's.
/// </summary>
internal static class SitesJson
{
    /// <summary>Writes the three, each null where it isn't told.</summary>
    public static void Write(Utf8JsonWriter json, ProcessDocument process)
    {
        Write(json, "sites", process.Allocations?.Sites.Select(
            site => new Row(site.Stack, site.Type, HeapOf(site), site.Bytes, site.Samples)));
        Write(json, "live_sites", process.LiveHeap?.Sites.Select(
            site => new Row(site.Stack, null, AllocationHeap.Small, site.Bytes, 0)));
        Write(json, "goroutine_sites", process.Goroutines?.Sites.Select(
            site => new Row(site.Stack, null, AllocationHeap.Small, site.Count, 0)));
    }

    private static void Write(Utf8JsonWriter json, string name, IEnumerable<Row>? rows)
    {
        if (rows is null)
        {
            json.WriteNull(name);
            return;
        }

        var sites = rows.ToList();
        var methods = new List<string>();
        foreach (var site in sites) methods.AddRange(site.Stack);
        var names = new NameColumn(methods.Count, i => methods[i]);
        var types = new NameColumn(sites.Count, i => sites[i].Type);
        json.WriteStartObject(name);
        names.WriteTable(json, "methods");
        var own = names.Names.Select(method => UserFrames.IsPlatform(method) ? 0L : 1L).ToList();
        ColumnJson.Write(json, "app", own.Count, i => own[i]);
        types.WriteTable(json, "types");
        ColumnJson.Write(json, "type", sites.Count, i => types.IndexOf(sites[i].Type));
        ColumnJson.Write(json, "heap", sites.Count, i => (long)sites[i].Heap);
        ColumnJson.Write(json, "bytes", sites.Count, i => sites[i].Bytes);
        ColumnJson.Write(json, "samples", sites.Count, i => sites[i].Samples);
        ColumnJson.Write(json, "depth", sites.Count, i => sites[i].Stack.Count);
        ColumnJson.Write(json, "stack", methods.Count, i => names.IndexOf(methods[i]));
        json.WriteEndObject();
    }

    private static AllocationHeap HeapOf(AllocationSiteDocument site) =>
        site.Large ? AllocationHeap.Large : site.Pinned ? AllocationHeap.Pinned : AllocationHeap.Small;

    private sealed record Row(IReadOnlyList<string> Stack, string? Type, AllocationHeap Heap, long Bytes, long Samples);
}
