using Unpause.Analysis.Holes;
using Unpause.Reports.Explanations;
using Unpause.Requests;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Evidence;
using Unpause.Requests.Attribution.Paths;
using Unpause.Requests.Attribution.Queues;

namespace Unpause.Reports.Composition;

/// <summary>The slow requests that GC caused.</summary>
internal static class RequestComposer
{
    private const int PercentDecimals = 6;
    private const int ExplainedDecimals = 4;
    private const int DriftDecimals = 3;

    /// <summary>The contract's object.</summary>
    /// <param name="requests">The attributed requests.</param>
    /// <param name="recordings">The recordings of the processes.</param>
    public static RequestsDocument Compose(RequestReport requests, IReadOnlyList<Recording> recordings)
    {
        var attribution = requests.Attribution;
        return new(attribution.Measured)
        {
            Outcome = Word(attribution.Outcome),
            Verdict = RequestVerdict.Compose(attribution),
            Sources = [.. requests.Sets.Select(Source)],
            Count = attribution.Count,
            Excluded = attribution.Excluded,
            ExcludedByReason = new()
            {
                OtherProcesses = attribution.ExcludedByReason.OtherProcesses,
                OutsideRecording = attribution.ExcludedByReason.Outside,
                InvalidTimes = attribution.ExcludedByReason.Impossible,
                Streams = attribution.ExcludedByReason.Streams,
            },
            SlowThresholdMs = new(attribution.SlowThresholdNanoseconds),
            Slow = attribution.Measured.Slow,
            StoppedMs = Milliseconds.FromNanoseconds(attribution.StoppedNanoseconds),
            LostMs = Milliseconds.FromNanoseconds(attribution.LostNanoseconds),
            WithPause = attribution.WithPause,
            SlowWithPause = attribution.SlowWithPause,
            SlowBecauseOfGc = attribution.SlowBecauseOfGc,
            SlowBecauseOfGcLow = attribution.SlowBecauseOfGcLow,
            SlowBecauseOfGcHigh = attribution.SlowBecauseOfGcHigh,
            SampledPercent = RoundedNumber.Percent(100 * attribution.SampledShare, PercentDecimals),
            TailSampled = attribution.TailSampled,
            AcceptQueue = attribution.AcceptQueue is { } waiting ? Held(waiting) : null,
            SlowBecauseOfOwnPauses = attribution.SlowBecauseOfOwnPauses,
            SlowQueuedBehindGc = attribution.SlowQueuedBehindGc,
            ExplainedPercent = RoundedNumber.Percent(attribution.ExplainedPercent, ExplainedDecimals),
            SlowUnexplained = attribution.NotExplained,
            WithoutGc = WithoutGc(attribution),
            Metered = attribution.Metered is { } metered ? Metered(metered) : null,
            PValue = RoundedNumber.Round(attribution.PValue, PercentDecimals),
            CriticalPaths = CriticalPathComposer.Compose(attribution.Paths),
            Processes = [.. attribution.Processes.Select(process => Process(process, attribution.Traces))],
            Worst = [.. attribution.Worst.Select(request => Worst(request, recordings[request.Recording]))],
            Holes = [.. requests.Holes.Select(Hole)],
            Explanations = [.. requests.Doubts.Select(Doubt), .. ExplanationText.Ordered(attribution.Explanations).Select(Explained)],
            Histogram = HistogramComposer.Requests(requests),
        };
    }

    private static string Word(AttributionOutcome outcome) => outcome switch
    {
        AttributionOutcome.Judged => RequestsDocument.Judged,
        AttributionOutcome.NotSignificant => RequestsDocument.NotSignificant,
        _ => RequestsDocument.NotEnoughEvidence,
    };

    private static RequestSourceDocument Source(RequestSet set) => new()
    {
        Files = set.Files,
        Format = set.Format,
        Requests = set.Requests.Count,
        Spans = set.Spans.Count,
        Lines = set.Coverage.Lines,
        LinesUnparsed = set.Coverage.LinesUnparsed,
        Coverage = SourceComposer.Compose(set.Coverage),
        FromRecording = set.RecordedBy is not null,
        Failed = Failed(set.RecordedBy),
    };

