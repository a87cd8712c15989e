using System.Buffers;

namespace Unpause.Reports.Html;

/// <summary>
/// Writes the report as one self-contained HTML file: the page that <c>web/</c> builds, the JSON document in one inert element, the
/// timeline of pauses and collections in another, and a plain HTML version for readers without scripts. It loads nothing from the network.
/// </summary>
public sealed class HtmlReportWriter : IReportWriter
{
    /// <inheritdoc/>
    public void Write(ReportDocument document, Timeline timeline, Stream output)
    {
        var template = ReportTemplate.Embedded;
        output.Write(template.BeforePlainPage.Span);
        PlainPage.Write(document, output);
        output.Write(template.BetweenPlainPageAndReport.Span);
        using (var safe = new ScriptDataStream(output))
        {
            new JsonReportWriter(indented: false).Write(PageDocument.Trim(document), timeline, safe);
        }

        output.Write(template.BetweenReportAndTimeline.Span);
        TimelineJson.WritePacked(document, timeline, output);
        output.Write(template.AfterTimeline.Span);
    }
}

/// <summary>The document in the page: without call sites, which the page has in its timeline.</summary>
internal static class PageDocument
{
    /// <summary>Most call sites of deaths in gen2 that the page shows.</summary>
    private const int MostPlacesOnThePage = 20;

    /// <summary>The document for the page.</summary>
    public static ReportDocument Trim(ReportDocument document) => document with { Processes = [.. document.Processes.Select(Trim)] };

    private static ProcessDocument Trim(ProcessDocument process) =>
        process with
        {
            Allocations = process.Allocations is { } allocations ? Trim(allocations) : null,
            CpuSamples = process.CpuSamples is { } cpu ? cpu with { Stacks = [] } : null,
            LiveHeap = process.LiveHeap is { } heap ? heap with { Sites = [] } : null,
            Goroutines = process.Goroutines is { } goroutines ? goroutines with { Sites = [] } : null,
        };

    private static AllocationsDocument Trim(AllocationsDocument allocations) => allocations with
    {
        Sites = [],
        Gen2Deaths = allocations.Gen2Deaths is { } deaths ? deaths with { Sites = [.. deaths.Sites.Take(MostPlacesOnThePage)] } : null,
    };
}

/// <summary>The built page, split where its plain text and its two data elements are filled in.</summary>
internal sealed class ReportTemplate
{
    private static readonly Lazy<ReportTemplate> LazyEmbedded = new(() => new ReportTemplate(ReadResource()));

    private ReportTemplate(ReadOnlyMemory<byte> page)
    {
        var body = EndOf(page, "<div id=\"page\">"u8);
        var report = EndOf(page, "<script id=\"unpause-report\" type=\"application/json\">"u8);
        var timeline = EndOf(page, "<script id=\"unpause-timeline\" type=\"application/octet-stream\">"u8);
        BeforePlainPage = page[..body];
        BetweenPlainPageAndReport = page[body..report];
        BetweenReportAndTimeline = page[report..timeline];
        AfterTimeline = page[timeline..];
    }

    /// <summary>The page embedded in this assembly.</summary>
    public static ReportTemplate Embedded => LazyEmbedded.Value;

    /// <summary>The part up to and including the start tag of the element whose content the script replaces.</summary>
    public ReadOnlyMemory<byte> BeforePlainPage { get; }

    /// <summary>The part from that element's end tag up to and including the start tag of the report's element.</summary>
    public ReadOnlyMemory<byte> BetweenPlainPageAndReport { get; }

    /// <summary>The part from the report's end tag up to and including the timeline's start tag.</summary>
    public ReadOnlyMemory<byte> BetweenReportAndTimeline { get; }

    /// <summary>The part from the timeline's end tag on.</summary>
    public ReadOnlyMemory<byte> AfterTimeline { get; }

    private static byte[] ReadResource()
    {
        using var resource = typeof(ReportTemplate).Assembly.GetManifestResourceStream("Unpause.report.html")
            ?? throw new InvalidOperationException("The assembly was built without its report page.");
        var page = new byte[resource.Length];
        resource.ReadExactly(page);
        return page;
    }

    private static int EndOf(ReadOnlyMemory<byte> page, ReadOnlySpan<byte> tag)
    {
        var start = page.Span.IndexOf(tag);
        if (start < 0 || page.Span[(start + 1)..].IndexOf(tag) >= 0)
        {
            throw new InvalidOperationException("The report page must have exactly one element of each kind to fill.");
        }

        return start + tag.Length;
    }
}

/// <summary>
/// Writes JSON into an HTML script element. <c>&lt;</c>, <c>&gt;</c> and <c>&amp;</c> become JSON escapes: no text can then end
/// the element or open a comment in it (HTML, "restrictions for contents of script elements"). In JSON these bytes occur only
/// inside strings, whatever the writer's encoder lets through. The target stays open.
/// </summary>
internal sealed class ScriptDataStream(Stream target) : Stream
{
    private static readonly SearchValues<byte> Dangerous = SearchValues.Create("<>&"u8);

    public override bool CanRead => false;

    public override bool CanSeek => false;

    public override bool CanWrite => true;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override void Write(ReadOnlySpan<byte> buffer)
    {
        while (buffer.IndexOfAny(Dangerous) is var at and >= 0)
        {
            target.Write(buffer[..at]);
            target.Write(Escape(buffer[at]));
            buffer = buffer[(at + 1)..];
        }

        target.Write(buffer);
    }

    public override void Write(byte[] buffer, int offset, int count) => Write(buffer.AsSpan(offset, count));

    public override void Flush() => target.Flush();

    public override int Read(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    private static ReadOnlySpan<byte> Escape(byte character) => character switch
    {
        (byte)'<' => "\\u003C"u8,
        (byte)'>' => "\\u003E"u8,
        _ => "\\u0026"u8,
    };
}
