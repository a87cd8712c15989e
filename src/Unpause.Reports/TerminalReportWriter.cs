using Spectre.Console;
using Unpause.Reports.Cpu;
using Unpause.Reports.Explanations;
using Unpause.Reports.Heap;
using Unpause.Reports.Work;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports;

/// <summary>A report for a terminal; plain when the console has no colours.</summary>
/// <param name="verbose">Whether to show tables of causes and phases, all notes, and rules without enough data, for every process.</param>
public sealed class TerminalReportWriter(bool verbose = false)
{
    /// <summary>Processes shown in full without <c>--verbose</c>; the others get one line each.</summary>
    private const int FullProcesses = 3;

    /// <summary>Most call sites that are shown.</summary>
    private const int MostPlaces = 3;

    /// <summary>Notes shown without <c>--verbose</c>.</summary>
    private const int MostNotes = 3;

    /// <summary>Writes the report.</summary>
    public void Write(ReportDocument document, IAnsiConsole console)
    {
        console.WriteLine();
        console.MarkupLine($"[bold]{Safe(document.Verdict)}[/]");
        foreach (var missing in document.NotRecorded) console.MarkupLine($"[yellow]note: {Safe(missing)}[/]");
        if (document.Requests is { } requests) WriteRequests(requests, console);
        for (var index = 0; index < document.Processes.Count; index++)
        {
            if (index < FullProcesses || verbose) WriteProcess(document, index, console);
            else WriteShort(document.Processes[index], console);
        }

        if (verbose) WriteNotApplicable(document, console);
    }

    private void WriteProcess(ReportDocument document, int index, IAnsiConsole console)
    {
        var process = document.Processes[index];
        console.WriteLine();
        console.Write(new Spectre.Console.Rule($"[bold]{Safe(ProcessName.Format(process))}[/]")
        {
            Justification = Justify.Left,
            Style = Style.Parse("dim")
        });
        console.MarkupLine($"[dim]{Safe(ReportTables.Runtime(process.Source))}[/]");
        console.MarkupLine($"[dim]read {Safe(ReportTables.Coverage(process.Source))}[/]");
        WriteNotes(process.Source.Coverage, console);
        if (process.Collections.Count == 0 && process.Stops is not { Count: > 0, GcStops: { } })
        {
            if (process.Source.HasCollections && !CpuTables.IsAll(process)) console.MarkupLine("no GC recorded");
            WriteExit(process, console);
            TerminalCpu.Write(process.CpuSamples, verbose, console);
            foreach (var wait in OtherWaitText.Lines(process)) WriteIndented(console, "not GC ", Safe(wait));
            WriteInduced(process.Collections.InducedBy, console);
            if (document.Findings.Any(finding => finding.Process == index)) TerminalFindings.Write(document, console, index);
            WriteObjects(process.HeapObjects, console);
            TerminalAllocations.Write(process, verbose, console);
            return;
        }

        WriteNumbers(process, console);
        WriteInduced(process.Collections.InducedBy, console);
        TerminalCpu.Write(process.CpuSamples, verbose, console);
        TerminalAllocations.Write(process, verbose, console);
        WriteTable(CounterTable.Create(process), console);
        if (verbose) WriteDetail(console, "settings  ", ReportTables.Settings(process.Source));
        if (verbose) WriteDetail(console, "run       ", ReportTables.Identity(process.Source.Identity));
        TerminalFindings.Write(document, console, index);
    }

