using Spectre.Console;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports;

/// <summary>Findings for a terminal: each root cause in full, and one line for each of its symptoms.</summary>
public static class TerminalFindings
{
    /// <summary>Writes the findings of a report.</summary>
    /// <param name="console">The console to write to.</param>
    /// <param name="process">The index of the process; null for all processes.</param>
    /// <param name="head">Written before each root cause; null for nothing.</param>
    public static void Write(ReportDocument report, IAnsiConsole console, int? process = null, Action? head = null)
    {
        foreach (var (root, followers) in FindingGroups.Group(report.Findings, process))
        {
            head?.Invoke();
            WriteRoot(root, console);
            foreach (var follower in followers)
            {
                WriteIndented(console, "  ↳ ", $"[dim]symptom:[/] {Safe(follower.Title)} [dim]{Safe(follower.Id)}[/]");
            }
        }
    }

    /// <summary>The word for a finding's severity, and its colour.</summary>
    internal static (string Colour, string Word) Word(FindingDocument finding) => finding.Severity switch
    {
        FindingDocument.High => ("red", "HIGH"),
        FindingDocument.Medium => ("yellow", "MEDIUM"),
        FindingDocument.Low => ("blue", "LOW"),
        _ => ("dim", "INFO"),
    };

    private static void WriteRoot(FindingDocument finding, IAnsiConsole console)
    {
        var (colour, word) = Word(finding);
        console.WriteLine();
        console.MarkupLine($"[bold {colour}]{word}[/] [bold]{Safe(finding.Title)}[/] [dim]{Safe(finding.Id)}[/]");
        if (FindingGroups.Confidence(finding) is { } sure) WriteIndented(console, "  ", $"[dim]Confidence: {Safe(sure)}[/]");
        foreach (var evidence in finding.Evidence) WriteIndented(console, "  · ", Safe(EvidenceText.Format(evidence)));
        foreach (var advice in finding.Advice)
        {
            WriteIndented(console, "  → ", Safe(advice.Text));
            if ((advice.Setting ?? advice.Code) is not { } exact) continue;
            foreach (var line in exact.Split('\n')) WriteIndented(console, "      ", $"[cyan]{Safe(line)}[/]");
            foreach (var name in advice.SettingNames ?? []) WriteIndented(console, "      ", $"[dim]unpause explain {Safe(name)}[/]");
        }

        if (finding.ExpectedGain is { } gain) WriteIndented(console, "  = ", $"Expected improvement: {Safe(gain)}");
    }
}
