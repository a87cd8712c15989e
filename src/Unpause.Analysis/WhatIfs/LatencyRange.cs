using Unpause.Requests.Attribution;

namespace Unpause.Analysis.WhatIfs;

/// <summary>A percentile and the slow requests over several replays. Nanoseconds, and numbers of requests.</summary>
/// <param name="P99">By the queue that fits best and the likely change.</param>
/// <param name="P99Low">The least over all replays, less what another run may differ by chance.</param>
/// <param name="P99High">The most, with the same.</param>
/// <param name="Slow">Slow requests by the same as <paramref name="P99"/>.</param>
/// <param name="SlowLow">The fewest over all replays.</param>
/// <param name="SlowHigh">The most.</param>
public sealed record LatencyRange(long P99, long P99Low, long P99High, long Slow, long SlowLow, long SlowHigh)
{
    /// <summary>One replay.</summary>
    internal static LatencyRange Of(LatencyDistribution latencies)
    {
        var (p99, slow) = (latencies.P99Nanoseconds ?? 0, latencies.Slow);
        return new(p99, p99, p99, slow, slow, slow);
    }

    /// <summary>This one, whose range also contains another.</summary>
    internal LatencyRange With(LatencyRange other) => this with
    {
        P99Low = Math.Min(P99Low, other.P99Low),
        P99High = Math.Max(P99High, other.P99High),
        SlowLow = Math.Min(SlowLow, other.SlowLow),
        SlowHigh = Math.Max(SlowHigh, other.SlowHigh),
    };

    /// <summary>The range widened at both ends by what chance may do, no further than chance can.</summary>
    /// <param name="times">Multiples of the ends.</param>
    /// <param name="shortest">The percentile with no pause at all.</param>
    /// <param name="longest">The longest latency of all replays.</param>
    internal LatencyRange Widened((double Low, double High) times, long shortest, long longest) => this with
    {
        P99Low = Math.Min(P99Low, Math.Max(shortest, (long)(P99Low * times.Low))),
        P99High = Math.Max(P99High, Math.Min(longest, (long)(P99High * times.High))),
    };
}
