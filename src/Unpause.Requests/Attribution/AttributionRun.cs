using Unpause.Requests.Attribution.Clocks;
using Unpause.Requests.Attribution.Evidence;
using Unpause.Requests.Attribution.Owners;
using Unpause.Requests.Attribution.Paths;
using Unpause.Requests.Attribution.Queues;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Requests.Attribution;

/// <summary>The steps of an attribution, in order: match, select, align, place, replay, count, test.</summary>
internal sealed class AttributionRun
{
    private readonly IReadOnlyList<RequestSet> _sets;
    private readonly IReadOnlyList<Recording> _recordings;
    private readonly AttributionOptions _options;
    private readonly List<Explanation> _explanations = [];
    private readonly RecordedStretch?[] _stretches;
    private readonly long[] _errorBounds;
    private readonly long _resolution;
    private readonly bool _oneClock;
    private readonly KeptRequests _kept;
    private readonly ProcessMatch _match;
    private readonly RequestSelection _selection;
    private IReadOnlyList<MeasuredRequests> _requests = [];
    private MeteredLatency? _metered;
    private long? _stopped;
    private DelayedRequests? _delayed;
    private IReadOnlyList<PathSummary> _paths = [];
    private IReadOnlyList<TraceSample> _traces = [];
    private Lazy<IReadOnlyList<ReplayableLoad>>? _loads;

    /// <summary>Matches requests to recordings.</summary>
    public AttributionRun(IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, AttributionOptions options)
    {
        (_sets, _recordings, _options) = (sets, recordings, options);
        _resolution = sets.Count == 0 ? 0 : sets.Max(set => set.ResolutionNanoseconds > 1 ? set.ResolutionNanoseconds : 0);
        _oneClock = sets.Count > 0 && sets.All(set => set.RecordedBy is not null);
        _stretches = [.. recordings.Select(recording => RecordedStretch.Find(recording, _oneClock))];
        _errorBounds = [.. recordings.Select(recording => _oneClock ? 0 : ClockFacts.ErrorBound(recording.Clock, _resolution))];
        _kept = KeptRequests.From(sets, options);
        _match = ProcessMatch.Find(sets, recordings, options);
        var streams = LongStreams.From(sets, recordings, options.SlowThresholdNanoseconds);
        _explanations.AddRange(_match.Explanations);
        _explanations.AddRange(streams.Explanations);
        _selection = RequestSelection.Create(sets, _match, streams, [.. _stretches.Select(Taken)]);
    }

    /// <summary>Runs the other steps.</summary>
    public RequestAttribution Judge() => Answer() with { Explanations = _explanations };

    private RequestAttribution Answer()
    {
        var parts = Parts();
        _explanations.AddRange(InputFacts.Explain(_sets, _recordings, _selection, _stretches));
        _requests = [.. parts.Select(part => new MeasuredRequests(part.Requests.Starts, part.Requests.Durations))];
        if (parts.Count == 0) return RefusedAll(_selection.AllLatencies());
        foreach (var part in parts) _explanations.AddRange(ClockFacts.Explain(_recordings[part.Facts.Recording], part.Facts));
        var join = OverlapJoin.Compute([.. parts.Select(part => part.Joined)], _options.SlowThresholdNanoseconds);
        var measured = join.Measured;
        var count = parts.Sum(part => (long)part.Requests.Count);
        _explanations.AddRange(LatencyFacts.Explain(measured, _options.SlowThresholdNanoseconds, parts));
        var unplaced = parts.TrueForAll(part => part.Pauses.Count == 0 && part.Facts.PausesBelowErrorBound > 0);
        var placeless = parts.Exists(
            part => part.Facts.Clock is { State: ClockState.Contradicted } or { Stamps.Reading: StampReading.Both });
        Explanation[] foreign = placeless ? [] : [.. ForeignRequests.Explain(parts, _recordings)];
        _explanations.AddRange(foreign);
        if (Array.Exists(foreign, explanation => explanation.Kind == ExplanationKind.Refusal)) return Refused(measured, count, []);
        if (!placeless) _delayed = new DelayedRequests(parts, _sets, _selection, _recordings.Count);
        if (!unplaced && !placeless)
        {
            _stopped = join.StoppedNanoseconds;
            _paths = PathSummary.Compute(_sets, _match, parts, _options.SlowThresholdNanoseconds);
            _metered = MeteredLatency.Compute(parts, _sets, _kept, _resolution, _options.SlowThresholdNanoseconds);
            // Traces that were kept because they were slow are no sample.
            if (!_kept.OnlySlow) _traces = TraceSample.Choose(parts, _sets, _selection);
            _loads = new(() => ReplayableLoad.Create(parts, _sets, _match, _kept));
        }

        if (unplaced || placeless || measured.Slow == 0) return Refused(measured, count, [.. parts.Select(part => part.Facts)]);
        var judged = Judged(parts, join, GC.AllocateUninitializedArray<long>((int)count));
        var (widened, refusal) = PossibleOffsets.Widen(judged, parts, _options);
        if (refusal is not null) _explanations.Add(refusal);
        return Agreeing(widened);
    }

