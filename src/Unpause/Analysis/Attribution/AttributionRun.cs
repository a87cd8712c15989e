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
        var (measured, withoutOverlap) = (join.Measured, join.WithoutOwnOverlap);
        var fastest = Replay(parts, queues => queues.Fastest, pooled);
        var slowest = Replay(parts, queues => queues.Slowest, pooled);
        var best = Replay(parts, queues => queues.Best, pooled);
        var fits = !parts.Exists(part => !part.Facts.Queue.Fits);
        var each = _options.KeepEach ? new EachLatency(Arrivals(parts), pooled) : null;
        if (LatencyFacts.TooLow(measured, best.Without, _options.SlowThresholdNanoseconds) is { } tooLow)
        {
            _explanations.Add(tooLow);
            return Base(AttributionOutcome.NotEnoughEvidence, measured, pooled.Length) with
            {
                WithoutOwnOverlap = withoutOverlap,
                WithoutBacklog = best.Without,
                UpperBound = !fits,
                Processes = [.. parts.Select(part => part.Facts)],
                Each = each,
            };
        }

        var replayed = (Least: Math.Min(best.Blamed, Math.Min(fastest.Blamed, slowest.Blamed)), Best: best.Blamed,
            Most: Math.Max(best.Blamed, Math.Max(fastest.Blamed, slowest.Blamed)));
        var judgement = BlameJudgement.Of(parts, _options.SlowThresholdNanoseconds, pooled.Length, measured.Slow, replayed);
        var (low, high) = judgement.Range(
            measured, withoutOverlap, LatencyDistribution.Least(best.Without, LatencyDistribution.Least(fastest.Without, slowest.Without)),
            LatencyDistribution.Most(best.Without, LatencyDistribution.Most(fastest.Without, slowest.Without)), fits, parts.Exists(part => part.Queues.HiddenBacklog),
            0.02 + parts.Max(part => part.Facts.Queue.Distance ?? 0), pooled.Length);
        var counts = new BlameCounts();
        ForEach(parts, pooled, (part, latencies) => counts.Add(part, latencies.Span, _options.SlowThresholdNanoseconds));
        var chance = judgement.Chance;
        if (chance) _explanations.Insert(0, LatencyFacts.Chance(judgement.PValue ?? 1));
        QueueFacts.Explain(parts, _sets, _explanations);
        return Base(chance ? AttributionOutcome.ChanceNotExcluded : AttributionOutcome.Judged, measured, pooled.Length) with
        {
            WithoutOwnOverlap = withoutOverlap,
            WithoutBacklog = best.Without,
            WithoutLow = low,
            WithoutHigh = high,
            UpperBound = !fits,
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
            PValue = judgement.PValue,
            Processes = [.. parts.Select(part => part.Facts)],
            Worst = WorstRequests.Of(parts, pooled, _sets, _recordings, _selection, _options.WorstRequests),
            Each = each,
            Points = RequestPoints.Of(parts, pooled, _options.SlowThresholdNanoseconds, !chance, _selection),
        };
    }

    private (LatencyDistribution Without, long Blamed) Replay(List<ProcessPart> parts, Func<QueueRange, QueueModel> queue, long[] pooled)
    {
        ForEach(parts, pooled, (part, latencies) => part.WithoutBacklog(queue(part.Queues), latencies, _options.ServiceFactor));
        var counts = new BlameCounts();
        ForEach(parts, pooled, (part, latencies) => counts.Add(part, latencies.Span, _options.SlowThresholdNanoseconds));
        return (LatencyDistribution.Of(pooled, _options.SlowThresholdNanoseconds), counts.SlowByBacklog);
    }

    private List<ProcessPart> Parts()
    {
        var parts = new List<ProcessPart>();
        for (var r = 0; r < _recordings.Count; r++)
        {
            if (_stretches[r] is not { } stretch || _selection.Inside[r] == 0 || !InputFacts.HasPlaces(_recordings[r])) continue;
            parts.Add(ProcessPart.Of(
                r, _recordings[r], stretch, _selection.Take(r), _selection.Outside[r], _errorBounds[r], _resolution, _oneClock));
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
