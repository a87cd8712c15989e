using Unpause.Analysis.Attribution.Clocks;
using Unpause.Analysis.Attribution.Evidence;
using Unpause.Analysis.Attribution.Join;
using Unpause.Analysis.Attribution.Queues;
using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Analysis.Attribution;

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
    private readonly RequestSelection _selection;
    private IReadOnlyList<MeasuredRequests> _requests = [];

    /// <summary>Matches requests to recordings.</summary>
    public AttributionRun(IReadOnlyList<RequestSet> sets, IReadOnlyList<Recording> recordings, AttributionOptions options)
    {
        (_sets, _recordings, _options) = (sets, recordings, options);
        _resolution = sets.Count == 0 ? 0 : sets.Max(set => set.ResolutionNanoseconds > 1 ? set.ResolutionNanoseconds : 0);
        _oneClock = sets.Count > 0 && sets.All(set => set.RecordedBy is not null);
        _stretches = [.. recordings.Select(RecordedStretch.Of)];
        _errorBounds = [.. recordings.Select(recording => _oneClock ? 0 : ClockFacts.ErrorBound(recording.Clock, _resolution))];
        _kept = KeptRequests.Of(sets, options);
        var match = ProcessMatch.Of(sets, recordings, options, _explanations);
        _selection = RequestSelection.Of(sets, match, [.. _stretches.Select(Taken)]);
    }

    /// <summary>Runs the other steps.</summary>
    public RequestAttribution Judge()
    {
        InputFacts.Explain(_sets, _recordings, _selection, _stretches, _explanations);
        var parts = Parts();
        _requests = [.. parts.Select(part => new MeasuredRequests(part.Requests.Starts, part.Requests.Durations))];
        if (parts.Count == 0) return RefusedAll(_selection.AllLatencies());
        foreach (var part in parts) ClockFacts.Explain(_recordings[part.Facts.Recording], part.Facts, _explanations);
        var join = OverlapJoin.Of([.. parts.Select(part => part.Joined)], _options.SlowThresholdNanoseconds);
        var measured = join.Measured;
        var count = parts.Sum(part => (long)part.Requests.Count);
        LatencyFacts.Explain(measured, _options.SlowThresholdNanoseconds, parts, _explanations);
        var unplaced = parts.TrueForAll(part => part.Pauses.Count == 0 && part.Facts.PausesBelowErrorBound > 0);
        if (unplaced || measured.Slow == 0) return Refused(measured, count, [.. parts.Select(part => part.Facts)]);
        return Judged(parts, join, GC.AllocateUninitializedArray<long>((int)count));
    }

    private RequestAttribution Judged(List<ProcessPart> parts, OverlapJoin join, long[] pooled)
    {
        var (measured, overlap) = (join.Measured, join.WithoutOwnOverlap);
        var replays = Replays.Of(parts, _options, pooled);
        var answer = Base(AttributionOutcome.NotEnoughEvidence, measured, pooled.Length) with
        {
            WithoutOwnOverlap = overlap,
            WithoutBacklog = replays.Best,
            UpperBound = _kept.All && parts.Exists(part => !part.Facts.Queue.Fits && !part.Queues.HiddenBacklog),
            Processes = [.. parts.Select(part => part.Facts)],
            Each = _options.KeepEach ? new EachLatency(Arrivals(parts), pooled) : null,
        };
        if (!_kept.OnlySlow && LatencyFacts.TooLow(measured, replays.Best, _options.SlowThresholdNanoseconds) is { } tooLow)
        {
            _explanations.Add(tooLow);
            return answer;
        }

        var judgement = BlameJudgement.Of(parts, _options.SlowThresholdNanoseconds, measured, replays, _kept);
        BlameFacts.Explain(judgement, _explanations);
        QueueFacts.Explain(parts, _sets, _kept, judgement.Held, _explanations);
        var (low, high) = judgement.Range(measured, overlap, replays, parts);
        var (chance, counts) = (judgement.Chance, replays.Counts);
        answer = answer with { WithoutLow = low, WithoutHigh = high, PValue = judgement.PValue };
        if (judgement.Owned == false) return _kept.OnlySlow ? answer.WithoutPercentiles() : answer;
        answer = answer with
        {
            Outcome = chance ? AttributionOutcome.ChanceNotExcluded : AttributionOutcome.Judged,
            TouchedByGc = join.Touched,
            SlowTouchedByGc = counts.SlowTouched,
            SlowBecauseOfGc = chance ? null : judgement.Best,
            SlowBecauseOfGcLow = judgement.Blamed.Low,
            SlowBecauseOfGcHigh = judgement.Blamed.High,
            SlowBecauseOfOwnOverlap = chance ? null : counts.SlowByOverlap,
            SlowQueuedBehindGc = chance ? null : counts.SlowQueued,
            ExplainedPercent = chance ? null : 100.0 * judgement.Best / measured.Slow,
            NotExplained = chance ? null : measured.Slow - judgement.Best,
            HeldAtDoor = judgement.Held,
            ServerSide = _oneClock || _sets.Any(set => SpanFormats.Contains(set.Format)),
            LongestStopNanoseconds = parts.Max(part => part.Pauses.LongestNanoseconds),
            SampledShare = _kept.Share < 1 ? _kept.Share : null,
            OnlySlowKept = _kept.OnlySlow,
            Worst = WorstRequests.Of(parts, pooled, _sets, _recordings, _selection, _options.WorstRequests),
            Points = RequestPoints.Of(parts, pooled, _options.SlowThresholdNanoseconds, !chance, _selection),
        };
        return _kept.OnlySlow ? answer.WithoutPercentiles() : answer;
    }

    private List<ProcessPart> Parts()
    {
        var parts = new List<ProcessPart>();
        for (var r = 0; r < _recordings.Count; r++)
        {
            if (_stretches[r] is not { } stretch || _selection.Inside[r] == 0 || !InputFacts.HasPlaces(_recordings[r])) continue;
            parts.Add(ProcessPart.Of(
                r, _recordings[r], stretch, _selection.Take(r), _selection.Outside[r], _errorBounds[r], _resolution, _oneClock, _kept.All));
        }

        return parts;
    }

    private static long[] Arrivals(List<ProcessPart> parts)
    {
        var arrivals = new long[parts.Sum(part => part.Requests.Count)];
        ForEach(parts, arrivals, (part, place) => part.Requests.Starts.CopyTo(place));
        return arrivals;
    }

    private RequestAttribution RefusedAll(long[] latencies)
    {
        if (latencies.Length == 0 && !_explanations.Exists(explanation => explanation.Kind == ExplanationKind.Refusal))
        {
            _explanations.Add(Explanation.Refusal("There is no request to judge."));
        }

        _requests = [new MeasuredRequests(null, latencies)];
        return Refused(LatencyDistribution.Of(latencies, _options.SlowThresholdNanoseconds), latencies.Length, []);
    }

    private RequestAttribution Refused(LatencyDistribution measured, long count, IReadOnlyList<ProcessAttribution> processes) =>
        Base(AttributionOutcome.NotEnoughEvidence, measured, count) with { Processes = processes };

    private RequestAttribution Base(AttributionOutcome outcome, LatencyDistribution measured, long count) => new()
    {
        Outcome = outcome,
        Explanations = _explanations,
        Count = count,
        LeftOut = _sets.Sum(set => (long)set.Requests.Count) - count,
        SlowThresholdNanoseconds = _options.SlowThresholdNanoseconds,
        Measured = measured,
        Requests = _requests,
    };

    /// <summary>Arrivals that are taken: the recorded stretch, as far as its clock may be off; none without a clock.</summary>
    private (long From, long To) Taken(RecordedStretch? stretch, int recording) =>
        stretch is { } known ? (known.From - _errorBounds[recording], known.To + _errorBounds[recording]) : (1, 0);

    private static void ForEach(List<ProcessPart> parts, long[] pooled, Action<ProcessPart, Memory<long>> sweep)
    {
        var at = 0;
        foreach (var part in parts)
        {
            sweep(part, pooled.AsMemory(at, part.Requests.Count));
            at += part.Requests.Count;
        }
    }
}