    /// <summary>The application's own count, whose last second may be missing.</summary>
    private static long? Failed(Recording? recording)
    {
        if (recording?.Requests?.Failed is { } reported) return reported;
        var counter = recording?.ProcessCounters?.FirstOrDefault(counter => counter.Name == ProcessCounter.FailedRequests);
        return counter is null ? null : (long)Math.Clamp(counter.Last, 0, 1e15);
    }

    /// <summary>The backlog-aware numbers, with the other end of the range inside.</summary>
    private static WithoutGcDocument? WithoutGc(RequestAttribution attribution)
    {
        if (attribution is not { WithoutBacklog: { } backlog, WithoutOwnOverlap: { } overlap }) return null;
        return new(backlog)
        {
            P99LowMs = Milliseconds.FromNanoseconds(attribution.WithoutLow?.P99Nanoseconds),
            P99HighMs = Milliseconds.FromNanoseconds(attribution.WithoutHigh?.P99Nanoseconds),
            UpperBound = false,
            Low = attribution.WithoutLow is { } low ? new(low) : null,
            High = attribution.WithoutHigh is { } high ? new(high) : null,
            OwnPausesOnly = new(overlap),
        };
    }

    private static MeteredDocument Metered(MeteredLatency metered) => new()
    {
        Refusal = metered.Refusal is { } refusal ? QueueText.Describe(refusal) : null,
        Windows = [.. metered.Windows.Select(window => new MeteredWindowDocument(window.Latency)
        {
            WindowMs = Milliseconds.FromNanoseconds(window.WindowNanoseconds),
        })],
    };

    private static AcceptQueueDocument Held(AcceptQueue waiting) => new()
    {
        Count = waiting.Count,
        StartedDuringStops = waiting.Began,
        Stops = waiting.Stops,
        ShortestStopMs = new(waiting.ShortestNanoseconds),
        LongestStopMs = new(waiting.LongestNanoseconds),
        MeanWaitMs = new(waiting.MeanWaitNanoseconds),
        SlowLow = waiting.SlowLow,
        SlowHigh = waiting.SlowHigh,
    };

    private static RequestProcessDocument Process(ProcessAttribution process, IReadOnlyList<TraceSample> traces) => new()
    {
        Process = process.Recording,
        Count = process.Requests,
        OutsideRecording = process.Outside,
        ClockOffsetMs = new(process.Clock.OffsetNanoseconds),
        ClockDriftPpm = RoundedNumber.Round(process.Clock.DriftPartsPerMillion, DriftDecimals),
        ClockErrorMs = new(Math.Max(
            process.Clock.ErrorBoundNanoseconds, Math.Max(-process.Clock.PossibleLow, process.Clock.PossibleHigh))),
        ClockState = process.Clock.State switch
        {
            ClockState.Verified => RequestProcessDocument.ClockVerified,
            ClockState.Contradicted => RequestProcessDocument.ClockContradicted,
            ClockState.Shared => RequestProcessDocument.OneClock,
            _ => RequestProcessDocument.ClockUntestable,
        },
        ClockOffsetLowMs = new(process.Clock.OffsetNanoseconds + process.Clock.PossibleLow),
        ClockOffsetHighMs = new(process.Clock.OffsetNanoseconds + process.Clock.PossibleHigh),
        ClockOffsetInferred = process.Clock.Applied,
        ClockShared = process.Clock.Shared,
        Queue = process.Queue.Discipline switch
        {
            QueueDiscipline.FirstComeFirstServed => RequestProcessDocument.FirstComeFirstServed,
            QueueDiscipline.Shared => RequestProcessDocument.Shared,
            _ => RequestProcessDocument.Unlimited,
        },
        Workers = process.Queue.Workers,
        QueueFits = process.Queue.Fits,
        QueueCandidates = process.QueueCandidates,
        UnloggedPauseStartMs = new(process.UnloggedStartNanoseconds),
        OutsideQueueMs = new(process.Queue.OutsideNanoseconds),
        Pauses = process.Pauses,
        PausesBelowClockError = process.PausesBelowErrorBound,
        TraceSample = traces.FirstOrDefault(sample => sample.Recording == process.Recording) is { } sample ? Sample(sample) : null,
    };

