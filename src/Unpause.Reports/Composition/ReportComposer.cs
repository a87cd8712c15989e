using Unpause.Analysis;
using Unpause.Analysis.Allocations;
using Unpause.Analysis.Diagnosis;
using Unpause.Analysis.Diagnosis.Python;
using Unpause.Analysis.Heap;
using Unpause.Analysis.Retainers;
using Unpause.Recordings.Allocations;
using Unpause.Recordings.Words;
using Unpause.Reports.Heap;

namespace Unpause.Reports.Composition;

/// <summary>Makes the document of what was analysed and diagnosed.</summary>
internal static class ReportComposer
{
    /// <summary>The document.</summary>
    public static ReportDocument Compose(Report report)
    {
        var identity = report.ArgumentsShown ? report.Identity : RedactedFacts.Redact(report.Identity);
        ProcessDocument[] processes = [.. report.Processes.Select((_, index) => Process(report, index, identity))];
        FindingDocument[] findings = [.. report.Diagnoses.Findings.Select(found => FindingComposer.Compose(
            found, report.LiveProcess, report.Processes[found.Process].Summary.Felt.TotalNanoseconds))];
        return new()
        {
            Schema = ReportDocument.CurrentSchema,
            ToolVersion = Unpause.Recordings.ToolVersion.Text,
            ArgumentsRedacted = !report.ArgumentsShown,
            Verdict = Verdict(processes, findings),
            NotRecorded = report.NotRecorded,
            Processes = processes,
            Requests = report.Requests is { } requests
                ? RequestComposer.Compose(requests, [.. report.Processes.Select(process => process.Recording)])
                : null,
            Findings = findings,
            NotApplicable = [.. report.Diagnoses.NotApplicable.Select(rule =>
                new NotApplicableDocument { Id = rule.RuleId, Process = rule.Process, Reason = rule.Why })],
        };
    }

    private static string Verdict(ProcessDocument[] processes, FindingDocument[] findings)
    {
        string?[] sentences =
        [
            VerdictSentence.Compose(processes), OffSentence.Compose(processes, findings), ThrottlingSentence.Compose(processes),
            CauseSentence.Compose(processes, findings),
        ];
        return string.Join(' ', sentences.Where(sentence => sentence is not null));
    }

    private static ProcessDocument Process(Report report, int index, RunIdentity run)
    {
        var process = report.Processes[index];
        var (recording, summary) = (process.Recording, process.Summary);
        var source = SourceComposer.Compose(recording, run);
        PausesDocument? pauses = null;
        StopsDocument? stops = null;
        IReadOnlyList<StopExplanationDocument>? explanations = null;
        HeapDocument? heap = null;
        WorstMinuteDocument? minute = null;
        Apart.Do(
            recording,
            () => minute = WorstMinuteComposer.Compose(
                process, () => report.LoadOf(index), report.Requests?.Attribution.SlowThresholdNanoseconds ?? 0),
            () => explanations = report.StopsOf(index).ComposeLongest(StopExplanationComposer.Longest),
            () => stops = StopComposer.Compose(recording, summary.Stops),
            () => pauses = SummaryComposer.Pauses(recording, summary.Pauses),
            () => heap = SummaryComposer.Heap(recording, summary, LiveSetComposer.Compose(process, source.Identity?.MemoryLimitBytes)));
        return new()
        {
            Name = ProcessName.Format(source),
            Source = source,
            Pauses = pauses!,
            Stops = stops,
            Utilisation = UtilisationComposer.Compose(summary.Utilisation),
            Explanations = explanations,
            WorstMinute = minute,
            Stalls = [.. summary.Stalls.Select(SummaryComposer.Stall)],
            Assists = SummaryComposer.Assists(summary.Assists),
            CollectorCpu = SummaryComposer.CollectorCpu(summary.CollectorCpu),
            RequestTime = RequestTimeComposer.Compose(recording, summary.RequestTime),
            Collections = CollectionComposer.Compose(summary.Collections, recording.InducedBy),
            ExitCollections = SummaryComposer.AtExit(recording.AtExit),
            Heap = heap!,
            Collector = CollectorComposer.Compose(summary.Collector),
            Survival = SurvivalComposer.Compose(process),
            Allocations = AllocationComposer.Compose(recording),
            CpuSamples = CpuComposer.Compose(recording.CpuSamples),
            LiveHeap = SiteComposer.Compose(recording.LiveHeap),
            Goroutines = SiteComposer.Compose(recording.Goroutines),
            HeapRetainers = RetainerComposer.Compose(summary.Retainers),
            HeapObjects = HeapObjectsComposer.Compose(process.Shared(HeapContent.Analyse)),
            NonGcWaits = OtherWaitComposer.Compose(recording),
            Counters = recording.ProcessCounters?.Select(SummaryComposer.Counter).ToList(),
        };
    }
}

/// <summary>The document's list of waits that are not for GC.</summary>
internal static class OtherWaitComposer
{
    private const int ShareDecimals = 2;

    /// <summary>The list, the longest first; null when none is recorded.</summary>
    public static IReadOnlyList<NonGcWaitDocument>? Compose(Recording recording) => recording.OtherWaits.Count == 0
        ? null
        : [.. recording.OtherWaits.OrderByDescending(wait => wait.TotalNanoseconds).Select(wait => new NonGcWaitDocument
        {
            Name = wait.What,
            TotalMs = new(wait.TotalNanoseconds),
            Count = wait.Count,
            MaxMs = Milliseconds.FromNanoseconds(wait.LongestNanoseconds),
            SummedOverThreads = wait.OverThreads,
            ShareOfSlowRequestsPercent = RoundedNumber.Percent(100 * wait.ShareOfSlowRequests, ShareDecimals),
            Source = wait.Source,
        })];
}

