using System.Text.Json;
using Unpause.Analysis.Allocations;
using Unpause.Recordings.Allocations;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Html;

/// <summary>
/// Where a process allocated, for the page: methods and types by index, and the stacks one behind the other, the
/// innermost method first, each as long as <c>depth</c> says. <c>own</c> tells which methods are the program's own and not its platform's.
/// </summary>
internal static class SitesJson
{
    public static void Write(Utf8JsonWriter json, AllocationsDocument? allocations)
    {
        if (allocations is null)
        {
            json.WriteNull("sites");
            return;
        }

        var sites = allocations.Sites;
        var methods = new List<string>();
        foreach (var site in sites) methods.AddRange(site.Stack);
        var names = new NameColumn(methods.Count, i => methods[i]);
        var types = new NameColumn(sites.Count, i => sites[i].Type);
        json.WriteStartObject("sites");
        names.WriteTable(json, "methods");
        var own = names.Names.Select(name => UserFrames.IsPlatform(name) ? 0L : 1L).ToList();
        ColumnJson.Write(json, "own", own.Count, i => own[i]);
        types.WriteTable(json, "types");
        ColumnJson.Write(json, "type", sites.Count, i => types.IndexOf(sites[i].Type));
        ColumnJson.Write(json, "heap", sites.Count, i => (long)HeapOf(sites[i]));
        ColumnJson.Write(json, "bytes", sites.Count, i => sites[i].Bytes);
        ColumnJson.Write(json, "samples", sites.Count, i => sites[i].Samples);
        ColumnJson.Write(json, "depth", sites.Count, i => sites[i].Stack.Count);
        ColumnJson.Write(json, "stack", methods.Count, i => names.IndexOf(methods[i]));
        json.WriteEndObject();
    }

    private static AllocationHeap HeapOf(AllocationSiteDocument site) =>
        site.Large ? AllocationHeap.Large : site.Pinned ? AllocationHeap.Pinned : AllocationHeap.Small;
}
