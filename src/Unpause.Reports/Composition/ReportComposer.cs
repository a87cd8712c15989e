using Unpause.Analysis;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Heap;
using Unpause.Recordings;
using Unpause.Reports.Documents;

namespace Unpause.Reports.Composition;

/// <summary>Makes the document of what was analysed and diagnosed.</summary>
internal static class ReportComposer
{
    /// <summary>The document.</summary>
    public static ReportDocument Compose(Report report)
    {
        var identity = report.ArgumentsShown ? report.Identity : RedactedFacts.Of(report.Identity);
        ProcessDocument[] processes = [.. report.Processes.Select(process => Compose(process, identity))];
        return Compose(report, processes);
    }

    private static ReportDocument Compose(Report report, IReadOnlyList<ProcessDocument> processes)
    {
        FindingDocument[] findings = [.. report.Diagnoses.Findings.Select(found => FindingComposer.Compose(found, report.LiveProcess))];
        string?[] sentences =
            [VerdictSentence.Of(processes), OffSentence.Of(processes, findings), CauseSentence.Of(processes, findings)];
        return Compose(report, processes, findings, string.Join(' ', sentences.Where(sentence => sentence is not null)));
    }

    private static ReportDocument Compose(
        Report report, IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings, string verdict) => new()
    {
        Schema = ReportDocument.CurrentSchema,
        ToolVersion = Unpause.Recordings.ToolVersion.Text,
        ArgumentsRedacted = !report.ArgumentsShown,
        Verdict = verdict,
        NotRecorded = report.NotRecorded,
        Processes = processes,
        Requests = report.Requests is { } requests ? RequestComposer.Compose(requests) : null,
        Findings = findings,
        NotApplicable = [.. report.Diagnoses.NotApplicable.Select(rule =>
            new NotApplicableDocument { Id = rule.RuleId, Process = rule.Process, Reason = rule.Why })],
    };

    private static ProcessDocument Compose(AnalysedProcess process, RunIdentity run)
    {
        var (recording, summary) = (process.Recording, process.Summary);
        var source = SourceComposer.Compose(recording, run);
        return new()
        {
            Name = ProcessName.Of(source),
            Source = source,
            Pauses = SummaryComposer.Pauses(recording, summary.Pauses),
            Stops = StopComposer.Compose(recording, summary.Stops),
            Stalls = [.. summary.Stalls.Select(SummaryComposer.Stall)],
            Assists = SummaryComposer.Assists(summary.Assists),
            CollectorCpu = SummaryComposer.CollectorCpu(summary.CollectorCpu),
            RequestTime = RequestTimeComposer.Compose(recording, summary.RequestTime),
            Collections = CollectionComposer.Compose(summary.Collections, recording.InducedBy),
            ExitCollections = SummaryComposer.AtExit(recording.AtExit),
            Heap = SummaryComposer.Heap(recording, summary, LiveSetComposer.Compose(process, source.Identity?.MemoryLimitBytes)),
            Collector = CollectorComposer.Compose(summary.Collector),
            Survival = SurvivalComposer.Compose(process),
            Allocations = AllocationComposer.Compose(recording),
            CpuSamples = CpuComposer.Compose(recording.CpuSamples),
            LiveHeap = SiteComposer.Compose(recording.LiveHeap),
            Goroutines = SiteComposer.Compose(recording.Goroutines),
            HeapRetainers = HolderComposer.Compose(summary.Holders),
            HeapObjects = HeapObjectsComposer.Compose(process.Shared(HeapContent.Of)),
            NonGcWaits = OtherWaitComposer.Compose(recording),
            Counters = recording.ProcessCounters?.Select(SummaryComposer.Counter).ToList(),
        };
    }
}
