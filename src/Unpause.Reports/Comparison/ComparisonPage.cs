using System.Net;
using System.Text;
using Unpause.Reports.Comparison.Documents;

namespace Unpause.Reports.Comparison;

/// <summary>A comparison as one HTML file without scripts: the answer, the numbers, and charts of distributions and shifts.</summary>
public static class ComparisonPage
{
    private const string Style = """
        :root { color-scheme: light dark; --page: #f8f8fa; --surface: #fff; --ink: #16181d; --ink-2: #434956; --ink-3: #5d6573;
          --line: #c6cbd5; --before: #b0561a; --after: #1b5fcc; --good: #1a7a3c; --bad: #b3261e; }
        @media screen and (prefers-color-scheme: dark) { :root { --page: #101216; --surface: #171a20; --ink: #eceef2; --ink-2: #c3c8d2;
          --ink-3: #9ca3b0; --line: #434a57; --before: #f0a060; --after: #7fb0ff; --good: #6fd08c; --bad: #ff8a80; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, 'Segoe UI', Roboto, sans-serif;
          font-variant-numeric: tabular-nums; overflow-wrap: break-word; }
        main { max-width: 980px; margin: 0 auto; padding: 24px clamp(16px, 4vw, 40px) 48px; }
        h1 { font-size: 22px; line-height: 1.35; } h2 { font-size: 18px; margin: 0 0 8px; }
        section { background: var(--surface); border: 1px solid var(--line); border-radius: 12px; padding: 20px; margin-top: 20px; }
        p { margin: 0 0 8px; } .dim { color: var(--ink-3); font-size: 14px; }
        .wide { overflow-x: auto; } table { border-collapse: collapse; width: 100%; font-size: 14px; }
        th, td { text-align: right; padding: 4px 10px; border-bottom: 1px solid var(--line); white-space: nowrap; }
        th:first-child, td:first-child, td:last-child { text-align: left; white-space: normal; }
        th { color: var(--ink-3); font-weight: normal; } .better { color: var(--good); } .worse { color: var(--bad); }
        svg { display: block; width: 100%; height: auto; margin: 8px 0; } svg text { fill: var(--ink-2); font-size: 12px; }
        svg .axis { stroke: var(--line); } svg .zero { stroke: var(--ink-2); }
        svg .before { fill: var(--before); stroke: var(--before); } svg .after { fill: var(--after); stroke: var(--after); }
        svg .area { fill-opacity: 0.18; stroke-width: 1.5; } svg .range { stroke: var(--ink); stroke-width: 2; }
        svg .dot { fill: var(--ink); } svg .end { text-anchor: end; } svg .middle { text-anchor: middle; }
        """;

    /// <summary>Writes the page.</summary>
    /// <param name="comparison">The comparison.</param>
    /// <param name="output">The stream to write to; it stays open.</param>
    public static void Write(ComparisonDocument comparison, Stream output)
    {
        using var html = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        html.WriteLine("<!doctype html>");
        html.WriteLine("<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">");
        html.WriteLine("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">");
        html.WriteLine($"<title>unpause: before and after</title><style>\n{Style}\n</style></head><body><main>");
        Element(html, "h1", comparison.Verdict);
        foreach (var (which, side) in new[] { ("before", comparison.Before), ("after", comparison.After) })
            Element(html, "p", $"{which}: {side.Name}, {Quantities.Count(side.Runs.Count, "run")}", "dim");
        foreach (var caveat in comparison.Caveats) Element(html, "p", caveat);
        Numbers(html, comparison);
        foreach (var distribution in comparison.Distributions) Distribution(html, distribution);
        Changes(html, comparison);
        if (comparison.Allocations.Count > 0)
        {
            html.WriteLine("<section>");
            Element(html, "h2", "Allocation changes");
            Table(html, ComparisonTables.Allocations(comparison), null);
            html.WriteLine("</section>");
        }

        Element(html, "p", $"unpause {ToolVersion.Text}", "dim");
        html.WriteLine("</main></body></html>");
    }

    private static void Numbers(StreamWriter html, ComparisonDocument comparison)
    {
        html.WriteLine("<section>");
        Element(html, "h2", "Numbers");
        Table(html, ComparisonTables.Metrics(comparison, all: true), row => comparison.Metrics[row].Verdict);
        Element(html, "p", comparison.Basis == ComparisonDocument.ByRuns
            ? "The confidence intervals are corrected for "
                + "multiple comparisons. With a confidence of "
                + $"{Quantities.Percent(100 * (1 - comparison.FamilywiseErrorRate))}, all of them contain the true difference."
            : "The confidence intervals come from resampled stretches of these two runs. Run-to-run variance is unknown.",
            "dim");
        foreach (var metric in comparison.Metrics.Where(metric => metric.Verdict == ComparedMetricDocument.NotComparable))
            Element(html, "p", $"{metric.Title}: not comparable: {metric.Reason}.", "dim");
        html.WriteLine("</section>");
    }

    private static void Distribution(StreamWriter html, ComparedDistributionDocument distribution)
    {
        html.WriteLine("<section>");
        Element(html, "h2", $"Durations of {distribution.Kind}");
        html.WriteLine(DistributionDrawing.Svg(distribution));
        if (distribution.Shifts.Count > 0)
        {
            Element(html, "h2", "Shift of each percentile");
            html.WriteLine(ShiftDrawing.Svg(distribution));
            Element(html, "p", "Bars: 95 % confidence interval of each percentile, from resampled runs or stretches of one run.", "dim");
        }

        html.WriteLine("</section>");
    }

    private static void Changes(StreamWriter html, ComparisonDocument comparison)
    {
        if (comparison.Conditions.Count + comparison.Findings.Count == 0) return;
        html.WriteLine("<section>");
        Element(html, "h2", "What changed");
        foreach (var condition in comparison.Conditions)
        {
            Element(html, "p", $"{(condition.Kind == RunConditionDocument.Confounder ? "Differs: " : "")}"
                + ComparisonText.Describe(condition));
        }

        foreach (var finding in comparison.Findings)
        {
            Element(html, "p", $"{finding.State}: {finding.Title} ({finding.Id}; {finding.RunsBefore} of {comparison.Before.Runs.Count} "
                + $"before, {finding.RunsAfter} of {comparison.After.Runs.Count} after)");
            if (ComparisonText.Describe(finding.Prediction, comparison.Metrics) is { } promise) Element(html, "p", promise, "dim");
        }

        html.WriteLine("</section>");
    }

    private static void Table(StreamWriter html, TextTable table, Func<int, string>? style)
    {
        html.WriteLine("<div class=\"wide\"><table><thead><tr>");
        foreach (var column in table.Columns) Element(html, "th", column);
        html.WriteLine("</tr></thead><tbody>");
        for (var row = 0; row < table.Rows.Count; row++)
        {
            html.WriteLine($"<tr class=\"{style?.Invoke(row) ?? "row"}\">");
            foreach (var cell in table.Rows[row]) Element(html, "td", cell);
            html.WriteLine("</tr>");
        }

        html.WriteLine("</tbody></table></div>");
    }

    private static void Element(StreamWriter html, string name, string text, string? style = null) => html.WriteLine(
        $"<{name}{(style is null ? "" : $" class=\"{style}\"")}>{WebUtility.HtmlEncode(PlainText.Clean(text))}</{name}>");
}
