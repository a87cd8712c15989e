using System.Net;
using Unpause.Reports.Cpu;

namespace Unpause.Reports.Html;

/// <summary>
/// The page without JavaScript: verdict, numbers and findings as plain HTML, which the script replaces. All text is escaped, whether it
/// comes from a recording or not.
/// </summary>
internal sealed class PlainPage(TextWriter html)
{
    /// <summary>Most processes that are shown; the others are counted.</summary>
    private const int MostProcesses = 20;

    private static readonly string[] Severities = ["high", "medium", "low", "info"];

    /// <summary>Writes the page's body.</summary>
    /// <param name="output">The stream to write to; it stays open.</param>
    public static void Write(ReportDocument document, Stream output)
    {
        using var html = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        new PlainPage(html).WriteMain(document);
    }

    private void WriteMain(ReportDocument document)
    {
        html.Write("<main>");
        Element("h1", document.Verdict);
        if (document.Requests is { } requests) Element("p", $"Requests: {requests.Verdict}");
        foreach (var missing in document.NotRecorded) Element("p", $"Note: {missing}");
        for (var i = 0; i < Math.Min(MostProcesses, document.Processes.Count); i++) WriteProcess(document, i);
        var rest = document.Processes.Count - MostProcesses;
        if (rest > 0) Element("p", $"Processes that are not shown here: {Quantities.Count(rest)}.");
        html.Write("</main>");
    }

    private void WriteProcess(ReportDocument document, int index)
    {
        var process = document.Processes[index];
        html.Write("<section>");
        Element("h2", ProcessName.Format(process));
        Element("p", $"{ReportTables.Runtime(process.Source)}. Read: {ReportTables.Coverage(process.Source)}", "dim");
        html.Write("<div class=\"numbers\">");
        foreach (var (name, value) in CpuTables.IsAll(process) ? [] : StopTables.Headline(process))
        {
            html.Write("<div class=\"card\">");
            Element("div", name, "label");
            Element("div", value, "value");
            html.Write("</div>");
        }

        html.Write("</div>");
        if (process.CpuSamples is { } cpu)
        {
            Element("p", $"CPU time: collector {CpuTables.Line(cpu)}.");
            foreach (var remark in CpuTables.Remarks(cpu)) Element("p", $"{remark}.");
        }

        if (StopTables.Own(process) is { Length: > 0 } own) Element("p", $"{own}.");
        WriteFindings(document, index);
        html.Write("</section>");
    }

    private void WriteFindings(ReportDocument document, int index)
    {
        var groups = FindingGroups.Group(document.Findings, index);
        if (groups.Count == 0)
        {
            Element("p", "No rule found a problem in this recording.");
            return;
        }

        html.Write("<div class=\"findings\">");
        foreach (var (root, followers) in groups)
        {
            html.Write("<article class=\"finding\"><div class=\"finding-body\">");
            WriteFinding(root, "h3");
            if (followers.Count > 0)
            {
                html.Write("<div class=\"consequences\">");
                Element("h4", "Symptoms of it");
                foreach (var follower in followers) WriteFinding(follower, "h4");
                html.Write("</div>");
            }

            html.Write("</div></article>");
        }

        html.Write("</div>");
    }

    private void WriteFinding(FindingDocument finding, string heading)
    {
        html.Write("<div class=\"gain\">");
        Element("span", finding.Severity, $"chip {(Severities.Contains(finding.Severity) ? finding.Severity : "info")}");
        Element(heading, finding.Title);
        Element("code", finding.Id);
        html.Write("<ul>");
        foreach (var evidence in finding.Evidence) Element("li", EvidenceText.Format(evidence));
        html.Write("</ul>");
        if (finding.Advice.Count > 0) Element("h4", "What to change");
        html.Write("<ul>");
        foreach (var advice in finding.Advice)
        {
            html.Write("<li>");
            Text(advice.Text);
            foreach (var exact in new[] { advice.Setting, advice.Code }) WriteCode(exact);
            html.Write("</li>");
        }

        html.Write("</ul>");
        if (finding.ExpectedGain is { } gain) Element("p", $"Expected improvement: {gain}");
        if (FindingGroups.Confidence(finding) is { } sure) Element("p", $"Confidence: {sure}", "confidence");
        html.Write("</div>");
    }

    private void WriteCode(string? code)
    {
        if (string.IsNullOrEmpty(code)) return;
        html.Write("<div class=\"copyable\"><pre>");
        foreach (var line in code.Split('\n'))
        {
            Text(line.TrimEnd('\r'));
            html.Write('\n');
        }

        html.Write("</pre></div>");
    }

    private void Element(string name, string text, string? styles = null)
    {
        html.Write(styles is null ? $"<{name}>" : $"<{name} class=\"{styles}\">");
        Text(text);
        html.Write($"</{name}>");
    }

    /// <summary>Writes text, escaped for HTML.</summary>
    private void Text(string text) => html.Write(WebUtility.HtmlEncode(PlainText.Clean(text)));
}
