using System.Net;
using System.Text;
using Unpause.Analysis.CostModels;

namespace Unpause.Reports.Models;

/// <summary>Models as one HTML file without scripts: the answer, a chart, the numbers.</summary>
public static class ModelPage
{
    private const string Style = """
        :root { color-scheme: light dark; --page: #f8f8fa; --surface: #fff; --ink: #16181d; --ink-3: #5d6573; --line: #c6cbd5;
          --accent: #1b5fcc; --soft: #e6effc; }
        @media screen and (prefers-color-scheme: dark) { :root { --page: #101216; --surface: #171a20; --ink: #eceef2; --ink-3: #9ca3b0;
          --line: #434a57; --accent: #7fb0ff; --soft: #1c2f4d; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif;
          font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
        main { max-width: 900px; margin: 0 auto; padding: 24px clamp(16px, 4vw, 40px) 48px; }
        h1 { font-size: 24px; line-height: 1.3; margin: 0; } h2 { font-size: 18px; line-height: 1.4; margin: 0 0 8px; }
        section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin-top: 20px; }
        p { margin: 0 0 8px; } .dim { color: var(--ink-3); font-size: 14px; } .wide { overflow-x: auto; }
        table { border-collapse: collapse; margin: 8px 0; } th, td { text-align: right; padding: 3px 16px 3px 0; white-space: nowrap; }
        th { color: var(--ink-3); font-weight: 500; } th:first-child, td:first-child { text-align: left; }
        svg { display: block; width: 100%; height: auto; margin: 8px 0; } svg line { stroke: var(--line); }
        svg text { fill: var(--ink-3); font-size: 13px; } svg .middle { text-anchor: middle; } svg .end { text-anchor: end; }
        svg .band { fill: var(--soft); } svg .line { fill: none; stroke: var(--accent); stroke-width: 2.5; }
        svg circle { fill: var(--accent); }
        """;

    /// <summary>Writes the memory law with the user's numbers.</summary>
    public static void Write(LawAnswer answer, Stream output) => Write(output, "GC time by memory limit", html =>
    {
        html.WriteLine("<section>");
        Element(html, "h2", answer.Verdict);
        foreach (var step in answer.Steps) Element(html, "p", step);
        var points = answer.Limits.Select(limit => (Limit: limit, Percent: answer.Law.Percent(limit))).Where(row => row.Percent is not null)
            .Select(row => new CurvePoint(row.Limit, row.Percent!.Value, row.Percent.Value, row.Percent.Value, null)).ToList();
        html.WriteLine(ModelDrawing.Svg(points, points.Find(point => point.LimitBytes == answer.LimitBytes), "memory limit", "GC time"));
        Write(html, answer.Table);
        foreach (var note in answer.Notes) Element(html, "p", note, "dim");
        html.WriteLine("</section>");
    });

    /// <summary>Writes the fitted models.</summary>
    public static void Write(ModelDocument document, Stream output) => Write(output, "GC time by memory limit: fitted model", html =>
    {
        foreach (var process in document.Processes) Write(html, process);
    });

    private static void Write(Stream output, string title, Action<StreamWriter> body)
    {
        using var html = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        html.WriteLine("<!doctype html>");
        html.WriteLine("<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">");
        html.WriteLine("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">");
        html.WriteLine($"<title>unpause: {title}</title><style>\n{Style}\n</style></head><body><main>");
        Element(html, "h1", title);
        body(html);
        Element(html, "p", $"unpause {ToolVersion.Text}", "dim");
        html.WriteLine("</main></body></html>");
    }

    private static void Write(StreamWriter html, ModelOfProcess process)
    {
        html.WriteLine("<section>");
        Element(html, "h2", ModelText.Verdict(process));
        if (process.Model is { } model)
        {
            foreach (var sentence in ModelText.Basis(model)) Element(html, "p", sentence);
            html.WriteLine(ModelDrawing.Svg(
                process.Curve, process.Now, model.IsOfCpu ? "heap goal" : "memory limit", model.IsOfCpu ? "CPU for GC" : "GC time"));
            Write(html, ModelText.Table(process));
            foreach (var sentence in ModelText.TooSmall(process)) Element(html, "p", sentence);
            foreach (var sentence in ModelText.Formula(model)) Element(html, "p", sentence, "dim");
        }

        html.WriteLine("</section>");
    }

    // The last column is the bar, which the picture shows better.
    private static void Write(StreamWriter html, TextTable table)
    {
        html.WriteLine("<div class=\"wide\"><table><tr>");
        foreach (var column in table.Columns.SkipLast(1)) Element(html, "th", column);
        html.WriteLine("</tr>");
        foreach (var row in table.Rows)
        {
            html.WriteLine("<tr>");
            foreach (var cell in row.SkipLast(1)) Element(html, "td", cell);
            html.WriteLine("</tr>");
        }

        html.WriteLine("</table></div>");
    }

    private static void Element(StreamWriter html, string name, string text, string? style = null) => html.WriteLine(
        $"<{name}{(style is null ? "" : $" class=\"{style}\"")}>{WebUtility.HtmlEncode(PlainText.Clean(text))}</{name}>");
}