    /// <summary>
    /// Estimate and range have as many slow requests as the blame leaves. Where percentiles and blame say different ends of a range, the
    /// wider one holds.
    /// </summary>
    private RequestAttribution Agreeing(RequestAttribution judged)
    {
        if (judged is not { WithoutLow: { } low, WithoutHigh: { } high }) return judged;
        var (slow, count, threshold) = (judged.Measured.Slow, judged.Count, _options.SlowThresholdNanoseconds);
        var fewest = Math.Min(
            Math.Min(low.Slow, slow - (judged.SlowBecauseOfGcHigh ?? slow)), low.SlowByPercentiles(count, threshold).Most);
        var most = Math.Min(slow, Math.Max(slow - (judged.SlowBecauseOfGcLow ?? 0), high.SlowByPercentiles(count, threshold).Least));
        return judged with
        {
            WithoutBacklog = judged is { SlowBecauseOfGc: { } best, WithoutBacklog: { } middle }
                ? middle.WithSlow(slow - best, count, threshold)
                : judged.WithoutBacklog,
            WithoutLow = low.WithSlow(fewest, count, threshold),
            WithoutHigh = high.WithSlow(most, count, threshold),
            SlowBecauseOfGcLow = judged.SlowBecauseOfGcLow is null ? null : slow - most,
            SlowBecauseOfGcHigh = judged.SlowBecauseOfGcHigh is null ? null : slow - fewest,
        };
    }

    private RequestAttribution Judged(List<ProcessPart> parts, OverlapJoin join, long[] pooled)
    {
        var (measured, overlap) = (join.Measured, join.WithoutOwnOverlap);
        var replays = Replays.Run(parts, _options, pooled);
        var answer = Base(AttributionOutcome.NotEnoughEvidence, measured, pooled.Length) with
        {
            WithoutOwnOverlap = overlap,
            WithoutBacklog = replays.Best,
            Processes = [.. parts.Select(part => part.Facts)],
            Each = _options.KeepEach ? new EachLatency(Arrivals(parts), pooled) : null,
        };
        if (!_kept.OnlySlow && LatencyFacts.TooLow(measured, replays.Best, _options.SlowThresholdNanoseconds) is { } tooLow)
        {
            _explanations.Add(tooLow);
            return answer;
        }

        var judgement = BlameJudgement.Judge(parts, _options.SlowThresholdNanoseconds, measured, replays, _kept);
        _explanations.AddRange(BlameFacts.Explain(judgement));
        _explanations.AddRange(QueueFacts.Explain(parts, _sets, _kept, judgement.Held));
        var (low, high) = judgement.Range(measured, overlap, replays, parts);
        var (chance, counts) = (judgement.Chance, replays.Counts);
        answer = answer with
        {
            WithoutLow = low,
            WithoutHigh = high,
            LostNanoseconds = chance ? null : Lost(parts, pooled),
            PValue = judgement.PValue,
            Outcome = chance ? AttributionOutcome.NotSignificant : AttributionOutcome.Judged,
            WithPause = join.Touched,
            SlowWithPause = counts.SlowWithPause,
            SlowBecauseOfGc = chance ? null : judgement.Best,
            // An overlap that is not significant proves nothing, and does not rule GC out either.
            SlowBecauseOfGcLow = chance ? 0 : judgement.Blamed.Low,
            SlowBecauseOfGcHigh = judgement.Blamed.High,
            SlowBecauseOfOwnPauses = chance ? null : counts.SlowByOverlap,
            SlowQueuedBehindGc = chance ? null : counts.SlowQueued,
            ExplainedPercent = chance ? null : 100.0 * judgement.Best / measured.Slow,
            NotExplained = chance ? null : measured.Slow - judgement.Best,
            AcceptQueue = judgement.Held,
            ServerSide = _oneClock || _sets.Any(set => SpanFormats.Contains(set.Format)),
            DoorUnseen = judgement.Held is null && !judgement.DoorOpen && !_sets.All(set => TimedElsewhere.Contains(set.Format)),
            LongestStopNanoseconds = parts.Max(part => part.Pauses.LongestNanoseconds),
            SampledShare = _kept.Share < 1 ? _kept.Share : null,
            TailSampled = _kept.OnlySlow,
            Worst = WorstRequests.Find(parts, pooled, _sets, _recordings, _selection, _options.WorstRequests),
            Points = RequestPoints.Select(parts, pooled, _options.SlowThresholdNanoseconds, !chance, _selection),
        };
        return _kept.OnlySlow ? answer.WithoutPercentiles() : answer;
    }

