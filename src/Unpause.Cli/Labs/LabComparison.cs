using Spectre.Console;
using Unpause.Reports.Comparison;
using Unpause.Reports.Documents;

namespace Unpause.Cli.Labs;

/// <summary>Compares a lab's runs as <c>unpause compare</c> does: all modes serve the same load.</summary>
internal static class LabComparison
{
    /// <summary>Writes the verdict, the metrics, and the findings that were resolved.</summary>
    /// <param name="console">Where to.</param>
    /// <param name="before">The name and the runs of the bug.</param>
    /// <param name="after">The name and the runs of the fix.</param>
    /// <param name="numbers">Whether the table is shown.</param>
    public static void Write(
        IAnsiConsole console,
        (string Name, IReadOnlyList<ReportDocument> Runs) before,
        (string Name, IReadOnlyList<ReportDocument> Runs) after,
        bool numbers)
    {
        var comparison = RunComparison.Of(before.Runs, after.Runs, (before.Name, after.Name), sameLoad: true, out var refusal);
        if (comparison is null)
        {
            console.MarkupLine(Markup.Escape($"{after.Name}: not compared: {refusal}"));
            return;
        }

        console.MarkupLine($"[bold]{Markup.Escape($"{after.Name}: {comparison.Verdict}")}[/]");
        var writer = new ComparisonWriter(console, all: false);
        if (numbers) writer.WriteNumbers(comparison);
        writer.WriteFindings(comparison);
    }
}
