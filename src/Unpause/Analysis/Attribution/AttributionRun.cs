using Unpause.Analysis.Attribution.Clocks;
using Unpause.Analysis.Attribution.Evidence;
using Unpause.Analysis.Attribution.Join;
using Unpause.Analysis.Attribution.Owners;
using Unpause.Analysis.Attribution.Queues;
using Unpause.Recordings;
using Unpause.Requests;

namespace Unpause.Analysis.Attribution;

/// <summary>The steps of an attribution, in order: match, select, align, place, replay, count, test.</summary>
internal sealed class AttributionRun
{
    private const double Significant = 0.05;
    private const double FillsTime = 0.1;

    private readonly IReadOnlyList<RequestSet> _sets;
    private readonly IReadOnlyList<Recording> _recordings;
    private readonly AttributionOptions _options;
    private readonly List<Explanation> _explanations = [];
    private readonly RecordedStretch?[] _stretches;
    private readonly long[] _errorBounds;
    private readonly long _resolution;
    private readonly bool _oneClock;
    private readonly ProcessMatch _match;
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
        _match = ProcessMatch.Of(sets, recordings, options, _explanations);
        var streams = LongStreams.Of(sets, recordings, options.SlowThresholdNanoseconds, _explanations);
        _selection = RequestSelection.Of(sets, _match, streams, [.. _stretches.Select(Taken)]);
    }

    /// <summary>Runs the other steps.</summary>
    public RequestAttribution Judge()
    {
        var parts = Parts();
        InputFacts.Explain(_sets, _recordings, _selection, _stretches, _explanations);
        _requests = [.. parts.Select(part => new MeasuredRequests(part.Requests.Starts, part.Requests.Durations))];
        if (parts.Count == 0) return RefusedAll(_selection.AllLatencies());
        foreach (var part in parts) ClockFacts.Explain(_recordings[part.Facts.Recording], part.Facts, _explanations);
        var join = OverlapJoin.Of([.. parts.Select(part => part.Joined)], _options.SlowThresholdNanoseconds);
        var measured = join.Measured;
        var count = parts.Sum(part => (long)part.Requests.Count);
        LatencyFacts.Explain(measured, _options.SlowThresholdNanoseconds, parts, _explanations);
        var unplaced = parts.TrueForAll(part => part.Pauses.Count == 0 && part.Facts.PausesBelowErrorBound > 0);
        var placeless = parts.Exists(
            part => part.Facts.Clock is { State: ClockState.Contradicted } or { Stamps.Reading: StampReading.Both });
        if (!placeless && ForeignRequests.Explain(parts, _recordings, _explanations)) return Refused(measured, count, []);
        if (unplaced || placeless || measured.Slow == 0) return Refused(measured, count, [.. parts.Select(part => part.Facts)]);
        var judged = Judged(parts, join, GC.AllocateUninitializedArray<long>((int)count));
        return PossibleOffsets.Widen(judged, parts, _options, _explanations);
    }

    private RequestAttribution Judged(List<ProcessPart> parts, OverlapJoin join, long[] pooled)
    {
        var (measured, withoutOverlap) = (join.Measured, join.WithoutOwnOverlap);
        ForEach(parts, pooled, (part, latencies) => part.WithoutBacklog(latencies, _options.ServiceFactor));
        var withoutBacklog = LatencyDistribution.Of(pooled, _options.SlowThresholdNanoseconds);
        var each = _options.KeepEach ? new EachLatency(Arrivals(parts), pooled) : null;
        if (LatencyFacts.TooLow(measured, withoutBacklog, _options.SlowThresholdNanoseconds) is { } tooLow)
        {
            _explanations.Add(tooLow);
            return Base(AttributionOutcome.NotEnoughEvidence, measured, pooled.Length) with
            {
                WithoutOwnOverlap = withoutOverlap,
                WithoutBacklog = withoutBacklog,
                UpperBound = parts.Exists(part => !part.Facts.Queue.Fits),
                Processes = [.. parts.Select(part => part.Facts)],
                Each = each,
            };
        }

        var counts = new BlameCounts();
        ForEach(parts, pooled, (part, latencies) => counts.Add(part, latencies.Span, _options.SlowThresholdNanoseconds));
        var p = PValue(parts, measured.Slow);
        var chance = counts.SlowByBacklog > 0 && p > Significant;
        if (chance && StoppedShare(parts) is >= FillsTime and var share) (p, chance) = JudgeFilledTime(parts, share, p!.Value);
        else if (chance) _explanations.Insert(0, LatencyFacts.Chance(p!.Value));
        QueueFacts.Explain(parts, _sets, _explanations);
        return Base(chance ? AttributionOutcome.ChanceNotExcluded : AttributionOutcome.Judged, measured, pooled.Length) with
        {
            WithoutOwnOverlap = withoutOverlap,
            WithoutBacklog = withoutBacklog,
            UpperBound = parts.Exists(part => !part.Facts.Queue.Fits),
            TouchedByGc = join.Touched,
            SlowTouchedByGc = counts.SlowTouched,
            SlowBecauseOfGc = chance ? null : counts.SlowByBacklog,
            // What chance may have done is nobody's fault for certain, and no acquittal either.
            SlowBecauseOfGcLow = chance ? 0 : null,
            SlowBecauseOfGcHigh = chance ? counts.SlowByBacklog : null,
            SlowBecauseOfOwnOverlap = chance ? null : counts.SlowByOverlap,
            SlowQueuedBehindGc = chance ? null : counts.SlowQueued,
            ExplainedPercent = chance ? null : 100.0 * counts.SlowByBacklog / measured.Slow,
            NotExplained = chance ? null : measured.Slow - counts.SlowByBacklog,
            PValue = p,
            Processes = [.. parts.Select(part => part.Facts)],
            Worst = WorstRequests.Of(parts, pooled, _sets, _recordings, _selection, _options.WorstRequests),
            Each = each,
            Points = RequestPoints.Of(parts, pooled, _options.SlowThresholdNanoseconds, !chance, _selection),
        };
    }

    private List<ProcessPart> Parts()
    {
        var parts = new List<ProcessPart>();
        for (var r = 0; r < _recordings.Count; r++)
        {
            if (_stretches[r] is not { } stretch || _selection.Inside[r] == 0 || !InputFacts.HasPlaces(_recordings[r])) continue;
            var all = _selection.Inside[r];
            var part = ProcessPart.Of(r, _recordings[r], stretch, StampedRequests.Of(_selection, r, _sets, _resolution), _errorBounds[r]);
            if (part is not null) parts.Add(part);
            _selection.LeaveOut(r, all - (part?.Requests.Count ?? 0));
        }

        return parts;
    }

    private static long[] Arrivals(List<ProcessPart> parts)
    {
        var arrivals = new long[parts.Sum(part => part.Requests.Count)];
        ForEach(parts, arrivals, (part, place) => part.Requests.Starts.CopyTo(place));
        return arrivals;
    }

    private static double StoppedShare(List<ProcessPart> parts) =>
        (double)Total.Of(
            parts, part => part.Pauses.TotalNanoseconds).Value / Math.Max(1, Total.Of(parts, part => part.Stretch.Length).Value);

    /// <summary>Where pauses fill the time, every request meets some whenever it comes, and where requests end has to tell.</summary>
    private (double? PValue, bool Chance) JudgeFilledTime(List<ProcessPart> parts, double share, double p)
    {
        var test = new CompletionTest();
        foreach (var part in parts) test.Add(part.Requests, part.Pauses, part.Stretch.From, part.Stretch.To);
        if (test.PValue() is not { } ending) return (p, true);
        var chance = ending > Significant;
        if (chance) _explanations.Insert(0, LatencyFacts.CannotTell(share, p, ending));
        else _explanations.Add(LatencyFacts.PausesFillTime(share, p, test, ending));
        return (ending, chance);
    }

    private double? PValue(List<ProcessPart> parts, long slow)
    {
        var test = new ChanceTest();
        foreach (var part in parts)
        {
            test.Add(part.Requests, part.Pauses, _options.SlowThresholdNanoseconds, part.Stretch.From, part.Stretch.To, slow);
        }

        return test.PValue();
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

    private RequestAttribution Base(AttributionOutcome outcome, LatencyDistribution measured, long count)
    {
        var leftOut = LeftOutCounts.Of(_sets, _selection, count);
        return new()
        {
            Outcome = outcome,
            Explanations = _explanations,
            Count = count,
            LeftOut = leftOut.Total,
            LeftOutBy = leftOut,
            Match = _match,
            SlowThresholdNanoseconds = _options.SlowThresholdNanoseconds,
            Measured = measured,
            Requests = _requests,
        };
    }

    /// <summary>Arrivals that are taken: all, because the clocks are yet to be aligned; none without a clock.</summary>
    private static (long From, long To) Taken(RecordedStretch? stretch) => stretch is null ? (1, 0) : (long.MinValue, long.MaxValue);

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
