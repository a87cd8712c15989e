using System.Buffers;

namespace Unpause.Analysis.Summaries;

/// <summary>
/// Pauses as the collector reports them, or stops as the application felt them; times in nanoseconds, null where there is none.
/// </summary>
public record PauseSummary : Distribution
{
    private PauseSummary(Distribution durations)
        : base(durations)
    {
    }

    /// <summary>The number of pauses.</summary>
    public required long Count { get; init; }

    /// <summary>The sum of the pauses.</summary>
    public required Total TotalNanoseconds { get; init; }

    /// <summary>The mean pause.</summary>
    public required double? MeanNanoseconds { get; init; }

    /// <summary>The share of time outside of pauses (<see cref="Throughput"/>).</summary>
    public required double? ThroughputPercent { get; init; }

    /// <summary>Computes the numbers; percentiles are nearest-rank over all pauses.</summary>
    internal static PauseSummary Compute(Recording recording)
    {
        var count = recording.Pauses.Count;
        var durations = ArrayPool<long>.Shared.Rent(Math.Max(count, 1));
        try
        {
            var index = 0;
            foreach (var chunk in recording.Pauses.ChunkSpans)
            {
                foreach (ref readonly var pause in chunk) durations[index++] = pause.DurationNanoseconds;
            }

            // A share of the time outside of pauses is known only where pauses are.
            var known = recording.PauseKnowledge == PauseKnowledge.Known;
            return Compute(durations.AsSpan(0, count), known ? recording.ObservedNanoseconds : null);
        }
        finally
        {
            ArrayPool<long>.Shared.Return(durations);
        }
    }

    /// <summary>Computes the numbers of some pauses' lengths, whose order changes.</summary>
    internal static PauseSummary Compute(Span<long> durations, long? observedNanoseconds)
    {
        var total = default(Total);
        var longest = long.MinValue;
        foreach (var duration in durations)
        {
            total += duration;
            longest = Math.Max(longest, duration);
        }

        var from = 0;
        var distribution = new Distribution(
            Percentiles.Pick(durations, 500, ref from),
            Percentiles.Pick(durations, 900, ref from),
            Percentiles.Pick(durations, 990, ref from),
            Percentiles.Pick(durations, 999, ref from),
            durations.IsEmpty ? null : longest);
        return new PauseSummary(distribution)
        {
            Count = durations.Length,
            TotalNanoseconds = total,
            MeanNanoseconds = durations.IsEmpty ? null : Math.Min(total.Mean(durations.Length), longest),
            ThroughputPercent = Throughput(total, observedNanoseconds),
        };
    }

    /// <summary>
    /// Share of time outside stopped time, in percent from 0 to 100: 100 × (1 − stopped ÷ duration). Null without a duration,
    /// and where the recording is no longer than what stopped, because then there is nothing to compare it with; the reason is a
    /// note of the recording (<see cref="PossibleTimes"/>).
    /// </summary>
    internal static double? Throughput(Total stoppedNanoseconds, long? durationNanoseconds) =>
        durationNanoseconds is { } duration && duration > stoppedNanoseconds.Value
            ? 100.0 * (1.0 - ((double)stoppedNanoseconds.Value / duration))
            : null;
}
