using Unpause.Reports.Short;
using static Unpause.Reports.Markdown.MarkdownText;

namespace Unpause.Reports.Markdown;

/// <summary>
/// The visible part of an issue, above the fold: the verdict, the findings with the first advice, the numbers, the worst requests. The
/// number of lines is limited: the numbers take theirs, and the findings what is left.
/// </summary>
internal static class MarkdownSummary
{
    /// <summary>Most notes on what was read and what is missing; the others are counted.</summary>
    private const int MostNotes = 3;

    /// <summary>Most findings with evidence and advice; the others get one line each.</summary>
    private const int MostFindings = 3;

    /// <summary>Most processes with numbers; the others are counted.</summary>
    private const int MostProcesses = 3;

    /// <summary>Lines of numbers for a single process; of several, each has one line.</summary>
    private const int MostNumbers = 4;

    /// <summary>Most requests that are listed, each with its whole trace ID.</summary>
    private const int MostRequests = 3;

    /// <summary>Most lines of code in an advice; longer code is in the whole report only.</summary>
    private const int MostCode = 6;

    /// <summary>The lines, without line ends; the last one is empty.</summary>
    /// <param name="most">The maximum number of lines; at least 30.</param>
    public static List<string> Lines(ReportDocument document, int most)
    {
        List<string> lines = ["# Pauses", ""];
        if (document.Requests is { } requests) lines.AddRange([Escaped(requests.Verdict), ""]);
        lines.AddRange([Escaped(document.Verdict), ""]);
        AddSome(lines, [.. Notes(document).Select(Escaped)], MostNotes, "note");
        List<string> numbers = [.. Numbers(document), .. Worst(document.Requests)];
        AddFindings(lines, document, most - numbers.Count);
        lines.AddRange(numbers);
        return lines;
    }

    private static IEnumerable<string> Notes(ReportDocument document)
    {
        foreach (var explanation in document.Requests?.Explanations ?? [])
        {
            if (explanation.ImplausibleTimes) yield return $"doubtful: {explanation.Text}";
        }

        foreach (var missing in document.NotRecorded) yield return missing;
        foreach (var note in document.Processes.SelectMany(process => process.Source.Coverage.Notes))
        {
            if (note.Severity == NoteDocument.Unreadable) yield return note.Text;
        }
    }

    private static void AddSome(List<string> lines, List<string> items, int most, string what)
    {
        lines.AddRange(items.Take(most).Select(item => $"- {item}"));
        if (items.Count > most) lines.Add($"- {More(items.Count - most, what, what + "s")}");
        if (items.Count > 0) lines.Add("");
    }

    private static string More(int count, string one, string many) =>
        $"and {Quantities.Count(count)} more {(count == 1 ? one : many)} below";

    /// <param name="lines">The lines to append to.</param>
    /// <param name="most">The maximum number of lines in total, including the empty one after the findings.</param>
    private static void AddFindings(List<string> lines, ReportDocument document, int most)
    {
        var groups = FindingGroups.Group(document.Findings);
        if (groups.Count == 0)
        {
            if (document.Processes.Any(process => process.Collections.Count > 0)) lines.AddRange(["No rule found a problem.", ""]);
            return;
        }

        var shown = 0;
        for (; shown < Math.Min(groups.Count, MostFindings); shown++)
        {
            var finding = Finding(document, groups[shown].Root, groups[shown].Followers);
            // The rest needs a line for each further finding, or one with their number, and an empty one.
            var rest = groups.Count - shown - 1;
            if (lines.Count + finding.Count + Math.Min(rest, MostFindings) + (rest > 0 ? 1 : 0) > most) break;
            lines.AddRange(finding);
        }

        if (shown == groups.Count) return;
        var room = most - lines.Count - 1;
        var titles = groups.Count - shown <= room ? groups.Count - shown : room - 1;
        lines.AddRange(groups.Skip(shown).Take(titles).Select(group => $"- **{Word(group.Root)}** {Title(document, group.Root)}"));
        if (shown + titles < groups.Count) lines.Add($"- {More(groups.Count - shown - titles, "finding", "findings")}");
        lines.Add("");
    }

    private static string Word(FindingDocument finding) => Escaped(finding.Severity);

    private static string Title(ReportDocument document, FindingDocument finding)
    {
        var where = document.Processes.Count > 1 ? $"{Escaped(ProcessName.Format(document.Processes[finding.Process]))}: " : "";
        return $"{where}{Escaped(finding.Title)} (`{Plain(finding.Id)}`)";
    }

