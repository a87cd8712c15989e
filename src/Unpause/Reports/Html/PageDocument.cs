using Unpause.Reports.Documents;

namespace Unpause.Reports.Html;

/// <summary>The document as the page holds it: without what the page has in its timeline, or doesn't show.</summary>
internal static class PageDocument
{
    /// <summary>The page has the sites of allocations in columns of its own; of deaths in gen2 it shows the first.</summary>
    private const int MostPlacesOnThePage = 20;

    /// <summary>The document for the page.</summary>
    public static ReportDocument Of(ReportDocument document) => document with
    {
        Processes = [.. document.Processes.Select(Of)],
        Requests = document.Requests is { } requests ? requests with { Histogram = WithoutBlocks(requests.Histogram) } : null,
    };

    private static ProcessDocument Of(ProcessDocument process) => process with
    {
        Pauses = process.Pauses with { Histogram = WithoutBlocks(process.Pauses.Histogram) },
        Stops = process.Stops is { } stops ? stops with { Histogram = WithoutBlocks(stops.Histogram) } : null,
        Allocations = process.Allocations is { } allocations ? Of(allocations) : null,
    };

    private static AllocationsDocument Of(AllocationsDocument allocations) => allocations with
    {
        Sites = [],
        Gen2Deaths = allocations.Gen2Deaths is { } deaths ? deaths with { Sites = [.. deaths.Sites.Take(MostPlacesOnThePage)] } : null,
    };

    private static HistogramDocument? WithoutBlocks(HistogramDocument? histogram) => histogram is null ? null : histogram with { Blocks = [] };
}
