using Unpause.Reports.Documents;

namespace Unpause.Reports.Html;

/// <summary>The document as the page holds it: without the places in code, which the page has in its timeline.</summary>
internal static class PageDocument
{
    /// <summary>Of deaths in gen2 the page shows the first places.</summary>
    private const int MostPlacesOnThePage = 20;

    /// <summary>The document for the page.</summary>
    public static ReportDocument Of(ReportDocument document) => document with { Processes = [.. document.Processes.Select(Of)] };

    private static ProcessDocument Of(ProcessDocument process) =>
        process with
        {
            Allocations = process.Allocations is { } allocations ? Of(allocations) : null,
            CpuSamples = process.CpuSamples is { } cpu ? cpu with { Stacks = [] } : null,
            LiveHeap = process.LiveHeap is { } heap ? heap with { Sites = [] } : null,
            Goroutines = process.Goroutines is { } goroutines ? goroutines with { Sites = [] } : null,
        };

    private static AllocationsDocument Of(AllocationsDocument allocations) => allocations with
    {
        Sites = [],
        Gen2Deaths = allocations.Gen2Deaths is { } deaths ? deaths with { Sites = [.. deaths.Sites.Take(MostPlacesOnThePage)] } : null,
    };
}
