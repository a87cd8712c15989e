using Spectre.Console;
using Unpause.Reports.Composition;
using Unpause.Reports.Explanations;
using static Unpause.Reports.TerminalText;

namespace Unpause.Reports.Short;

/// <summary>
/// The answer that fits a screen: the headline, its cause, the first thing to do, the numbers of each process in a line or two, and the
/// findings with their evidence, first advice and expected improvement. <see cref="TerminalReportWriter"/> writes everything.
/// </summary>
public sealed class ShortReportWriter
{
    /// <summary>Processes with numbers; the others are only counted.</summary>
    private const int MostProcesses = 3;

    /// <summary>Findings in full, over all processes; the others get one line each.</summary>
    private const int MostFindings = 3;

    /// <summary>After a stop of this length, the report doesn't say that nothing was found: the stop is explained above.</summary>
    private const long LongStop = 100_000_000;

    /// <summary>The longest phrase for what triggered the longest pause: what remains of 80 columns.</summary>
    private const int MostCulpritChars = 68;

    /// <summary>Slow requests that are listed.</summary>
    private const int MostRequests = 5;

    private int _findings;
    private FindingDocument? _cause;

    /// <summary>Writes the report.</summary>
    public void Write(ReportDocument document, IAnsiConsole console)
    {
        _findings = 0;
        if (document.Requests is { } requests) WriteRequests(requests, console);
        console.WriteLine();
        WriteVerdict(document, console);
        foreach (var missing in document.NotRecorded) WriteHanging(console, "note: ", "yellow", missing);
        for (var index = 0; index < Math.Min(MostProcesses, document.Processes.Count); index++) WriteProcess(document, index, console);
        if (document.Processes.Count > MostProcesses)
        {
            var more = document.Processes.Count - MostProcesses;
            WriteHanging(console, "", "dim", $"and {Quantities.Count(more)} more {(more == 1 ? "process" : "processes")}: --verbose");
        }

        console.WriteLine();
        WriteHanging(console, "", "dim", "full report: --verbose · as a web page: -o report.html");
    }

    /// <summary>The headline, its details, the cause, and the first thing to do about it.</summary>
    private void WriteVerdict(ReportDocument document, IAnsiConsole console)
    {
        var verdict = document.Verdict;
        var cause = CauseSentence.FindIn(verdict);
        var about = (cause < 0 ? verdict : verdict[..cause]).TrimEnd();
        var end = about.IndexOf("). ", StringComparison.Ordinal);
        WriteHanging(console, "", "bold", (end < 0 ? about : about[..(end + 1)]).TrimEnd('.'));
        if (end >= 0) WriteHanging(console, "", "none", about[(end + "). ".Length)..]);
        if (cause < 0) return;
        WriteHanging(console, "", "bold", verdict[cause..].TrimEnd('.'));
        _cause = CauseSentence.Finding(document.Processes, document.Findings)
            ?? CauseSentence.Symptom(document.Processes, document.Findings);
        if (_cause is { Advice: [var first, ..] }) WriteAdvice("First: ", first, _cause.Advice.Count - 1, console);
    }

    private static void WriteAdvice(string label, AdviceDocument advice, int others, IAnsiConsole console)
    {
        var rest = others == 0 ? "" : $" ({Quantities.Count(others)} more: --verbose)";
        WriteHanging(console, label, "none", advice.Text + rest);
        var indent = new string(' ', label.Length + 2);
        foreach (var line in (advice.Setting ?? advice.Code)?.Split('\n') ?? []) WriteHanging(console, indent, "cyan", line);
    }

    private void WriteProcess(ReportDocument document, int index, IAnsiConsole console)
    {
        var process = document.Processes[index];
        console.WriteLine();
        WriteHanging(console, "", "none", ShortNumbers.Head(process));
        var notes = process.Source.Coverage.Notes;
        foreach (var note in notes.Where(note => note.Severity == NoteDocument.Unreadable))
        {
            WriteHanging(console, "note: ", "yellow", note.Text);
        }

        var others = notes.Count(note => note.Severity != NoteDocument.Unreadable);
        if (others == 1) WriteHanging(console, "note: ", "dim", notes.First(note => note.Severity != NoteDocument.Unreadable).Text);
        else if (others > 1) WriteHanging(console, "", "dim", $"{Quantities.Count(others)} notes on what was read: --verbose");
        console.WriteLine();
        foreach (var (name, text) in ShortNumbers.Lines(process)) WriteHanging(console, $"  {name,-9} ", "none", text);
        if (process.Explanations is [var longest, ..]) WriteLongest(document, longest, console);
        var groups = FindingGroups.Group(document.Findings, index);
        foreach (var (root, followers) in groups) WriteFinding(process, root, followers, console);
        if (groups.Count == 0 && process.Collections.Count > 0
            && process.Pauses.Knowledge is null or PausesDocument.Recorded
            && process.Explanations is not [{ DurationMs.Nanoseconds: >= LongStop }, ..])
        {
            console.WriteLine();
            WriteHanging(console, "", "green", "No rule found a problem.");
        }
    }

