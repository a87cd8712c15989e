namespace Unpause.Analysis.Attribution.Evidence;

/// <summary>Slow requests counted by what the collector did to them.</summary>
internal sealed class BlameCounts
{
    /// <summary>Slow requests with more stopped time inside than the clocks' error.</summary>
    public long SlowTouched { get; private set; }

    /// <summary>Slow, and not slow without their own overlap.</summary>
    public long SlowByOverlap { get; private set; }

    /// <summary>Slow, and not slow in the backlog-aware estimate.</summary>
    public long SlowByBacklog { get; private set; }

    /// <summary>Slow, and waited behind what pauses had held up, beyond the pauses inside them.</summary>
    public long SlowQueued { get; private set; }

    /// <summary>Counts a process's requests.</summary>
    /// <param name="part">The process.</param>
    /// <param name="backlog">Backlog-aware latencies without pauses.</param>
    /// <param name="threshold">Longer ones are slow.</param>
    public void Add(ProcessPart part, ReadOnlySpan<long> backlog, long threshold)
    {
        var durations = part.Requests.Durations;
        for (var i = 0; i < durations.Length; i++)
        {
            if (durations[i] <= threshold) continue;
            var stopped = part.Stopped(i);
            var touched = stopped > part.ErrorBound;
            if (touched) SlowTouched++;
            if (touched && durations[i] - stopped <= threshold) SlowByOverlap++;
            if (backlog[i] <= threshold && durations[i] - backlog[i] > part.ErrorBound) SlowByBacklog++;
            if (durations[i] - stopped - backlog[i] > part.ErrorBound) SlowQueued++;
        }
    }
}
