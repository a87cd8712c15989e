using Unpause.Analysis.CostModels;
using Unpause.Requests.Attribution;
using Unpause.Requests.Attribution.Join;
using Unpause.Requests.Attribution.Scenarios;

namespace Unpause.Analysis.WhatIfs;

/// <summary>
/// Serves the recorded arrivals again with the pauses of another setting: by all queues that fit, at both ends of what the cost model
/// leaves open, and with pauses at several places.
/// </summary>
public sealed class WhatIf
{
    private const int FewestSeeds = 2, MostSeeds = 8;

    // So many requests are served for one setting and queue.
    private const long Budget = 1_000_000;

    private readonly ReplayableLoad _load;
    private readonly Recording _recording;
    private readonly long _threshold;
    private readonly double[] _phases;
    private readonly Lazy<long> _withoutPauses;

    /// <summary>Takes a load that can be served again.</summary>
    /// <param name="recording">The load's recording.</param>
    /// <param name="threshold">Longer requests are slow, in nanoseconds.</param>
    public WhatIf(ReplayableLoad load, Recording recording, long threshold)
    {
        load = load.SlowedBy(KindedPauses.WorkBeside(load, recording));
        (_load, _recording, _threshold, Pauses) = (load, recording, threshold, KindedPauses.From(load, recording));
        _withoutPauses = new(WithoutPauses);
        var seeds = (int)Math.Clamp(Budget / Math.Max(1, load.Arrivals.Length), FewestSeeds, MostSeeds);
        _phases = new double[seeds];
        // The first has the recorded places.
        for (var seed = 1; seed < seeds; seed++) _phases[seed] = new Random(seed).NextDouble();
    }

    /// <summary>The recorded pauses.</summary>
    public KindedPauses Pauses { get; }

    /// <summary>Why the requests cannot be served again; null where they can.</summary>
    public ReplayRefusal? Refusal => _load.Refusal;

    /// <summary>Part of their speed that requests lose while the collector works beside the program; null where unknown.</summary>
    public double? SlowedShare => _load.Slowdown?.Share;

    /// <summary>How many requests there are.</summary>
    public int Count => _load.Arrivals.Length;

    /// <summary>CPython's first threshold; null where it is not recorded.</summary>
    public double? FirstThreshold => ThresholdFormula.Now(_recording);

    /// <summary>How the pauses change with another first threshold; null where the recorded one is not known.</summary>
    public PauseChange? ChangeOfThreshold(double threshold) => ThresholdFormula.Change(_recording, threshold);

    /// <summary>The distance to the cliff.</summary>
    /// <param name="model">How collections depend on what is live; null where no model fits.</param>
    public Cliff FindCliff(CostModel? model) => Cliff.Find(_load, Pauses, model, _recording, _threshold);

    /// <summary>Latency as measured.</summary>
    public LatencyDistribution Measured => LatencyDistribution.Compute(_load.Latencies, _threshold);

    /// <summary>Latency with changed pauses.</summary>
    public LatencyRange Replay(PauseChange change)
    {
        LatencyRange? range = null;
        (double, double) chance = (1, 1);
        var longest = 0L;
        foreach (var queue in _load.Queues)
        {
            var demands = _load.Demands(queue);
            foreach (var end in (ReadOnlySpan<RangeEnd>)[RangeEnd.Middle, RangeEnd.Low, RangeEnd.High])
            {
                if (end != RangeEnd.Middle && change.IsCertain) continue;
                foreach (var phase in _phases)
                {
                    var latencies = PausedReplay.Serve(queue, _load.Arrivals, demands, Pauses.Changed(change, end, phase));
                    var one = LatencyRange.Of(LatencyDistribution.Compute(latencies, _threshold));
                    longest = Math.Max(longest, latencies.Max());
                    if (range is null) chance = AnotherRun.Interval(_load.Arrivals, latencies);
                    range = range?.With(one) ?? one;
                }
            }
        }

        return range!.Widened(chance, _withoutPauses.Value, longest);
    }

    /// <summary>The 99th percentile with no pause at all, by the fastest queue: no other run of the same load has less.</summary>
    private long WithoutPauses() => _load.Queues.Min(queue =>
    {
        var latencies = PausedReplay.Serve(queue, _load.Arrivals, _load.Demands(queue), PauseTimeline.Merge([], []));
        return LatencyDistribution.Compute(latencies, _threshold).P99Nanoseconds ?? 0;
    });
}