    /// <summary>How much of the paused time it explains; null where it explains none.</summary>
    private static string? Explained(ProcessDocument process, FindingDocument finding) => finding.Explains is { Count: > 0 } stops
        ? $"explains {Quantities.Count(stops.Count)} of {Quantities.Count(process.Stops?.Count ?? process.Pauses.Count)} pauses, "
            + $"{Quantities.Percent(stops.SharePercent ?? 0)} of the paused time"
        : null;

    /// <summary>The longest pause: what, why, what to do, unless that is what the report says first.</summary>
    private void WriteLongest(ReportDocument document, StopExplanationDocument longest, IAnsiConsole console)
    {
        var known = _cause is not null && longest.Finding is { } finding && ReferenceEquals(document.Findings[finding], _cause);
        foreach (var (label, text, isSetting) in StopLines.Lines(longest, "longest"))
        {
            if (known && (isSetting || label == "do")) continue;
            if (label == StopLines.Culprit)
            {
                WriteCulprit(longest.Culprit!, console);
                continue;
            }

            WriteHanging(console, $"  {label,-9} ", isSetting ? "cyan" : "none", text);
        }
    }

    /// <summary>A phrase, where it fits a line.</summary>
    private static void WriteCulprit(StopCulpritDocument culprit, IAnsiConsole console)
    {
        if (CulpritComposer.Phrase(culprit) is { Length: <= MostCulpritChars } phrase)
            WriteHanging(console, $"  {StopLines.Culprit,-9} ", "none", phrase);
    }

    private void WriteFinding(ProcessDocument process, FindingDocument finding, List<FindingDocument> followers, IAnsiConsole console)
    {
        var (colour, word) = TerminalFindings.Word(finding);
        if (_findings++ >= MostFindings)
        {
            WriteHanging(console, $"{word,-7} ", colour, "none", finding.Title, finding.Id);
            return;
        }

        console.WriteLine();
        WriteHanging(console, $"{word,-7} ", colour, "bold", finding.Title, finding.Id);
        var evidence = finding.Evidence.Take(_findings == 1 ? 2 : 1).Select(EvidenceText.Format);
        WriteHanging(console, "        ", "dim", string.Join("; ", evidence));
        // The advice on the cause is at the top already.
        if (finding.Advice is [var first, ..] && !ReferenceEquals(finding, _cause))
        {
            WriteAdvice("     do ", first, finding.Advice.Count - 1, console);
        }

        if (Explained(process, finding) is { } explained) WriteHanging(console, "        ", "dim", explained);
        if (ShortNumbers.Gain(process, finding) is { } gain) WriteHanging(console, "      = ", "none", gain);
        if (followers.Count > 0)
        {
            var ids = string.Join(", ", followers.Select(follower => follower.Id).Distinct());
            WriteHanging(console, "        ", "dim", $"symptoms of it: {ids}");
        }
    }

    private static void WriteRequests(RequestsDocument requests, IAnsiConsole console)
    {
        console.WriteLine();
        WriteHanging(console, "", "bold", requests.Verdict);
        foreach (var explanation in requests.Explanations)
        {
            if (explanation.ImplausibleTimes) WriteHanging(console, "doubtful: ", "yellow", explanation.Text);
            else if (explanation.Kind != ExplanationDocument.Assumption) WriteHanging(console, "note: ", "yellow", explanation.Text);
        }

        if (RequestTables.LeftOut(requests) is { } leftOut) WriteHanging(console, "left out: ", "dim", leftOut);
        foreach (var clock in RequestTables.Clocks(requests)) WriteHanging(console, "", "none", clock);
        if (RequestTables.Involvement(requests) is { } involvement) WriteHanging(console, "", "none", involvement);
        if (RequestTables.AcceptQueue(requests) is { } waiting) WriteHanging(console, "", "yellow", waiting);
        foreach (var path in PathTables.Sentences(requests)) WriteHanging(console, "", "none", path);
        if (RequestTables.Queue(requests) is { } queue) WriteHanging(console, "", "dim", queue);
        if (RequestTables.Metered(requests) is { } metered) WriteHanging(console, "", "none", metered);
        if (RequestTables.Latency(requests) is { } latency) WriteTable(latency, console);
        var worst = RequestTables.Worst(requests, console.Profile.Width);
        WriteTable(worst with { Rows = [.. worst.Rows.Take(MostRequests)] }, console);
    }
}