    private void WriteRequests(RequestsDocument requests, IAnsiConsole console)
    {
        console.MarkupLine($"[bold]{Safe(requests.Verdict)}[/]");
        console.WriteLine();
        console.Write(new Spectre.Console.Rule("[bold]requests[/]") { Justification = Justify.Left, Style = Style.Parse("dim") });
        foreach (var source in requests.Sources) console.MarkupLine($"[dim]read {Safe(RequestTables.Coverage(source))}[/]");
        if (RequestTables.LeftOut(requests) is { } excluded) console.MarkupLine($"[dim]ignored: {Safe(excluded)}[/]");
        foreach (var doubt in requests.Explanations.Where(explanation => explanation.ImplausibleTimes))
        {
            console.MarkupLine($"[yellow]doubtful: {Safe(doubt.Text)}[/]");
        }

        foreach (var explanation in requests.Explanations.Where(explanation => !explanation.ImplausibleTimes))
        {
            var colour = explanation.Kind == ExplanationDocument.Assumption ? "dim" : "yellow";
            if (verbose || colour == "yellow") WriteIndented(console, "note: ", $"[{colour}]{Safe(explanation.Text)}[/]");
        }

        foreach (var clock in RequestTables.Clocks(requests)) console.MarkupLine(Safe(clock));
        if (RequestTables.Involvement(requests) is { } involvement) console.MarkupLine(Safe(involvement));
        if (RequestTables.AcceptQueue(requests) is { } waiting) console.MarkupLine($"[yellow]{Safe(waiting)}[/]");
        foreach (var path in PathTables.Sentences(requests)) console.MarkupLine(Safe(path));
        if (RequestTables.Queue(requests) is { } queue) console.MarkupLine($"[dim]{Safe(queue)}[/]");
        if (RequestTables.Metered(requests) is { } metered) console.MarkupLine(Safe(metered));
        if (RequestTables.Latency(requests) is { } latency) WriteTable(latency, console);
        WriteTable(RequestTables.Worst(requests, console.Profile.Width), console);
        WriteTable(RequestTables.Holes(requests.Holes, console.Profile.Width), console);
        foreach (var path in PathTables.Tables(requests)) WriteTable(path, console);
    }

    private static void WriteShort(ProcessDocument process, IAnsiConsole console)
    {
        var (count, total) = process.Stops is { GcStops: { } } stops
            ? (stops.Count, stops.TotalMs)
            : (process.Pauses.Count, process.Pauses.TotalMs);
        console.MarkupLine(
            $"{Safe(ProcessName.Format(process))}: {Quantities.Count(count, "pause")}, {Safe(Cell.Duration(total))} in total");
    }

    private void WriteNotes(CoverageDocument coverage, IAnsiConsole console)
    {
        var notes = coverage.Notes;
        var shown = verbose ? notes.Count : Math.Min(MostNotes, notes.Count);
        for (var i = 0; i < shown; i++)
        {
            console.MarkupLine($"[{(notes[i].Severity == NoteDocument.Unreadable ? "yellow" : "dim")}]note: {Safe(notes[i].Text)}[/]");
        }

        if (shown < notes.Count) console.MarkupLine($"[dim]{notes.Count - shown} more notes with --verbose[/]");
        if (!verbose) return;
        foreach (var example in coverage.Examples)
        {
            console.MarkupLine($"[dim]not parsed, line {example.Line}: {Safe(example.Text)}[/]");
        }
    }

