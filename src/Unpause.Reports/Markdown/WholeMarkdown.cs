using Unpause.Reports.Cpu;
using Unpause.Reports.Heap;
using Unpause.Reports.Sites;
using Unpause.Reports.Work;
using static Unpause.Reports.Markdown.MarkdownText;

namespace Unpause.Reports.Markdown;

/// <summary>The whole report in Markdown: the folded part below <see cref="MarkdownSummary"/>.</summary>
internal static class WholeMarkdown
{
    /// <summary>Most call sites of each kind.</summary>
    private const int MostPlaces = 5;

    /// <summary>Writes the report, after an empty line.</summary>
    public static void Write(TextWriter text, ReportDocument document)
    {
        foreach (var missing in document.NotRecorded) text.WriteLine($"\n> {Escaped(missing)}");
        if (document.Requests is { } requests) WriteRequests(text, requests);
        for (var index = 0; index < document.Processes.Count; index++) WriteProcess(text, document, index);
        WriteNotApplicable(text, document);
    }

    private static void WriteRequests(TextWriter text, RequestsDocument requests)
    {
        text.WriteLine($"\n## Requests\n\n{Escaped(requests.Verdict)}\n");
        foreach (var source in requests.Sources) text.WriteLine($"Read: {Escaped(RequestTables.Coverage(source))}  ");
        if (RequestTables.LeftOut(requests) is { } left) text.WriteLine($"Ignored: {Escaped(left)}  ");
        foreach (var explanation in requests.Explanations)
        {
            text.WriteLine($"\n> {(explanation.ImplausibleTimes ? "doubtful: " : "")}{Escaped(explanation.Text)}");
        }

        foreach (var clock in RequestTables.Clocks(requests)) text.WriteLine($"\n{Escaped(clock)}.");
        if (RequestTables.Involvement(requests) is { } involvement) text.WriteLine($"\n{Escaped(involvement)}.");
        if (RequestTables.AcceptQueue(requests) is { } waiting) text.WriteLine($"\n{Escaped(waiting)}.");
        foreach (var path in PathTables.Sentences(requests)) text.WriteLine($"\n{Escaped(path)}.");
        if (RequestTables.Queue(requests) is { } queue) text.WriteLine($"\n{Escaped(queue)}.");
        if (RequestTables.Metered(requests) is { } metered) text.WriteLine($"\n{Escaped(metered)}.");
        text.WriteLine();
        if (RequestTables.Latency(requests) is { } latency) WriteTable(text, latency);
        WriteTable(text, RequestTables.Worst(requests));
        WriteTable(text, RequestTables.Holes(requests.Holes, wholeTraceIds: true));
        foreach (var path in PathTables.Tables(requests)) WriteTable(text, path);
    }