/// <summary>
/// Reports that a process ran with its garbage collector disabled: few or no pauses do not mean that all is well then.
/// </summary>
internal static class OffSentence
{
    /// <summary>The sentence; null where no collector is known to have been disabled.</summary>
    public static string? Compose(IReadOnlyList<ProcessDocument> processes, IReadOnlyList<FindingDocument> findings)
    {
        FindingDocument[] found = [.. findings.Where(finding => finding.Id == DisabledCollector.RuleId)];
        if (found.MaxBy(Objects) is { Process: var index } worst && index >= 0 && index < processes.Count)
        {
            var count = found.Length == 1 ? "" : $" in {Quantities.Count(found.Length)} processes, most objects stayed";
            var where = processes.Count == 1 ? "" : $"{count} in {ProcessName.Format(processes[index])}";
            return $"GC was disabled{where}{worst.Title[DisabledCollector.Off.Length..]}.";
        }

        return processes is [var only] && IsOff(only) ? "GC was disabled at the end." : null;
    }

    /// <summary>How many objects stayed: the finding's first evidence.</summary>
    private static double Objects(FindingDocument finding) => finding.Evidence is [{ Value: { } stayed }, ..] ? stayed : 0;

    private static bool IsOff(ProcessDocument process) =>
        process.Source.Settings.GetValueOrDefault(PythonSettings.CollectorAtEnd) == PythonSettings.Disabled;
}

/// <summary>What retains long-lived objects.</summary>
internal static class RetainerComposer
{
    /// <summary>The retainers; null when there are no such samples.</summary>
    public static HeapRetainersDocument? Compose(HeapRetainers? retainers) =>
        retainers is null
            ? null
            : new()
            {
                Objects = retainers.Objects,
                ObjectsWithRetainer = retainers.Held,
                Retainers = [.. retainers.Retainers.Select(Retainer)],
            };

    private static RetainerDocument Retainer(HeapRetainer retainer) => new()
    {
        Type = retainer.Type,
        Objects = retainer.Objects,
        Bytes = retainer.Bytes,
        AgeMinMs = new(retainer.MinAgeNanoseconds),
        AgeMedianMs = new(retainer.MedianAgeNanoseconds),
        AgeMaxMs = new(retainer.MaxAgeNanoseconds),
        LastReference = Full(retainer.Via),
        Container = Full(retainer.Container),
        Chain = [.. retainer.Chain.Select(
            link => new RetainerLinkDocument { Type = link.Retainer, Field = link.Field, Static = link.Static })],
        Complete = retainer.Complete,
        Root = retainer.Root is { } root ? new() { System = root.System, Type = root.Type, Description = root.Description } : null,
        Stack = retainer.Stack,
    };

    private static string? Full(RetainerLink? link) => link is { } known ? $"{known.Retainer}.{known.Field}" : null;
}

/// <summary>All objects of a heap and what retains them.</summary>
internal static class HeapObjectsComposer
{
    private const int MostTypes = 50;

    /// <summary>The objects; null where they were not listed.</summary>
    public static HeapObjectsDocument? Compose(HeapContent? heap) => heap is null ? null : new()
    {
        Objects = heap.Objects,
        Bytes = heap.Bytes,
        StopMs = heap.StopNanoseconds is { } stop ? new Milliseconds(stop) : null,
        Types =
        [
            .. heap.Types.Take(MostTypes)
                .Select(type => new HeapTypeDocument { Type = type.Name, Objects = type.Objects, Bytes = type.Bytes }),
        ],
        Retained = [.. heap.Retainers.Select(Held)],
    };

    private static RetainedObjectsDocument Held(RetainedObjects retained) => new()
    {
        Type = retained.Type,
        PathText = retained.Text,
        Objects = retained.Objects,
        Bytes = retained.Bytes,
        ShortestPathObjects = retained.AllObjects,
        ShortestPathBytes = retained.AllBytes,
        RetainedBytes = retained.RetainedBytes,
        DominantType = retained.Mostly,
        RetainedBy = retained.Chain,
        Root = RetainedContract.NameOf(retained.RootKind),
        RootField = retained.RootName,
    };
}

/// <summary>The live heap, and goroutines, by call site.</summary>
internal static class SiteComposer
{
    /// <summary>The live heap; null when it is not recorded.</summary>
    public static LiveHeapDocument? Compose(HeapInUse? heap) => heap is null ? null : new()
    {
        Basis = heap.Basis,
        Bytes = Total.Sum(heap.Sites, site => site.Bytes),
        Sites = [.. heap.Sites.Select(site => new LiveSiteDocument
        {
            Bytes = site.Bytes,
            Objects = site.Objects,
            AppFrame = UserFrames.First(site.Stack),
            Stack = site.Stack,
        })],
    };

    /// <summary>The goroutines; null when they are not recorded.</summary>
    public static GoroutinesDocument? Compose(Goroutines? goroutines) => goroutines is null ? null : new()
    {
        Basis = goroutines.Basis,
        Count = goroutines.Moments[^1].Count,
        Moments = [.. goroutines.Moments.Select(moment => new GoroutineMomentDocument
        {
            At = moment.UnixNanoseconds is { } at ? SourceComposer.Instant(at) : null,
            Count = moment.Count,
        })],
        Sites = [.. goroutines.Sites.Select(site => new GoroutineSiteDocument
        {
            Count = site.Counts[^1],
            Counts = site.Counts,
            AppFrame = UserFrames.First(site.Stack),
            Stack = site.Stack,
        })],
    };
}