    private void WriteNumbers(ProcessDocument process, IAnsiConsole console)
    {
        console.WriteLine();
        var numbers = new Grid();
        var headline = StopTables.Headline(process).ToList();
        foreach (var _ in headline) numbers.AddColumn(new GridColumn { Padding = new Padding(0, 0, 4, 0) });
        numbers.AddRow([.. headline.Select(number => new Markup($"[bold]{Safe(number.Value)}[/]"))]);
        numbers.AddRow([.. headline.Select(number => new Markup($"[dim]{Safe(number.Name)}[/]"))]);
        console.Write(numbers);
        if (StopTables.Own(process) is { Length: > 0 } own) WriteIndented(console, "", $"[dim]{Safe(own)}[/]");
        WriteExit(process, console);
        var heap = ReportTables.Heap(process);
        var stalls = ReportTables.Stalls(process.Stalls);
        if (process.Stops is not null || heap.Length + stalls.Length > 0) console.WriteLine();
        if (StopTables.Line(process) is { Length: > 0 } stops) WriteIndented(console, "pauses ", Safe(stops));
        foreach (var line in MinuteText.Lines(process)) WriteIndented(console, "minutes ", Safe(line));
        if (UtilisationText.Line(process) is { Length: > 0 } worst) WriteIndented(console, UtilisationText.Label + " ", Safe(worst));
        if (stalls.Length > 0) WriteIndented(console, "allocation stalls ", Safe(stalls));
        if (ReportTables.Assists(process) is { Length: > 0 } assists) WriteIndented(console, "assists ", Safe(assists));
        foreach (var wait in OtherWaitText.Lines(process)) WriteIndented(console, "not GC ", Safe(wait));
        if (CollectorCpuText.Line(process) is { Length: > 0 } cpu) WriteIndented(console, "GC CPU ", Safe(cpu));
        foreach (var line in RequestTimeTables.Lines(process)) WriteIndented(console, "requests ", Safe(line));
        if (heap.Length > 0) WriteIndented(console, "heap   ", Safe(heap));
        if (LiveSetText.Line(process.Heap.LiveSetTrend) is { Length: > 0 } live) WriteIndented(console, "live set ", Safe(live));
        if (ReportTables.Survival(process.Survival) is { Length: > 0 } survival) WriteIndented(console, "young  ", Safe(survival));
        if (ReportTables.RetainersBasis(process.HeapRetainers) is { Length: > 0 } retainers)
        {
            WriteIndented(console, "retained ", Safe(retainers));
        }
        WriteTable(RequestTimeTables.Table(process), console);
        WriteTable(RequestTimeTables.Longest(process), console);
        WriteTable(ReportTables.Generations(process), console);
        if (verbose || process.Collections.ByCause.Count > 1) WriteTable(ReportTables.Causes(process), console);
        WriteTable(ReportTables.Retainers(process.HeapRetainers), console);
        WriteObjects(process.HeapObjects, console);
        if (!verbose) return;
        WriteExplanations(process, console);
        WriteTable(StopTables.Reasons(process), console);
        WriteTable(StopTables.Longest(process), console);
        WriteTable(ReportTables.Longest(process), console);
        WriteTable(ReportTables.Kinds(process), console);
        WriteTable(ReportTables.Spaces(process.Heap), console);
        WriteTable(ReportTables.Phases(process.Collections), console);
        WriteDetail(console, "collector ", ReportTables.Collector(process.Collector));
    }

    /// <summary>The longest pauses one by one: what, why, what to do.</summary>
    private static void WriteExplanations(ProcessDocument process, IAnsiConsole console)
    {
        if (process.Explanations is not { Count: > 0 } stops) return;
        console.WriteLine();
        console.MarkupLine("[dim]longest pauses, explained[/]");
        foreach (var stop in stops)
        {
            foreach (var (label, text, isSetting) in StopLines.Lines(stop, "what"))
            {
                WriteIndented(console, $"  {label,-5}", isSetting ? $"[cyan]{Safe(text)}[/]" : Safe(text));
            }
        }
    }

    private static void WriteExit(ProcessDocument process, IAnsiConsole console)
    {
        if (ExitText.Line(process) is { Length: > 0 } exit) WriteIndented(console, "", $"[dim]{Safe(exit)}[/]");
    }

    private static void WriteObjects(HeapObjectsDocument? heap, IAnsiConsole console)
    {
        if (heap is null) return;
        console.WriteLine();
        WriteIndented(console, "heap snapshot ", Safe(RetainedTables.Basis(heap)));
        WriteTable(RetainedTables.Retainers(heap, ReportTables.MostRetainers), console);
    }

    private static void WriteDetail(IAnsiConsole console, string mark, string text)
    {
        if (text.Length == 0) return;
        console.WriteLine();
        WriteIndented(console, mark, Safe(text));
    }

    private void WriteInduced(IReadOnlyList<InducedByDocument>? calls, IAnsiConsole console)
    {
        if (calls is null or []) return;
        console.WriteLine();
        console.MarkupLine("[dim]induced GC, by caller[/]");
        foreach (var chain in calls.Take(verbose ? calls.Count : MostPlaces))
        {
            WriteIndented(console, "  ", Safe(InducedText.Head(chain)));
            WriteIndented(console, "    ", $"[dim]{Safe(InducedText.Way(chain))}[/]");
        }
    }

    private static void WriteNotApplicable(ReportDocument document, IAnsiConsole console)
    {
        if (document.NotApplicable.Count == 0) return;
        console.WriteLine();
        foreach (var rule in document.NotApplicable) console.MarkupLine($"[dim]not judged: {Safe(rule.Id)}: {Safe(rule.Reason)}[/]");
    }
}