    private static void WriteProcess(TextWriter text, ReportDocument document, int index)
    {
        var process = document.Processes[index];
        text.WriteLine($"\n## {Escaped(ProcessName.Format(process))}\n");
        text.WriteLine($"{Escaped(ReportTables.Runtime(process.Source))}  ");
        text.WriteLine($"Read: {Escaped(ReportTables.Coverage(process.Source))}");
        foreach (var note in process.Source.Coverage.Notes) text.WriteLine($"\n> {Escaped(note.Text)}");
        text.WriteLine();
        if (!CpuTables.IsAll(process))
        {
            WriteTable(
                text,
                new TextTable(
                    [.. StopTables.Headline(process).Select(number => number.Name)],
                    [[.. StopTables.Headline(process).Select(number => number.Value)]]),
                leftColumns: 0);
        }

        if (StopTables.Own(process) is { Length: > 0 } own) text.WriteLine($"{Escaped(own)}.\n");
        if (ExitText.Line(process) is { Length: > 0 } exit) text.WriteLine($"{Escaped(exit)}.\n");
        if (ReportTables.Assists(process) is { Length: > 0 } assists) text.WriteLine($"Mark assists: {Escaped(assists)}.\n");
        if (ReportTables.Stalls(process.Stalls) is { Length: > 0 } stalls) text.WriteLine($"Allocation stalls: {Escaped(stalls)}.\n");
        if (UtilisationText.Line(process) is { Length: > 0 } worst) text.WriteLine($"In the worst {Escaped(worst)}.\n");
        if (CollectorCpuText.Line(process) is { Length: > 0 } cpu) text.WriteLine($"CPU time of GC: {Escaped(cpu)}.\n");
        foreach (var line in RequestTimeTables.Lines(process)) text.WriteLine($"Requests: {Escaped(line)}.\n");
        WriteTable(text, RequestTimeTables.Table(process));
        WriteTable(text, RequestTimeTables.Longest(process));
        foreach (var wait in OtherWaitText.Lines(process)) text.WriteLine($"Not GC: {Escaped(wait)}.\n");
        if (ReportTables.Survival(process.Survival) is { Length: > 0 } survival) text.WriteLine($"Survival: {Escaped(survival)}.\n");
        WriteSummary(text, process);
        WriteInduced(text, process.Collections.InducedBy);
        WriteCpu(text, process.CpuSamples);
        WriteAllocations(text, process.Allocations);
        if (SiteTables.Line(process.LiveHeap) is { } live) WriteRows(text, "In use", live, SiteTables.Rows(process.LiveHeap!));
        if (SiteTables.Line(process.Goroutines) is { } goroutines)
            WriteRows(text, "Goroutines", goroutines, SiteTables.Rows(process.Goroutines!));
        WriteTable(text, CounterTable.Create(process));
        foreach (var (root, followers) in FindingGroups.Group(document.Findings, index)) WriteFinding(text, root, followers);
    }

    private static void WriteSummary(TextWriter text, ProcessDocument summary)
    {
        if (StopTables.Line(summary) is { Length: > 0 } stops) text.WriteLine($"Pauses: {Escaped(stops)}.\n");
        if (ReportTables.Heap(summary) is { Length: > 0 } heap) text.WriteLine($"Heap: {Escaped(heap)}.\n");
        if (LiveSetText.Line(summary.Heap.LiveSetTrend) is { Length: > 0 } live) text.WriteLine($"Live set: {Escaped(live)}.\n");
        WriteTable(text, StopTables.Reasons(summary));
        WriteTable(text, StopTables.Longest(summary));
        WriteTable(text, ReportTables.Generations(summary));
        WriteTable(text, ReportTables.Causes(summary));
        WriteTable(text, ReportTables.Phases(summary.Collections));
        if (ReportTables.RetainersBasis(summary.HeapRetainers) is { Length: > 0 } retainers)
        {
            text.WriteLine($"Retained: {Escaped(retainers)}.\n");
        }

        WriteTable(text, ReportTables.Retainers(summary.HeapRetainers));
        if (RetainedTables.Basis(summary.HeapObjects) is { Length: > 0 } objects) text.WriteLine($"Heap snapshot: {Escaped(objects)}.\n");
        WriteTable(text, RetainedTables.Retainers(summary.HeapObjects, ReportTables.MostRetainers));
    }

    private static void WriteInduced(TextWriter text, IReadOnlyList<InducedByDocument>? calls)
    {
        if (calls is null or []) return;
        text.WriteLine("Induced GC, by caller:\n");
        foreach (var chain in calls.Take(MostPlaces))
        {
            text.WriteLine($"- {Escaped(InducedText.Head(chain))}: {Escaped(InducedText.Way(chain))}");
        }

        text.WriteLine();
    }

    private static void WriteCpu(TextWriter text, CpuSamplesDocument? cpu)
    {
        if (cpu is null) return;
        text.WriteLine($"CPU time: collector {Escaped(CpuTables.Line(cpu))}.\n");
        foreach (var remark in CpuTables.Remarks(cpu)) text.WriteLine($"- {Escaped(remark)}");
        text.WriteLine($"- {Escaped(cpu.RuntimeEvidence)}\n");
        WriteTable(text, CpuTables.Table(cpu));
        foreach (var stack in cpu.Stacks.Where(stack => stack.Stack.Count > 0).Take(MostPlaces))
        {
            var frames = CpuStacks.Short(stack).Select(frame => frame.Own ? $"**{Escaped(frame.Method)}**" : Escaped(frame.Method));
            text.WriteLine($"- {Escaped(CpuTables.Place(stack, cpu))}: {string.Join(" ← ", frames)}");
        }

        text.WriteLine();
    }

