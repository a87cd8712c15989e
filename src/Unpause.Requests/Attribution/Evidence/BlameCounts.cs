namespace Unpause.Requests.Attribution.Evidence;

/// <summary>Slow requests counted by what the collector did to them.</summary>
internal sealed class BlameCounts
{
    // No queue is exactly like its model. The distance of service times between busy and quiet times measures the difference.
    private const double LeastMargin = 0.02;

    /// <summary>Slow requests with more stopped time inside than the clocks' error.</summary>
    public long SlowWithPause { get; private set; }

    /// <summary>Slow, and not slow without their own overlap.</summary>
    public long SlowByOverlap { get; private set; }

    /// <summary>Slow, and not slow in the backlog-aware estimate.</summary>
    public long SlowByBacklog { get; private set; }

    /// <summary>The same if requests took longer than estimated, by as much as the queue is unlike its model.</summary>
    public long Fewest { get; private set; }

    /// <summary>The same if they took less.</summary>
    public long Most { get; private set; }

    /// <summary>How unlike its model a queue is: the share by which latencies may be off.</summary>
    public static double Margin(ProcessPart part) => LeastMargin + Math.Min(part.Facts.Queue.Distance ?? 0, 1 - LeastMargin);

    /// <summary>Slow, and waited behind what pauses had delayed, beyond the pauses inside them.</summary>
    public long SlowQueued { get; private set; }

    /// <summary>Counts a process's requests.</summary>
    /// <param name="part">The process.</param>
    /// <param name="backlog">Backlog-aware latencies without pauses.</param>
    /// <param name="threshold">Longer ones are slow.</param>
    public void Add(ProcessPart part, ReadOnlySpan<long> backlog, long threshold)
    {
        var durations = part.Requests.Durations;
        var (surely, perhaps) = ((long)(threshold / (1 + Margin(part))), threshold / Math.Max(1e-9, 1 - Margin(part)));
        for (var i = 0; i < durations.Length; i++)
        {
            if (durations[i] <= threshold) continue;
            var stopped = part.Stopped(i);
            var touched = stopped > part.ErrorBound;
            if (touched) SlowWithPause++;
            if (touched && durations[i] - stopped <= threshold) SlowByOverlap++;
            if (durations[i] - backlog[i] > part.ErrorBound)
            {
                SlowByBacklog += backlog[i] <= threshold ? 1 : 0;
                Fewest += backlog[i] <= surely ? 1 : 0;
                Most += backlog[i] <= perhaps ? 1 : 0;
            }

            if (durations[i] - stopped - backlog[i] > part.ErrorBound) SlowQueued++;
        }
    }
}
