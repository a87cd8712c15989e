using System.Net;
using System.Text;
using Unpause.Recordings.Cycles;

namespace Unpause.Reports.Cycles;

/// <summary>Reference cycles as one HTML file without scripts: the answer, then each group with its drawing.</summary>
public static class CyclesPage
{
    private const string Style = """
        :root { color-scheme: light dark; --page: #f8f8fa; --surface: #fff; --ink: #16181d; --ink-2: #434956; --ink-3: #5d6573;
          --line: #c6cbd5; --accent: #1b5fcc; --soft: #e6effc; }
        @media screen and (prefers-color-scheme: dark) { :root { --page: #101216; --surface: #171a20; --ink: #eceef2; --ink-2: #c3c8d2;
          --ink-3: #9ca3b0; --line: #434a57; --accent: #7fb0ff; --soft: #1c2f4d; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif;
          font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
        main { max-width: 900px; margin: 0 auto; padding: 24px clamp(16px, 4vw, 40px) 48px; }
        h1 { font-size: 24px; line-height: 1.3; } h2 { font-size: 18px; margin: 0 0 8px; }
        section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin-top: 20px; }
        p { margin: 0 0 8px; } .dim { color: var(--ink-3); font-size: 14px; }
        .path { font-family: ui-monospace, Menlo, Consolas, monospace; }
        .cure { background: var(--soft); border-radius: 8px; padding: 10px 14px; margin-top: 12px; }
        .share { height: 8px; border-radius: 4px; background: var(--soft); margin: 0 0 12px; overflow: hidden; }
        .share div { height: 100%; background: var(--accent); }
        svg { display: block; width: 100%; height: auto; margin: 8px 0; }
        svg rect { fill: var(--soft); stroke: var(--accent); } svg .arrow { fill: none; stroke: var(--ink-2); stroke-width: 1.5; }
        svg text { fill: var(--ink); text-anchor: middle; font: 13px ui-monospace, Menlo, Consolas, monospace; }
        svg .by { fill: var(--accent); paint-order: stroke; stroke: var(--surface); stroke-width: 5px; }
        svg .head { fill: var(--ink-2); } .defs { position: absolute; width: 0; height: 0; }
        """;

    /// <summary>Writes the page.</summary>
    /// <param name="document">The cycles.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    /// <param name="groups">How many groups are drawn.</param>
    public static void Write(CyclesDocument document, Stream output, int groups)
    {
        using var html = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        html.WriteLine("<!doctype html>");
        html.WriteLine("<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">");
        html.WriteLine("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">");
        html.WriteLine($"<title>unpause: reference cycles</title><style>\n{Style}\n</style></head><body><main>");
        html.WriteLine(
            "<svg class=\"defs\" aria-hidden=\"true\"><defs><marker id=\"head\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
            + "markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">"
            + "<path class=\"head\" d=\"M 0 0 L 10 5 L 0 10 z\"/></marker></defs></svg>");
        Element(html, "h1", CyclesText.Verdict(document));
        foreach (var sentence in CyclesText.Basis(document)) Element(html, "p", sentence, "dim");
        var number = 0;
        foreach (var group in document.Groups.Take(groups)) Write(html, group, ++number);
        var rest = document.Groups.Count + document.GroupsLeftOut - number;
        if (rest > 0) Element(html, "p", $"{Quantities.Count(rest, "more group")} of cycles.", "dim");
        Element(html, "p", $"unpause {ToolVersion.Text}", "dim");
        html.WriteLine("</main></body></html>");
    }

    private static void Write(StreamWriter html, CycleGroup group, int number)
    {
        html.WriteLine("<section>");
        Element(html, "h2", CyclesText.Heading(group, number));
        html.WriteLine(FormattableString.Invariant($"<div class=\"share\"><div style=\"width: {group.SharePercent:0.##}%\"></div></div>"));
        if (group.PathText is { } path) Element(html, "p", path, "path");
        html.WriteLine(CycleDrawing.Svg(group));
        Element(html, "p", CyclesText.Each(group));
        Element(html, "p", CyclesText.With(group));
        Element(html, "p", CyclesText.Numbers(group), "dim");
        if (group.Origin is { } origin) Element(html, "p", $"created at {origin}", "path");
        Element(html, "p", group.Cure.Text, "cure");
        html.WriteLine("</section>");
    }

    private static void Element(StreamWriter html, string name, string text, string? style = null) => html.WriteLine(
        $"<{name}{(style is null ? "" : $" class=\"{style}\"")}>{WebUtility.HtmlEncode(PlainText.Clean(text))}</{name}>");
}