    private static TraceSampleDocument Sample(TraceSample sample)
    {
        var first = sample.Traces[0].StartUnixNanoseconds;
        return new()
        {
            Requests = sample.Requests,
            Below = sample.Below,
            StartedAt = SourceComposer.Instant(first),
            TraceIds = [.. sample.Traces.Select(trace => trace.Id.ToString("x32", CultureInfo.InvariantCulture))],
            StartMs = [.. sample.Traces.Select(trace => Rounded(trace.StartUnixNanoseconds - first))],
            DurationMs = [.. sample.Traces.Select(trace => Rounded(trace.DurationNanoseconds))],
            StoppedMs = [.. sample.Traces.Select(trace => Rounded(trace.StoppedNanoseconds))],
        };
    }

    /// <summary>To microseconds, because there are many.</summary>
    private static Milliseconds Rounded(long nanoseconds) => new((nanoseconds + 500) / 1000 * 1000);

    private static WorstRequestDocument Worst(WorstRequest request, Recording recording) => new()
    {
        Process = request.Recording,
        Name = request.Name,
        TraceId = request.TraceId,
        StartedAt = SourceComposer.Instant(request.StartUnixNanoseconds),
        DurationMs = new(request.DurationNanoseconds),
        PausedMs = new(request.StoppedNanoseconds),
        QueuedBehindGcMs = new(request.QueuedNanoseconds),
        WithoutGcMs = new(request.WithoutGcNanoseconds),
        Collections = Collections(request.Collections),
        Pauses = [.. request.Pauses.Where(one => one.Pause < recording.Pauses.Count).Select(one => Pause(one, recording))],
        PoolWaitMs = Milliseconds.FromNanoseconds(request.PoolNanoseconds),
        Dominating = StopWords.Contract(RequestWords.Dominating(request)),
        Why = RequestWords.Why(request),
    };

    private static PauseInDocument Pause(PauseInRequest one, Recording recording)
    {
        var pause = recording.Pauses[one.Pause];
        return new()
        {
            Collection = recording.Collections[pause.Collection].Number,
            CollectionIndex = pause.Collection,
            StartMs = new(pause.StartNanoseconds),
            PausedMs = new(one.StoppedNanoseconds),
        };
    }

    private static HoleDocument Hole(ExplainedHole hole) => new()
    {
        Process = hole.Recording,
        TraceId = hole.TraceId,
        Span = hole.Name,
        After = hole.After,
        Before = hole.Before,
        Leaf = hole.Leaf,
        StartedAt = SourceComposer.Instant(hole.StartUnixNanoseconds),
        DurationMs = new(hole.DurationNanoseconds),
        ExplainedMs = new(hole.ExplainedNanoseconds),
        Collections = Collections(hole.Collections),
    };

    private static List<CollectionsInDocument> Collections(IReadOnlyList<CollectionsInRequest> collections) =>
        [.. collections.Select(
            row => new CollectionsInDocument { Generation = row.Generation, Count = row.Count, PausedMs = new(row.StoppedNanoseconds) })];

    private static ExplanationDocument Doubt(string text) =>
        new() { Kind = ExplanationDocument.Warning, Text = text, ImplausibleTimes = true };

    private static ExplanationDocument Explained(Explanation explanation) => new()
    {
        Kind = explanation.Kind switch
        {
            ExplanationKind.Assumption => ExplanationDocument.Assumption,
            ExplanationKind.Warning => ExplanationDocument.Warning,
            _ => ExplanationDocument.NotJudged,
        },
        Text = ExplanationText.Describe(explanation),
    };
}
