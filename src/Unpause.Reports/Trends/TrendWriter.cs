using Spectre.Console;
using Unpause.Reports.Trends.Documents;

namespace Unpause.Reports.Trends;

/// <summary>A trend for a terminal of 80 columns: the answer, a row per report, changes, and what is not shown.</summary>
/// <param name="console">The console to write to.</param>
public sealed class TrendWriter(IAnsiConsole console)
{
    private const int MostRows = 60, MostLines = 20;

    /// <summary>Writes it.</summary>
    public void Write(TrendDocument trend)
    {
        var runs = trend.Runs;
        console.MarkupLine($"[bold]{Text(trend.Verdict)}[/]");
        console.WriteLine();
        WriteRuns(trend, Math.Max(0, runs.Count - MostRows));
        if (trend.Worst is { } worst)
        {
            var finding = runs[worst].FindingTitle is { } title ? $": {title}" : "";
            console.MarkupLine($"[dim]worst[/]    {Text(runs[worst].Name + finding)}");
        }

        var changes = Enumerable.Range(0, runs.Count).Where(i => runs[i].Changes.Count > 0).ToList();
        if (changes.Count > MostLines)
            console.MarkupLine($"[dim]{Quantities.Count(changes.Count - MostLines, "earlier change")}: -o trend.html[/]");
        foreach (var i in changes.TakeLast(MostLines))
            console.MarkupLine($"[dim]changed[/]  {Text($"{TrendText.Moment(runs, i)}: {TrendText.Changes(runs[i])}")}");
        foreach (var test in trend.Trends) console.MarkupLine($"[dim]trend[/]    {Text(test.Text)}");
        foreach (var note in trend.Notes) console.MarkupLine($"[yellow]note[/]     {Text(note)}");
        foreach (var group in trend.Unread.GroupBy(unread => unread.Reason, StringComparer.Ordinal).Take(MostLines))
            console.MarkupLine($"[yellow]left out[/] {Text($"{TrendText.Names([.. group.Select(unread => unread.Name)])}: {group.Key}")}");
    }

    private void WriteRuns(TrendDocument trend, int first)
    {
        var runs = trend.Runs;
        var hasRequests = runs.Any(run => run.Slow is not null);
        var table = new Table { Border = TableBorder.Simple, UseSafeBorder = false };
        string[] heads =
            ["start (UTC)", "paused", "p50", "p99", "longest", "live set", .. hasRequests ? ["slow by GC"] : Array.Empty<string>(), ""];
        foreach (var (head, i) in heads.Select((head, i) => (head, i)))
        {
            var column = new TableColumn($"[dim]{head}[/]").NoWrap().Padding(0, 0, i == heads.Length - 1 ? 0 : 2, 0);
            table.AddColumn(i == 0 || head.Length == 0 ? column : column.RightAligned());
        }

        for (var i = 0; i < runs.Count; i++)
        {
            if (i < first && i != trend.Worst) continue;
            var run = runs[i];
            table.AddRow(
            [
                TrendText.Moment(runs, i),
                Marked(run, TrendRunDocument.Paused, Cell.Percent(run.PausedPercent)),
                Cell.Duration(run.P50Ms),
                Marked(run, TrendRunDocument.P99, Cell.Duration(run.P99Ms)),
                Marked(run, TrendRunDocument.Max, Cell.Duration(run.MaxMs)),
                Marked(run, TrendRunDocument.LiveSet, Cell.Bytes(run.LiveSetBytes)),
                .. hasRequests
                    ? [Marked(run, TrendRunDocument.SlowBecauseOfGcCount, Cell.Count(run.SlowBecauseOfGc))]
                    : Array.Empty<string>(),
                i == trend.Worst ? "[bold]worst[/]" : run.Unusual.Count > 0 ? "unusual" : "",
            ]);
        }

        console.Write(table);
        if (first > 0) console.MarkupLine($"[dim]{Quantities.Count(first, "earlier report")}: -o trend.html[/]");
    }

    private static string Marked(TrendRunDocument run, string metric, string cell) =>
        run.Unusual.Contains(metric) ? $"[yellow]{Text(cell)}[/]" : Text(cell);

    private static string Text(string text) => Markup.Escape(PlainText.Clean(text));
}
