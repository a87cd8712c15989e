using Spectre.Console;
using Unpause.Analysis;
using Unpause.Diagnosis;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports;

/// <summary>A report for a terminal; plain when the console has no colours.</summary>
/// <param name="verbose">Whether tables of causes and phases, all notes and rules that could not judge are shown for every process.</param>
public sealed class TerminalReportWriter(bool verbose = false)
{
    /// <summary>Processes shown in full without <c>--verbose</c>; further ones get a line each.</summary>
    private const int FullProcesses = 3;

    /// <summary>Places in the program's code that are shown.</summary>
    private const int MostPlaces = 3;

    /// <summary>Notes shown without <c>--verbose</c>.</summary>
    private const int MostNotes = 3;

    /// <summary>Writes the report.</summary>
    public void Write(Report report, IAnsiConsole console)
    {
        console.WriteLine();
        console.MarkupLine($"[bold]{Safe(report.Verdict)}[/]");
        foreach (var missing in report.NotRecorded) console.MarkupLine($"[yellow]not recorded:[/] {Safe(missing)}");
        if (report.Requests is { } requests) WriteRequests(requests, console);
        for (var index = 0; index < report.Processes.Count; index++)
        {
            if (index < FullProcesses || verbose) WriteProcess(report, index, console);
            else WriteShort(report.Processes[index], console);
        }

        if (verbose) WriteNotApplicable(report, console);
    }

    private void WriteProcess(Report report, int index, IAnsiConsole console)
    {
        var process = report.Processes[index];
        console.WriteLine();
        console.Write(new Spectre.Console.Rule($"[bold]{Safe(ProcessName.Of(process))}[/]") { Justification = Justify.Left, Style = Style.Parse("grey") });
        console.MarkupLine($"[grey]{Safe(ReportTables.Runtime(process.Recording))}[/]");
        console.MarkupLine($"[grey]read {Safe(ReportTables.Coverage(process.Recording))}[/]");
        WriteNotes(process.Recording, console);
        if (process.Summary.Collections.Count == 0)
        {
            console.MarkupLine("no collection");
            return;
        }

        WriteNumbers(process, console);
        WriteInduced(process.Recording, console);
        TerminalAllocations.Write(process.Recording, verbose, console);
        WriteTable(CounterTable.Of(process.Recording), console);
        if (verbose) WriteDetail(console, "settings  ", ReportTables.Settings(process.Recording.Source));
        foreach (var (_, finding) in report.Diagnoses.Findings.Where(found => found.Process == index)) WriteFinding(finding, console);
    }

    private void WriteRequests(RequestReport requests, IAnsiConsole console)
    {
        var attribution = requests.Attribution;
        console.MarkupLine($"[bold]{Safe(RequestTables.Verdict(attribution))}[/]");
        console.WriteLine();
        console.Write(new Spectre.Console.Rule("[bold]requests[/]") { Justification = Justify.Left, Style = Style.Parse("grey") });
        foreach (var set in requests.Sets) console.MarkupLine($"[grey]read {Safe(RequestTables.Coverage(set))}[/]");
        foreach (var doubt in requests.Doubts) console.MarkupLine($"[yellow]doubtful: {Safe(doubt)}[/]");
        foreach (var explanation in attribution.Explanations)
        {
            var colour = explanation.Kind == Analysis.Attribution.ExplanationKind.Assumption ? "grey" : "yellow";
            if (verbose || colour == "yellow") WriteIndented(console, "note: ", $"[{colour}]{Safe(explanation.Text)}[/]");
        }

        if (RequestTables.Involvement(attribution) is { } involvement) console.MarkupLine(Safe(involvement));
        WriteTable(RequestTables.Latency(attribution), console);
        WriteTable(RequestTables.Worst(requests), console);
        WriteTable(RequestTables.Holes(requests.Holes), console);
    }

    private static void WriteShort(AnalysedProcess process, IAnsiConsole console)
    {
        var pauses = process.Summary.Pauses;
        console.MarkupLine($"{Safe(ProcessName.Of(process))}: {Quantities.Count(pauses.Count)} pauses, {Safe(Quantities.Duration(pauses.TotalNanoseconds))} in all");
    }

    private void WriteNotes(Recordings.Recording recording, IAnsiConsole console)
    {
        var notes = recording.Coverage.Notes;
        var shown = verbose ? notes.Count : Math.Min(MostNotes, notes.Count);
        for (var i = 0; i < shown; i++)
        {
            console.MarkupLine($"[{(notes[i].Unreadable ? "yellow" : "grey")}]note: {Safe(notes[i].Text)}[/]");
        }

        if (shown < notes.Count) console.MarkupLine($"[grey]{notes.Count - shown} more notes with --verbose[/]");
        if (!verbose) return;
        foreach (var example in recording.Coverage.Examples) console.MarkupLine($"[grey]not understood, line {example.Number}: {Safe(example.Text)}[/]");
    }

