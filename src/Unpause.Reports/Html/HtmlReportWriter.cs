namespace Unpause.Reports.Html;

/// <summary>
/// Writes the report as one self-contained HTML file: the page that <c>web/</c> builds, the JSON document in one inert element, the
/// timeline of pauses and collections in another, and a plain HTML version for readers without scripts. It loads nothing from the network.
/// </summary>
public sealed class HtmlReportWriter : IReportWriter
{
    private static readonly Lazy<PageTemplate> Template = new(() => PageTemplate.Read(
        "Unpause.report.html",
        PageTemplate.Body,
        "<script id=\"unpause-report\" type=\"application/json\">",
        "<script id=\"unpause-timeline\" type=\"application/octet-stream\">",
        PageTemplate.Markdown));

    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        var parts = Template.Value.Parts;
        output.Write(parts[0].Span);
        PlainPage.Write(document, output);
        output.Write(parts[1].Span);
        using (var safe = new ScriptDataStream(output))
        {
            new JsonReportWriter(indented: false).Write(PageDocument.Trim(document), timeline, safe);
        }

        output.Write(parts[2].Span);
        TimelineJson.WritePacked(document, timeline, output);
        output.Write(parts[3].Span);
        using (var markdown = new MemoryStream())
        {
            new MarkdownReportWriter().Write(document, timeline, markdown);
            PageTemplate.WriteText(markdown.GetBuffer().AsSpan(0, (int)markdown.Length), output);
        }

        output.Write(parts[4].Span);
    }
}

/// <summary>The document in the page: without histograms, and without call sites, which the page has in its timeline.</summary>
internal static class PageDocument
{
    /// <summary>Most call sites of deaths in gen2 that the page shows.</summary>
    private const int MostPlacesOnThePage = 20;

    /// <summary>The document for the page.</summary>
    public static ReportDocument Trim(ReportDocument document) => document with
    {
        Processes = [.. document.Processes.Select(Trim)],
        Requests = document.Requests is { } requests ? requests with { Histogram = null } : null,
    };

    private static ProcessDocument Trim(ProcessDocument process) =>
        process with
        {
            Pauses = process.Pauses with { Histogram = null },
            Stops = process.Stops is { } stops ? Trim(stops) : null,
            Allocations = process.Allocations is { } allocations ? Trim(allocations) : null,
            CpuSamples = process.CpuSamples is { } cpu ? cpu with { Stacks = [] } : null,
            LiveHeap = process.LiveHeap is { } heap ? heap with { Sites = [] } : null,
            Goroutines = process.Goroutines is { } goroutines ? goroutines with { Sites = [] } : null,
        };

    private static StopsDocument Trim(StopsDocument stops) =>
        stops with { Histogram = null, GcStops = stops.GcStops is { } gcStops ? gcStops with { Histogram = null } : null };

    private static AllocationsDocument Trim(AllocationsDocument allocations) => allocations with
    {
        Sites = [],
        Gen2Deaths = allocations.Gen2Deaths is { } deaths ? deaths with { Sites = [.. deaths.Sites.Take(MostPlacesOnThePage)] } : null,
    };
}