    private static List<string> Finding(ReportDocument document, FindingDocument finding, List<FindingDocument> followers)
    {
        List<string> lines = [$"### {Word(finding)}: {Title(document, finding)}"];
        lines.AddRange(finding.Evidence.Take(2).Select(evidence => $"- {Escaped(EvidenceText.Format(evidence))}"));
        if (finding.Advice is [var first, ..])
        {
            var more = finding.Advice.Count == 1 ? "" : $" ({Quantities.Count(finding.Advice.Count - 1)} more below)";
            var code = first.Setting ?? first.Code;
            var inline = code is null || code.Contains('\n', StringComparison.Ordinal) ? "" : $" `{Plain(code)}`";
            lines.Add($"- **Do:** {Escaped(first.Text)}{inline}{more}");
            if (code is not null && inline.Length == 0 && code.AsSpan().Count('\n') < MostCode) lines.AddRange(Fenced(code).Split('\n'));
        }

        if (ShortNumbers.Gain(document.Processes[finding.Process], finding) is { } gain) lines.Add("- **Expected improvement:** "
            + $"{Escaped(gain)}");
        if (followers.Count > 0)
        {
            var ids = followers.Select(follower => $"`{Plain(follower.Id)}`").Distinct(StringComparer.Ordinal);
            lines.Add($"- Symptoms of it: {string.Join(", ", ids)}");
        }

        lines.Add("");
        return lines;
    }

    private static IEnumerable<string> Numbers(ReportDocument document)
    {
        var several = document.Processes.Count > 1;
        foreach (var process in document.Processes.Take(MostProcesses))
        {
            yield return $"- **{Escaped(ProcessName.Format(process))}** {Escaped(ShortNumbers.Source(process))}";
            foreach (var (name, text) in ShortNumbers.Lines(process).Take(several ? 1 : MostNumbers))
            {
                var label = name.Length > 0 ? $"{name}: " : "";
                yield return $"  - {label}{Escaped(text.Replace(ShortNumbers.Gap, ", ", StringComparison.Ordinal))}";
            }
        }

        if (document.Processes.Count > MostProcesses)
        {
            yield return $"- {More(document.Processes.Count - MostProcesses, "process", "processes")}";
        }

        if (document.Processes.Count > 0) yield return "";
    }

    /// <summary>The longest requests with their trace IDs, for searching.</summary>
    private static IEnumerable<string> Worst(RequestsDocument? requests)
    {
        if (requests is not { Worst.Count: > 0 }) yield break;
        yield return "| worst requests | took | in pauses | without GC | trace or time |";
        yield return "|---|---:|---:|---:|---|";
        foreach (var request in requests.Worst.Take(MostRequests))
        {
            yield return $"| {Escaped(request.Name ?? "unnamed")} | {Cell.Duration(request.DurationMs)} "
                + $"| {Cell.Duration(request.PausedMs)} | {Cell.Duration(request.WithoutGcMs)} "
                + $"| `{Plain(request.TraceId ?? request.StartedAt).Replace('|', '/')}` |";
        }

        yield return "";
    }
}

/// <summary>Text and tables in Markdown, with untrusted text escaped.</summary>
internal static class MarkdownText
{
    /// <summary>Writes a table; nothing where it has no rows.</summary>
    public static void WriteTable(TextWriter text, TextTable table, int leftColumns = 1)
    {
        if (table.Rows.Count == 0) return;
        text.WriteLine($"| {string.Join(" | ", table.Columns)} |");
        text.WriteLine($"|{string.Concat(table.Columns.Select((_, column) => column < leftColumns ? "---|" : "---:|"))}");
        foreach (var row in table.Rows) text.WriteLine($"| {string.Join(" | ", row.Select(Escaped))} |");
        text.WriteLine();
    }

    /// <summary>Text with all characters escaped that Markdown or HTML interpret.</summary>
    public static string Escaped(string text)
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

    /// <summary>Text for a code span, without backticks.</summary>
    public static string Plain(string id) => PlainText.Clean(id).Replace('`', '\'');

    /// <summary>A code block inside a list item.</summary>
    public static string Fenced(string code) => $"  ```\n  {string.Join("\n  ", code.Split('\n').Select(PlainText.Clean))}\n  ```";
}