    private List<ProcessPart> Parts()
    {
        var parts = new List<ProcessPart>();
        for (var r = 0; r < _recordings.Count; r++)
        {
            if (_stretches[r] is not { } stretch || _selection.Inside[r] == 0 || !InputFacts.HasPlaces(_recordings[r])) continue;
            var all = _selection.Inside[r];
            var requests = StampedRequests.Take(_selection, r, _sets, _resolution);
            var part = ProcessPart.Create(r, _recordings[r], stretch, requests, _errorBounds[r], _kept.All);
            if (part is not null) parts.Add(part);
            _selection.LeaveOut(r, all - (part?.Requests.Count ?? 0));
        }

        return parts;
    }

    private static long Lost(List<ProcessPart> parts, long[] without)
    {
        Int128 lost = 0;
        foreach (var part in parts)
        {
            foreach (var duration in part.Requests.Durations) lost += duration;
        }

        foreach (var duration in without) lost -= duration;
        return (long)Int128.Clamp(lost, 0, long.MaxValue);
    }

    private static long[] Arrivals(List<ProcessPart> parts)
    {
        var (arrivals, at) = (new long[parts.Sum(part => part.Requests.Count)], 0);
        foreach (var part in parts)
        {
            part.Requests.Starts.CopyTo(arrivals, at);
            at += part.Requests.Count;
        }

        return arrivals;
    }

    private RequestAttribution RefusedAll(long[] latencies)
    {
        if (latencies.Length == 0 && !_explanations.Exists(explanation => explanation.Kind == ExplanationKind.Refusal))
        {
            _explanations.Add(new Explanation.NothingLeft());
        }

        _requests = [new MeasuredRequests(null, latencies)];
        return Refused(LatencyDistribution.Compute(latencies, _options.SlowThresholdNanoseconds), latencies.Length, []);
    }

    private RequestAttribution Refused(LatencyDistribution measured, long count, IReadOnlyList<ProcessAttribution> processes) =>
        Base(AttributionOutcome.NotEnoughEvidence, measured, count) with { Processes = processes };

    private RequestAttribution Base(AttributionOutcome outcome, LatencyDistribution measured, long count)
    {
        var leftOut = LeftOutCounts.Count(_sets, _selection, count);
        return new()
        {
            Outcome = outcome,
            Explanations = [],
            Count = count,
            Excluded = leftOut.Total,
            ExcludedByReason = leftOut,
            Match = _match,
            SlowThresholdNanoseconds = _options.SlowThresholdNanoseconds,
            Measured = measured,
            Metered = _metered,
            Delayed = _delayed,
            Paths = _paths,
            Traces = _traces,
            LazyLoads = _loads,
            StoppedNanoseconds = _stopped,
            Requests = _requests,
        };
    }

    /// <summary>Arrivals that are taken: all, because the clocks are yet to be aligned; none without a clock.</summary>
    private static (long From, long To) Taken(RecordedStretch? stretch) => stretch is null ? (1, 0) : (long.MinValue, long.MaxValue);
}

/// <summary>The requests that the numbers are about, of one process.</summary>
/// <param name="StartsUnixNanoseconds">Arrivals, ascending; null where they have no common place in time.</param>
/// <param name="DurationsNanoseconds">Latencies as measured, one for each arrival.</param>
public sealed record MeasuredRequests(ReadOnlyMemory<long>? StartsUnixNanoseconds, ReadOnlyMemory<long> DurationsNanoseconds);

/// <summary>Whether the evidence was enough to judge.</summary>
public enum AttributionOutcome
{
    /// <summary>Judged: the numbers can be used.</summary>
    Judged,

    /// <summary>The overlap of pauses and slow requests is not significant: it is reported, but no request is attributed to GC.</summary>
    NotSignificant,

    /// <summary>Not judged; the refusals among the explanations say why and what to do (exit code 3).</summary>
    NotEnoughEvidence,
}