    private static void WriteAllocations(TextWriter text, AllocationsDocument? summary)
    {
        if (summary is null) return;
        text.WriteLine($"Allocated: {Escaped(AllocationTables.Line(summary))}.\n");
        WriteTable(text, AllocationTables.Types(summary));
        var place = (AllocationSiteDocument site) => AllocationTables.Place(site, summary);
        var large = AllocationTables.Large(summary);
        WriteSites(text, "Large objects, by call site", large, AllocationTables.Least(summary), place);
        WriteSites(text, large.Count > 0
            ? "Other objects, by call site"
            : "By call site", AllocationTables.Others(summary), AllocationTables.Least(summary), place);
        if (summary.Gen2Deaths is not { } deaths) return;
        text.WriteLine($"Died in gen2: {Escaped(AllocationTables.Line(deaths))}.\n");
        WriteSites(
            text,
            "Died in gen2, by allocating call site",
            deaths.Sites,
            AllocationTables.Least(deaths),
            site => AllocationTables.Place(site, deaths));
    }

    private static void WriteSites(
        TextWriter text, string title, IReadOnlyList<AllocationSiteDocument> sites, long least, Func<AllocationSiteDocument, string> place)
    {
        var shown = sites.Where(site => site.Stack.Count > 0 && site.Bytes >= least).Take(MostPlaces).ToList();
        WriteRows(text, title, [.. shown.Select(site => new SiteRow(place(site), site.Stack))]);
    }

    private static void WriteRows(TextWriter text, string name, string line, IEnumerable<SiteRow> rows)
    {
        text.WriteLine($"{name}: {Escaped(line)}.\n");
        WriteRows(text, "By call site", [.. rows.Take(MostPlaces)]);
    }

    private static void WriteRows(TextWriter text, string title, IReadOnlyList<SiteRow> rows)
    {
        if (rows.Count == 0) return;
        text.WriteLine($"{title}:\n");
        foreach (var site in rows)
        {
            var stack = ShortStack.Shorten(site.Stack).Select(frame => frame.Own ? $"**{Escaped(frame.Method)}**" : Escaped(frame.Method));
            text.WriteLine($"- {Escaped(site.Text)}: {string.Join(" ← ", stack)}");
        }

        text.WriteLine();
    }

    private static void WriteFinding(TextWriter text, FindingDocument finding, List<FindingDocument> followers)
    {
        text.WriteLine($"### {Escaped(finding.Severity)}: {Escaped(finding.Title)} (`{Plain(finding.Id)}`)\n");
        if (FindingGroups.Confidence(finding) is { } sure) text.WriteLine($"Confidence: {Escaped(sure)}\n");
        foreach (var evidence in finding.Evidence) text.WriteLine($"- {Escaped(EvidenceText.Format(evidence))}");
        text.WriteLine("\nWhat to change:\n");
        foreach (var advice in finding.Advice)
        {
            text.WriteLine($"- {Escaped(advice.Text)}");
            if ((advice.Setting ?? advice.Code) is { } exact) text.WriteLine($"\n{Fenced(exact)}\n");
        }

        if (finding.ExpectedGain is { } gain) text.WriteLine($"\nExpected improvement: {Escaped(gain)}");
        if (followers.Count > 0) text.WriteLine("\nSymptoms:\n");
        foreach (var follower in followers) text.WriteLine($"- {Escaped(follower.Title)} (`{Plain(follower.Id)}`)");
        text.WriteLine();
    }

    private static void WriteNotApplicable(TextWriter text, ReportDocument document)
    {
        if (document.NotApplicable.Count == 0) return;
        text.WriteLine("\n## Not judged\n");
        foreach (var rule in document.NotApplicable) text.WriteLine($"- `{Plain(rule.Id)}`: {Escaped(rule.Reason)}");
    }
}
