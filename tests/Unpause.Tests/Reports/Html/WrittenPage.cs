using System.IO.Compression;
using System.Text;
using System.Text.Json;
using Unpause.Reports;
using Unpause.Reports.Html;

namespace Unpause.Tests.Reports.Html;

/// <summary>A written HTML report, taken apart as a browser would: by its element borders.</summary>
internal sealed record WrittenPage(string Html, string ReportJson, JsonElement Timeline)
{
    public static WrittenPage Of(Report report)
    {
        using var stream = new MemoryStream();
        new HtmlReportWriter().Write(report, stream);
        var html = Encoding.UTF8.GetString(stream.ToArray());
        var packed = Convert.FromBase64String(Between(html, "<script id=\"unpause-timeline\" type=\"application/octet-stream\">"));
        using var gzip = new GZipStream(new MemoryStream(packed), CompressionMode.Decompress);
        using var unpacked = new MemoryStream();
        gzip.CopyTo(unpacked);
        return new WrittenPage(
            html, Between(html, "<script id=\"unpause-report\" type=\"application/json\">"), UnpackedTimeline.Read(unpacked.ToArray()));
    }

    /// <summary>What the button <c>Copy as Markdown</c> copies.</summary>
    public string Markdown =>
        JsonDocument.Parse(Between(Html, "<script id=\"unpause-markdown\" type=\"text/markdown\">")).RootElement.GetString()!;

    private static string Between(string html, string tag)
    {
        var start = html.IndexOf(tag, StringComparison.Ordinal) + tag.Length;
        return html[start..html.IndexOf("</script", start, StringComparison.Ordinal)];
    }
}
