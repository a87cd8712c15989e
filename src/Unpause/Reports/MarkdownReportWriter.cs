using System.Text;
using Unpause.Analysis;
using Unpause.Analysis.Allocations;
using Unpause.Diagnosis;

namespace Unpause.Reports;

/// <summary>A report in Markdown, for issues and pull requests.</summary>
public sealed class MarkdownReportWriter : IReportWriter
{
    /// <summary>Places in the program's code shown of each kind.</summary>
    private const int MostPlaces = 5;

    /// <inheritdoc/>
    public void Write(Report report, Stream output)
    {
        using var text = new StreamWriter(output, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        text.WriteLine("# Pauses");
        text.WriteLine();
        text.WriteLine(Escaped(report.Verdict));
        foreach (var missing in report.NotRecorded) text.WriteLine($"\nNot recorded: {Escaped(missing)}");
        if (report.Requests is { } requests) WriteRequests(text, requests);
        for (var index = 0; index < report.Processes.Count; index++) WriteProcess(text, report, index);
        WriteNotApplicable(text, report);
    }

    private static void WriteRequests(TextWriter text, RequestReport requests)
    {
        text.WriteLine($"\n## Requests\n\n{Escaped(RequestTables.Verdict(requests.Attribution))}\n");
        foreach (var set in requests.Sets) text.WriteLine($"Read: {Escaped(RequestTables.Coverage(set))}  ");
        foreach (var doubt in requests.Doubts) text.WriteLine($"\n> doubtful: {Escaped(doubt)}");
        foreach (var explanation in requests.Attribution.Explanations) text.WriteLine($"\n> {Escaped(explanation.Text)}");
        if (RequestTables.Involvement(requests.Attribution) is { } involvement) text.WriteLine($"\n{Escaped(involvement)}.");
        text.WriteLine();
        WriteTable(text, RequestTables.Latency(requests.Attribution));
        WriteTable(text, RequestTables.Worst(requests));
        WriteTable(text, RequestTables.Holes(requests.Holes));
    }

    private static void WriteProcess(TextWriter text, Report report, int index)
    {
        var process = report.Processes[index];
        text.WriteLine($"\n## {Escaped(ProcessName.Of(process))}\n");
        text.WriteLine($"{Escaped(ReportTables.Runtime(process.Recording))}  ");
        text.WriteLine($"Read: {Escaped(ReportTables.Coverage(process.Recording))}");
        foreach (var note in process.Recording.Coverage.Notes) text.WriteLine($"\n> {Escaped(note.Text)}");
        text.WriteLine();
        WriteTable(text, new TextTable([.. ReportTables.Headline(process.Summary).Select(number => number.Name)], [[.. ReportTables.Headline(process.Summary).Select(number => number.Value)]]), leftColumns: 0);
        if (ReportTables.Assists(process.Summary) is { Length: > 0 } assists) text.WriteLine($"Assists: {Escaped(assists)}.\n");
        if (ReportTables.Stalls(process.Summary.Stalls) is { Length: > 0 } stalls) text.WriteLine($"Stalls: {Escaped(stalls)}.\n");
        if (ReportTables.Survival(process) is { Length: > 0 } survival) text.WriteLine($"Survival: {Escaped(survival)}.\n");
        WriteSummary(text, process.Summary);
        WriteInduced(text, process.Recording);
        WriteAllocations(text, process.Recording);
        WriteTable(text, CounterTable.Of(process.Recording));
        foreach (var (_, finding) in report.Diagnoses.Findings.Where(found => found.Process == index)) WriteFinding(text, finding);
    }

    private static void WriteSummary(TextWriter text, Summary summary)
    {
        if (summary.Stops is { } stops) text.WriteLine($"Stops: {ReportTables.Stops(stops)}.\n");
        if (ReportTables.Heap(summary.Heap) is { Length: > 0 } heap) text.WriteLine($"Heap: {heap}.\n");
        WriteTable(text, ReportTables.Generations(summary.Collections));
        WriteTable(text, ReportTables.Causes(summary.Collections));
        WriteTable(text, ReportTables.Phases(summary.Collections));
        if (ReportTables.HoldersBasis(summary.Holders) is { Length: > 0 } holders) text.WriteLine($"Held: {Escaped(holders)}.\n");
        WriteTable(text, ReportTables.Holders(summary.Holders));
    }

    private static void WriteInduced(TextWriter text, Recordings.Recording recording)
    {
        if (recording.InducedBy is not { Count: > 0 } calls) return;
        text.WriteLine("Asked for by code:\n");
        foreach (var chain in calls.Take(MostPlaces).Select(InducedChain.Of)) text.WriteLine($"- {Escaped(InducedText.Head(chain))}: {Escaped(InducedText.Way(chain))}");
        text.WriteLine();
    }

    private static void WriteAllocations(TextWriter text, Recordings.Recording recording)
    {
        if (AllocationSummary.Of(recording.Allocations) is not { } summary) return;
        text.WriteLine($"Allocated: {Escaped(AllocationTables.Line(summary, recording))}.\n");
        WriteTable(text, AllocationTables.Types(summary));
        var place = (Recordings.AllocationSite site) => AllocationTables.Place(site, summary);
        WriteSites(text, "Large objects, by place", summary.LargeSites, AllocationTables.Least(summary), place);
        WriteSites(text, summary.LargeSites.Count > 0 ? "Other objects, by place" : "By place", summary.OtherSites, AllocationTables.Least(summary), place);
        if (recording.Gen2Deaths is not { } deaths) return;
        text.WriteLine($"Died in gen2: {Escaped(AllocationTables.Line(deaths))}.\n");
        WriteSites(text, "Died in gen2, by place that allocated", deaths.Sites, AllocationTables.Least(deaths), site => AllocationTables.Place(site, deaths));
    }

    private static void WriteSites(TextWriter text, string title, IReadOnlyList<Recordings.AllocationSite> sites, long least, Func<Recordings.AllocationSite, string> place)
    {
        var shown = sites.Where(site => site.Stack.Count > 0 && site.Bytes >= least).Take(MostPlaces).ToList();
        if (shown.Count == 0) return;
        text.WriteLine($"{title}:\n");
        foreach (var site in shown)
        {
            var stack = ShortStack.Of(site.Stack).Select(frame => frame.Own ? $"**{Escaped(frame.Method)}**" : Escaped(frame.Method));
            text.WriteLine($"- {Escaped(place(site))}: {string.Join(" ← ", stack)}");
        }

        text.WriteLine();
    }

    private static void WriteFinding(TextWriter text, Finding finding)
    {
        text.WriteLine($"### {FindingJson.SeverityWord(finding.Severity)}: {Escaped(finding.Title)} (`{finding.Id}`)\n");
        foreach (var evidence in finding.Evidence) text.WriteLine($"- {Escaped(EvidenceText.Of(evidence))}");
        text.WriteLine("\nWhat to change:\n");
        foreach (var advice in finding.Advice)
        {
            text.WriteLine($"- {Escaped(advice.Text)}");
            if ((advice.Setting ?? advice.Code) is { } exact) text.WriteLine($"\n{Fenced(exact)}\n");
        }

        if (finding.ExpectedGain is { } gain) text.WriteLine($"\nWhat it should gain: {Escaped(gain)}");
        text.WriteLine();
    }

    private static void WriteNotApplicable(TextWriter text, Report report)
    {
        if (report.Diagnoses.NotApplicable.Count == 0) return;
        text.WriteLine("\n## Not judged\n");
        foreach (var (_, id, why) in report.Diagnoses.NotApplicable) text.WriteLine($"- `{id}`: {Escaped(why)}");
    }

    private static void WriteTable(TextWriter text, TextTable table, int leftColumns = 1)
    {
        if (table.Rows.Count == 0) return;
        text.WriteLine($"| {string.Join(" | ", table.Columns)} |");
        text.WriteLine($"|{string.Concat(table.Columns.Select((_, column) => column < leftColumns ? "---|" : "---:|"))}");
        foreach (var row in table.Rows) text.WriteLine($"| {string.Join(" | ", row.Select(Escaped))} |");
        text.WriteLine();
    }

    /// <summary>Text in which no character has a meaning in Markdown or HTML.</summary>
    private static string Escaped(string text)
    {
        var escaped = new StringBuilder(text.Length + 8);
        foreach (var character in PlainText.Clean(text))
        {
            if (character is '<') escaped.Append("&lt;");
            else if (character is '>') escaped.Append("&gt;");
            else if (character is '&') escaped.Append("&amp;");
            else if (character is '|' or '`' or '*' or '_' or '[' or ']' or '\\') escaped.Append('\\').Append(character);
            else escaped.Append(character);
        }

        return escaped.ToString();
    }

    private static string Fenced(string code) => $"  ```\n  {string.Join("\n  ", code.Split('\n').Select(PlainText.Clean))}\n  ```";
}
