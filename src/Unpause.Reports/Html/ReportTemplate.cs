namespace Unpause.Reports.Html;

/// <summary>The built page, cut where its plain text and its two data elements are filled in.</summary>
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

    /// <summary>The page that is part of this assembly.</summary>
    public static ReportTemplate Embedded => LazyEmbedded.Value;

    /// <summary>Up to and with the start tag of the element whose content the script replaces.</summary>
    public ReadOnlyMemory<byte> BeforePlainPage { get; }

    /// <summary>From that element's end tag up to and with the start tag of the report's element.</summary>
    public ReadOnlyMemory<byte> BetweenPlainPageAndReport { get; }

    /// <summary>From the report's end tag up to and with the timeline's start tag.</summary>
    public ReadOnlyMemory<byte> BetweenReportAndTimeline { get; }

    /// <summary>From the timeline's end tag on.</summary>
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
            throw new InvalidOperationException("The report page has not exactly one element of each kind to fill.");
        }

        return start + tag.Length;
    }
}
