using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Unpause.Reports;
using Unpause.Reports.Documents;
using Unpause.Reports.Html;

namespace Unpause.Tests.Reports.Html;

public class HtmlReportWriterTests
{
    private const string Hostile = "</script><img src=x onerror=alert(1)><!--<script>&amp;\u2028";

    [Fact]
    public void HtmlReport_EmbeddedJson_IsTheContractWithoutEvents()
    {
        var report = Report.Create([Recorded.With(1000, (100, 30), (500, 20))]);
        using var stream = new MemoryStream();
        new JsonReportWriter(events: false).Write(report, stream);
        var written = JsonNode.Parse(stream.ToArray())!;
        Assert.True(written["processes"]![0]!["pauses"]!.AsObject().Remove("histogram"), "the page draws no histogram");
        var expected = JsonDocument.Parse(written.ToJsonString()).RootElement;
        var embedded = JsonDocument.Parse(WrittenPage.Of(report).ReportJson).RootElement;
        Assert.True(JsonElement.DeepEquals(expected, embedded));
        Assert.False(embedded.GetProperty("processes")[0].TryGetProperty("events", out _));
    }

    /// <summary>The page copies the text that <c>--format markdown</c> writes.</summary>
    [Fact]
    public void HtmlReport_EmbeddedMarkdown_IsTheMarkdownReport()
    {
        var recording = Recorded.Begun(1000, (100, 30));
        recording.Source.Command = Hostile;
        var report = Report.Create([recording.Build()]);
        using var stream = new MemoryStream();
        new MarkdownReportWriter().Write(report, stream);
        Assert.Equal(Encoding.UTF8.GetString(stream.ToArray()), WrittenPage.Of(report).Markdown);
    }

    [Fact]
    public void HtmlReport_HostileText_CannotEndItsElement()
    {
        var recording = Recorded.Begun(1000, (100, 30));
        recording.Source.Command = Hostile;
        var collection = recording.Edit(0);
        collection.RuntimeCause = Hostile;
        var page = WrittenPage.Of(Report.Create([recording.Build()]));
        Assert.Equal(ReportTemplateText().Split("</script").Length, page.Html.Split("</script").Length);
        Assert.DoesNotContain("<img", page.Html, StringComparison.Ordinal);
        var source = JsonDocument.Parse(page.ReportJson).RootElement.GetProperty("processes")[0].GetProperty("source");
        Assert.Equal(Hostile, source.GetProperty("command").GetString());
        Assert.Equal(Hostile, page.Timeline.GetProperty("processes")[0].GetProperty("causes")[0].GetString());
    }

    [Fact]
    public void HtmlReport_WithoutScript_ShowsVerdictNumbersAndFindings()
    {
        var document = Report.Create([Recorded.With(1000, (100, 30), (500, 20))]).ToDocument();
        var finding = new FindingDocument
        {
            Id = "long-pauses", Process = 0, Severity = "high", Title = Hostile, ExpectedGain = "the pauses", Gain = null,
            Evidence = [new EvidenceDocument { Text = "longest pause", Value = 30, Unit = "ms" }],
            Advice = [new AdviceDocument { Text = "Less.", Setting = "-Xmx1g\n-Xms1g", Code = null }],
        };
        var html = Written(document with { Findings = [finding], Verdict = $"It stopped. {Hostile}" });
        var body = Regex.Match(html, "<div id=\"page\">(.*?)</main></div>", RegexOptions.Singleline).Groups[1].Value;
        Assert.StartsWith("<main><h1>It stopped. &lt;/script&gt;&lt;img src=x", body, StringComparison.Ordinal);
        foreach (var (name, value) in StopTables.Headline(document.Processes[0]))
        {
            Assert.Contains($"<div class=\"label\">{name}</div><div class=\"value\">{value}</div>", body, StringComparison.Ordinal);
        }

        Assert.Contains("<li>longest pause: 30 ms</li>", body, StringComparison.Ordinal);
        Assert.Contains("<pre>-Xmx1g\n-Xms1g\n</pre>", body, StringComparison.Ordinal);
        Assert.DoesNotContain("<img", html, StringComparison.Ordinal);
        Assert.DoesNotContain("\u2028", body, StringComparison.Ordinal);
        Assert.Equal(ReportTemplateText().Split("<script").Length, html.Split("<script").Length);
    }

    [Fact]
    public void HtmlReport_NoRecordings_IsAWholePage()
    {
        var page = WrittenPage.Of(Report.Create([]));
        Assert.Equal(0, page.Timeline.GetProperty("processes").GetArrayLength());
        Assert.EndsWith("</html>\n", page.Html, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("script", "script-src")]
    [InlineData("style", "style-src")]
    public void HtmlReport_Policy_NamesTheHashOfEachElement(string element, string directive)
    {
        var page = ReportTemplateText();
        var content = Regex.Match(page, $"<{element}(?: type=\"module\")?>(.*?)</{element}>", RegexOptions.Singleline).Groups[1].Value;
        var hash = Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)));
        Assert.Contains($"{directive} 'sha256-{hash}'", page, StringComparison.Ordinal);
    }

    [Fact]
    public void ScriptData_MarkupBytes_AreEscaped()
    {
        using var target = new MemoryStream();
        using (var safe = new ScriptDataStream(target))
        {
            safe.Write("\"<a>&b</a>"u8);
            safe.Write("c\""u8);
        }

        var json = Encoding.UTF8.GetString(target.ToArray());
        Assert.Equal("\"\\u003Ca\\u003E\\u0026b\\u003C/a\\u003Ec\"", json);
        Assert.Equal("<a>&b</a>c", JsonSerializer.Deserialize<string>(json));
    }

    private static string Written(ReportDocument document)
    {
        using var stream = new MemoryStream();
        new HtmlReportWriter().Write(document, Report.Create([]).ToTimeline(), stream);
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static string ReportTemplateText() =>
        File.ReadAllText(RepositoryFolder.File("src", "Unpause.Reports", "Html", "report.html"));
}
