using Unpause.Recordings;

namespace Unpause.Analysis.Summaries;

/// <summary>One named phase over all collections; times in nanoseconds. Of parallel phases the average worker counts.</summary>
public sealed record PhaseSummary(
    string Phase, bool Concurrent, long Count, Total TotalNanoseconds, double MeanNanoseconds, long MaxNanoseconds)
{
    /// <summary>Groups a recording's phases by name, the largest total first.</summary>
    internal static IReadOnlyList<PhaseSummary> Of(Recording recording)
    {
        var names = recording.Phases.Names;
        // Two places for each name: beside the application, and not.
        var sums = new (long Count, Total Total, long Max)[names.Count * 2];
        foreach (var chunk in recording.Phases.Stored.ChunkSpans)
        {
            foreach (ref readonly var phase in chunk)
            {
                ref var sum = ref sums[(phase.NameIndex * 2) + (phase.IsConcurrent ? 1 : 0)];
                var duration = phase.DurationNanoseconds;
                sum.Count++;
                sum.Total += duration;
                if (duration > sum.Max) sum.Max = duration;
            }
        }

        return [.. sums
            .Select((sum, index) => new PhaseSummary(names[index / 2], index % 2 == 1, sum.Count, sum.Total, sum.Count == 0
                ? 0
                : Math.Min(sum.Total.Mean(sum.Count), sum.Max), sum.Max))
            .Where(phase => phase.Count > 0)
            .OrderByDescending(phase => phase.TotalNanoseconds)];
    }
}
