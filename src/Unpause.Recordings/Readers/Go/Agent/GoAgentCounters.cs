using Unpause.Collections;

namespace Unpause.Recordings.Readers.Go.Agent;

/// <summary>Numbers over the recording's time, made of the agent's samples.</summary>
internal static class GoAgentCounters
{
    /// <summary>The runtime adds up allocations in batches: over less, in seconds, there is no rate.</summary>
    private const double ShortestOfRate = 0.05;

    private static readonly (string Name, string Unit, Func<GoAgentSample, GoAgentSample?, double?> Value)[] Known =
    [
        ("goroutines", "count", (now, _) => now.Get(GoAgentValue.Goroutines)),
        ("heap in use", "bytes", (now, _) => now.Get(GoAgentValue.Objects)),
        ("heap goal", "bytes", (now, _) => now.Get(GoAgentValue.Goal)),
        ("stacks", "bytes", (now, _) => now.Get(GoAgentValue.Stacks)),
        ("runtime memory", "bytes", (now, _) => now.Get(GoAgentValue.Memory) - now.Get(GoAgentValue.Released)),
        ("allocation rate", "bytes/s", (now, before) => Rate(now, before)),
        ("GC CPU", "percent", (now, before) => Share(now, before, GoAgentValue.Collector)),
        ("CPU idle in pauses", "percent", (now, before) => Share(now, before, GoAgentValue.Paused)),
        ("mark assist CPU", "percent", (now, before) => Share(now, before, GoAgentValue.Assist)),
    ];

    /// <summary>Adds them.</summary>
    /// <param name="samples">In order.</param>
    /// <param name="zero">The recording's zero on the agent's clock.</param>
    public static void Add(RecordingBuilder recording, List<GoAgentSample> samples, long zero)
    {
        var counters = new List<ProcessCounter>();
        foreach (var (name, unit, value) in Known)
        {
            var values = new ChunkedList<CounterSample>();
            var (sum, max) = (0.0, double.NegativeInfinity);
            for (var i = 0; i < samples.Count; i++)
            {
                if (samples[i].TimeNanoseconds < zero || value(samples[i], i > 0 ? samples[i - 1] : null) is not { } number) continue;
                (sum, max) = (sum + number, Math.Max(max, number));
                values.Add(new CounterSample(samples[i].TimeNanoseconds - zero, number));
            }

            if (values.Count > 0)
            {
                counters.Add(new ProcessCounter(name, unit, values.Count, sum / values.Count, max, values[^1].Value, values));
            }
        }

        if (counters.Count > 0) recording.ProcessCounters = counters;
        if (samples.Count < 2) return;
        if (samples[^1].Get(GoAgentValue.Allocated) - samples[0].Get(GoAgentValue.Allocated) is not (>= 0 and var allocated)) return;
        (recording.AllocatedBytes, recording.AllocatedSource) = (allocated, AllocatedSources.Counter);
    }

    private static double? Rate(GoAgentSample now, GoAgentSample? before)
    {
        var seconds = (now.TimeNanoseconds - before?.TimeNanoseconds) / 1e9;
        return seconds > ShortestOfRate && now.Get(GoAgentValue.Allocated) - before!.Get(GoAgentValue.Allocated) is >= 0 and var bytes
            ? bytes / seconds : null;
    }

    /// <summary>
    /// Of all processors' time between two samples; the runtime counts it up when a collection ends, so a long one's time comes at once.
    /// </summary>
    private static double? Share(GoAgentSample now, GoAgentSample? before, GoAgentValue part)
    {
        var all = now.Seconds(GoAgentValue.Total) - before?.Seconds(GoAgentValue.Total);
        return all > 0 && now.Seconds(part) - before!.Seconds(part) is >= 0 and var time ? Math.Min(100, 100 * time / all.Value) : null;
    }
}