    private void WriteNumbers(AnalysedProcess process, IAnsiConsole console)
    {
        var summary = process.Summary;
        console.WriteLine();
        var numbers = new Grid();
        var headline = ReportTables.Headline(summary).ToList();
        foreach (var _ in headline) numbers.AddColumn(new GridColumn { Padding = new Padding(0, 0, 4, 0) });
        numbers.AddRow([.. headline.Select(number => new Markup($"[bold]{Safe(number.Value)}[/]"))]);
        numbers.AddRow([.. headline.Select(number => new Markup($"[grey]{Safe(number.Name)}[/]"))]);
        console.Write(numbers);
        var heap = ReportTables.Heap(summary.Heap);
        var stalls = ReportTables.Stalls(summary.Stalls);
        if (summary.Stops is not null || heap.Length + stalls.Length > 0) console.WriteLine();
        if (summary.Stops is { } stops) WriteIndented(console, "stops  ", Safe(ReportTables.Stops(stops)));
        if (stalls.Length > 0) WriteIndented(console, "stalls ", Safe(stalls));
        if (ReportTables.Assists(summary) is { Length: > 0 } assists) WriteIndented(console, "assists", Safe(assists));
        if (heap.Length > 0) WriteIndented(console, "heap   ", Safe(heap));
        if (ReportTables.Survival(process) is { Length: > 0 } survival) WriteIndented(console, "young  ", Safe(survival));
        if (ReportTables.HoldersBasis(summary.Holders) is { Length: > 0 } holders) WriteIndented(console, "held   ", Safe(holders));
        WriteTable(ReportTables.Generations(summary.Collections), console);
        if (verbose || summary.Collections.ByCause.Count > 1) WriteTable(ReportTables.Causes(summary.Collections), console);
        WriteTable(ReportTables.Holders(summary.Holders), console);
        if (!verbose) return;
        WriteTable(LongestPauses.Of(process.Recording), console);
        WriteTable(ReportTables.Kinds(summary.Collections), console);
        WriteTable(ReportTables.Spaces(summary.Spaces), console);
        WriteTable(ReportTables.Phases(summary.Collections), console);
        WriteDetail(console, "collector ", ReportTables.Collector(summary.Collector));
    }

    private static void WriteDetail(IAnsiConsole console, string mark, string text)
    {
        if (text.Length == 0) return;
        console.WriteLine();
        WriteIndented(console, mark, Safe(text));
    }

    private void WriteInduced(Recordings.Recording recording, IAnsiConsole console)
    {
        if (recording.InducedBy is not { Count: > 0 } calls) return;
        console.WriteLine();
        console.MarkupLine("[grey]asked for by code[/]");
        foreach (var chain in calls.Take(verbose ? calls.Count : MostPlaces).Select(InducedChain.Of))
        {
            WriteIndented(console, "  ", Safe(InducedText.Head(chain)));
            WriteIndented(console, "    ", $"[grey]{Safe(InducedText.Way(chain))}[/]");
        }
    }

    /// <summary>Writes one finding.</summary>
    public static void WriteFinding(Finding finding, IAnsiConsole console)
    {
        var (colour, word) = finding.Severity switch
        {
            Severity.High => ("red", "HIGH"),
            Severity.Medium => ("yellow", "MEDIUM"),
            Severity.Low => ("blue", "LOW"),
            _ => ("grey", "INFO"),
        };
        console.WriteLine();
        console.MarkupLine($"[bold {colour}]{word}[/] [bold]{Safe(finding.Title)}[/] [grey]{Safe(finding.Id)}[/]");
        foreach (var evidence in finding.Evidence) WriteIndented(console, "  · ", Safe(EvidenceText.Of(evidence)));
        foreach (var advice in finding.Advice)
        {
            WriteIndented(console, "  → ", Safe(advice.Text));
            if ((advice.Setting ?? advice.Code) is not { } exact) continue;
            foreach (var line in exact.Split('\n')) WriteIndented(console, "      ", $"[cyan]{Safe(line)}[/]");
        }

        if (finding.ExpectedGain is { } gain) WriteIndented(console, "  = ", Safe(gain));
    }

    private static void WriteNotApplicable(Report report, IAnsiConsole console)
    {
        if (report.Diagnoses.NotApplicable.Count == 0) return;
        console.WriteLine();
        foreach (var (_, id, why) in report.Diagnoses.NotApplicable) console.MarkupLine($"[grey]not judged: {Safe(id)}: {Safe(why)}[/]");
    }
}
